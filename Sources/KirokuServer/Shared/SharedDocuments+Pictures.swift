import KirokuCore

extension SharedDocuments {
    /// Fetches pictures of a shared document that are only on the server.
    ///
    /// - Parameters:
    ///   - path: the path of its file.
    ///   - names: the pictures to fetch; `nil` for all.
    ///   - progress: called with the progress, up to 1, on any thread.
    /// - Throws: ``SyncError``; fetched pictures stay. If the server has something else in the place of some, the
    ///   others are fetched before it throws `StorageError.wrongOnServer`.
    public static func fetchPictures(
        of path: String, named names: Set<String>? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) {
        do throws(ServerError) {
            let file = try await stored(await CardFile.openForSync(path))
            do throws(ServerError) {
                try await fetch(names, to: file, progress)
                await file.close()
            } catch {
                await file.close()
                throw error
            }
        } catch {
            throw SyncError(error)
        }
    }

    private static func fetch(
        _ names: Set<String>?, to file: CardFile, _ progress: (Double) -> Void
    ) async throws(ServerError) {
        guard let state = try await stored(await file.syncState()) else { return }
        var wanted = try await stored(await file.wanted()).filter { names?.contains($0.name) ?? true }[...]
        guard !wanted.isEmpty else { return }
        let connection = try await SharedConnection(of: file, state)
        do throws(ServerError) {
            let whole = max(1, wanted.reduce(0) { $0 + $1.size })
            var (done, begun): (Int, BegunPicture?) = (0, nil)
            var wrong: [WantedPicture] = []
            while !wanted.isEmpty {
                guard !Task.isCancelled else { throw .cancelled }
                let batch = SharedPictures.batch(of: wanted)
                let answer = try await SharedPictures.fetch(
                    batch, after: begun, SharedLayout.home(of: state.document), connection)
                begun = answer.begun
                progress(min(1, Double(done + (begun?.bytes.count ?? 0)) / Double(whole)))
                guard begun == nil else { continue }
                try await stored(await file.keep(answer.pictures))
                wrong += answer.wrong
                wanted.removeFirst(batch.count)
                done += batch.reduce(0) { $0 + $1.size }
            }
            if let first = wrong.first { throw .storage(.wrongOnServer(picture: first.name, others: wrong.count - 1)) }
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
    }
}
