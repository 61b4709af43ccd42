import FoundationEssentials
import KirokuCore

/// What has become of edits of which it is not known, and of accepted ones that the server does not know any more.
extension SharedRemote {
    /// Finds out, at the beginning of a connection.
    ///
    /// - Returns: accepted edits that the server has lost; they wait again.
    func settle(_ exchange: inout Exchange, _ state: SyncState) async throws(ServerError) -> [String] {
        let (file, connection) = (exchange.file, exchange.connection)
        let queued = try await stored(await file.queuedIDs())
        guard !queued.isEmpty else { return [] }
        var (known, rest): (Set<String>, ArraySlice<String>) = ([], queued.map(\.id)[...])
        while !rest.isEmpty {
            let part = rest.prefix(max(connection.session.limits.rows / 2, 1))
            let rows = try await connection.ask(
                "SELECT \(KnownEdits.sql(documentHome, "$1"))", [SQLText.array(Array(part))])
            known.formUnion(KnownEdits.ids(rows.first?[0]))
            rest = rest.dropFirst(part.count)
        }
        // After the edits, because they may be removed meanwhile.
        let removed = try await removed(of: state.desk, connection)
        var former: [QueueOutcome.Former] = []
        for desk in state.formerDesks ?? [] where UUID(uuidString: desk.desk) != nil {
            former.append((desk.last, try await self.removed(of: desk.desk, connection)))
        }
        let outcome = QueueOutcome(queued, known: known, removed: removed, former)
        guard !outcome.isEmpty || outcome.isOvertaken else { return [] }
        exchange.report.sent += outcome.accepted.count
        try await stored(await file.updateSyncState(accepted: outcome.accepted, lost: outcome.lost))
        // What is edited from now on is new, though its number is not.
        if outcome.isOvertaken { try await stored(await file.takeNewDesk(isSettled: true)) }
        for id in outcome.forgotten { try await stored(await file.drop(id)) }
        for id in outcome.doubtful {
            try await exchange.refuse(
                id, localized("It may have been sent already, too long ago for the server to confirm it."))
        }
        return outcome.lost
    }

    /// Up to which number the server may have removed edits of a copy that goes, or went, by a name.
    private func removed(
        of desk: String, _ connection: SharedConnection
    ) async throws(ServerError) -> Int64 {
        let last = try await connection.ask(SharedPruning.lastUnknown(documentHome), [desk]).first?.number(0)
        return Int64(max(0, last ?? 0))
    }
}

/// Which of some edits a server has.
enum KnownEdits {
    /// An expression for that.
    ///
    /// - Parameter ids: one for the identities of the edits, as an array of texts.
    static func sql(_ home: String, _ ids: String) -> String {
        "ARRAY(SELECT c.id FROM \(home).commits c WHERE c.id = ANY (\(ids)::uuid[]))::text"
    }

    /// The identities in its value.
    static func ids(_ value: String?) -> [String] {
        (value ?? "").split { "{},".contains($0) }.map(String.init)
    }
}

/// What a server's list of edits says about those that wait in a copy, or were accepted.
struct QueueOutcome {
    /// Waiting ones that the server has.
    private(set) var accepted: [String] = []
    /// Accepted ones that it does not have any more.
    private(set) var lost: [String] = []
    /// Accepted ones that were removed there because they are old.
    private(set) var forgotten: [String] = []
    /// Waiting ones that it may have had, and removed.
    private(set) var doubtful: [String] = []

    /// The number of the last edit that was made under an earlier name, and up to which number the server has removed edits of
    /// copies that went by that.
    typealias Former = (last: Int64, removed: Int64)

    /// Whether the numbers of the next edits have been used: a copy that goes by the same name has been there, or a later state
    /// of this one.
    private(set) var isOvertaken = false

    var isEmpty: Bool { accepted.isEmpty && lost.isEmpty && forgotten.isEmpty && doubtful.isEmpty }

    /// - Parameters:
    ///   - queued: these edits, in their order.
    ///   - known: those of them that the server has.
    ///   - removed: up to which number it has removed edits of this copy, or of one that goes by the same name.
    ///   - former: the same for earlier names, in their order.
    init(_ queued: [QueuedName], known: Set<String>, removed: Int64, _ former: [Former] = []) {
        func removedThen(_ edit: QueuedName) -> Int64 {
            former.first { edit.number <= $0.last }?.removed ?? removed
        }

        // A server loses the latest edits, and removes the oldest.
        let latest = queued.last { $0.isAccepted && known.contains($0.id) }?.number ?? 0
        isOvertaken = queued.last.map { $0.number <= removed } ?? false
        for edit in queued {
            switch (edit.isAccepted, known.contains(edit.id)) {
            case (true, true): break
            case (false, true): accepted.append(edit.id)
            case (true, false) where edit.number <= max(removedThen(edit), latest): forgotten.append(edit.id)
            case (true, false): lost.append(edit.id)
            case (false, false): if edit.number <= removedThen(edit) { doubtful.append(edit.id) }
            }
        }
    }
}
