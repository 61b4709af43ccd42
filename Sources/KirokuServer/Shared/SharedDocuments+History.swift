import KirokuCore

extension SharedDocuments {
    /// A part of the history of a shared document before this copy joined, the newest step first.
    ///
    /// Uses a connection of its own, so nothing else waits for it.
    ///
    /// - Parameters:
    ///   - path: the path of its file.
    ///   - scope: which part of the history is wanted; there may be more steps.
    ///   - position: where to continue.
    /// - Throws: `StorageError.historyOnServer` if the server cannot be asked or does not show it,
    ///   `StorageError.cancelled`.
    public static func earlierSteps(
        of path: String, _ scope: HistoryScope, before position: HistoryPosition
    ) async throws(StorageError) -> HistorySteps {
        do throws(ServerError) {
            let file = try await stored(await CardFile.openForSync(path))
            do throws(ServerError) {
                let steps = try await steps(file, scope, before: position)
                await file.close()
                return steps
            } catch {
                await file.close()
                throw error
            }
        } catch {
            switch error {
            case .cancelled, .storage(.cancelled): throw .cancelled
            default: throw .historyOnServer
            }
        }
    }

    private static func steps(
        _ file: CardFile, _ scope: HistoryScope, before position: HistoryPosition
    ) async throws(ServerError) -> HistorySteps {
        let state = try await file.state()
        guard let earlier = state.earlier, let home = state.home, SharedLayout.isHome(home) else {
            throw .storage(.historyOnServer)
        }
        let connection = try await SharedConnection(of: file, state)
        do throws(ServerError) {
            let (address, names) = (connection.session.address, ShownNames(own: connection.role))
            var page = try await connection.session.transaction(.reading, of: .ofDocument(home: home)) {
                (transaction) throws(ServerError) in
                let layout = try SharedTable(line: transaction.line).layout(home)
                guard layout.document == state.document else { throw .documentGone(address.name) }
                return try SharedHistory.page(
                    layout, names, transaction.line, of: scope, earlier, before: position.step &+ earlier.last)
            }
            await connection.close()
            if state.part != nil { page.steps = try await narrowed(page.steps, to: file) }
            return HistorySteps(
                before: position, page.steps.map { ($0.number &- earlier.last, $0.step) },
                next: page.next.map { $0 &- earlier.last }, begin: page.begin)
        } catch {
            await connection.close()
            throw error
        }
    }

    /// The steps limited to the records of a part.
    private static func narrowed(
        _ steps: [(number: Int64, step: SharedStep)], to file: CardFile
    ) async throws(ServerError) -> [(number: Int64, step: SharedStep)] {
        var kept: [(number: Int64, step: SharedStep)] = []
        for (number, step) in steps {
            if let step = try await stored(await file.narrowed(step)) { kept.append((number, step)) }
        }
        return kept
    }
}
