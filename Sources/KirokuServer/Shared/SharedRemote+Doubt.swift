import FoundationEssentials
import KirokuCore

/// Finding the outcome of edits in doubt, and of accepted edits that the server no longer knows.
extension SharedRemote {
    /// Finds the outcomes, at the beginning of a connection.
    ///
    /// - Returns: accepted edits that the server has lost; they are pending again.
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
        // Read after the edits, because some may be removed meanwhile.
        let removed = try await removed(of: state.desk, connection)
        var former: [QueueOutcome.Former] = []
        for desk in state.formerDesks ?? [] where UUID(uuidString: desk.desk) != nil {
            former.append((desk.last, try await self.removed(of: desk.desk, connection)))
        }
        let outcome = QueueOutcome(queued, known: known, removed: removed, former)
        guard !outcome.isEmpty || outcome.isOvertaken else { return [] }
        exchange.report.sent += outcome.accepted.count
        try await stored(await file.updateSyncState(accepted: outcome.accepted, lost: outcome.lost))
        // Edits from now on are new, although their numbers were already used.
        if outcome.isOvertaken { try await stored(await file.takeNewDesk(isSettled: true)) }
        for id in outcome.forgotten { try await stored(await file.drop(id)) }
        for id in outcome.doubtful {
            try await exchange.refuse(
                id, localized("It may have been sent already, too long ago for the server to confirm it."))
        }
        return outcome.lost
    }

    /// The number up to which the server may have removed edits of a copy with an identity.
    private func removed(
        of desk: String, _ connection: SharedConnection
    ) async throws(ServerError) -> Int64 {
        let last = try await connection.ask(SharedPruning.lastUnknown(documentHome), [desk]).first?.number(0)
        return Int64(max(0, last ?? 0))
    }
}

/// Asks which of some edits a server has.
enum KnownEdits {
    /// An SQL expression for the edits that the server has.
    ///
    /// - Parameter ids: an expression for the identities of the edits, as an array of texts.
    static func sql(_ home: String, _ ids: String) -> String {
        "ARRAY(SELECT c.id FROM \(home).commits c WHERE c.id = ANY (\(ids)::uuid[]))::text"
    }

    /// The identities in the value of this expression.
    static func ids(_ value: String?) -> [String] {
        (value ?? "").split { "{},".contains($0) }.map(String.init)
    }
}

/// What a server's list of edits tells about the pending and accepted edits of a copy.
struct QueueOutcome {
    /// Pending edits that the server has.
    private(set) var accepted: [String] = []
    /// Accepted edits that the server no longer has.
    private(set) var lost: [String] = []
    /// Accepted edits that were removed there because they are old.
    private(set) var forgotten: [String] = []
    /// Pending edits that the server may have had, and removed.
    private(set) var doubtful: [String] = []

    /// The number of the last edit made under a former identity, and the number up to which the server has removed
    /// edits with that identity.
    typealias Former = (last: Int64, removed: Int64)

    /// Whether the numbers of the next edits have already been used, by another copy with the same identity or a later
    /// state of this one.
    private(set) var isOvertaken = false

    var isEmpty: Bool { accepted.isEmpty && lost.isEmpty && forgotten.isEmpty && doubtful.isEmpty }

    /// - Parameters:
    ///   - queued: the edits of the copy, in their order.
    ///   - known: the edits among them that the server has.
    ///   - removed: the number up to which it has removed edits of this copy, or of one with the same identity.
    ///   - former: the same for former identities, in their order.
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
