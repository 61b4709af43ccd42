import FoundationEssentials
import KirokuCore

/// What has become of edits of which it is not known, and of accepted ones that the server does not know any more.
extension SharedDesk {
    /// Finds out, at the beginning of a connection.
    ///
    /// - Returns: accepted edits that the server has lost; they wait again.
    func settle(
        _ layout: SharedLayout, _ connection: SharedConnection, _ desk: String
    ) async throws(ServerError) -> [String] {
        let queued = try await stored { (file) throws(StorageError) in try await file.queuedIDs() }
        guard !queued.isEmpty else { return [] }
        var (known, rest): (Set<String>, ArraySlice<String>) = ([], queued.map(\.id)[...])
        while !rest.isEmpty {
            let part = rest.prefix(max(connection.session.limits.rows / 2, 1))
            let rows = try await connection.ask(
                "SELECT id FROM \(layout.home).commits WHERE id = ANY ($1::uuid[])",
                ["{" + part.joined(separator: ",") + "}"])
            known.formUnion(rows.compactMap { $0[0] })
            rest = rest.dropFirst(part.count)
        }
        // After the edits, because they may be removed meanwhile.
        let last = try await connection.ask(SharedPruning.lastUnknown(layout.home), [desk]).first?.number(0)
        let removed = Int64(max(0, last ?? 0))
        let outcome = QueueOutcome(queued, known: known, removed: removed)
        guard !outcome.isEmpty || outcome.isOvertaken else { return [] }
        report.sent += outcome.accepted.count
        try await stored { (file) throws(StorageError) in
            try await file.note(accepted: outcome.accepted, lost: outcome.lost) {
                // What is edited from now on is new, though its number is not.
                if outcome.isOvertaken { $0.desk = UUID().uuidString.lowercased() }
            }
            for id in outcome.forgotten { try await file.drop(id) }
        }
        for id in outcome.doubtful {
            try await refuse(
                id, localized("It may have been sent already, so long ago that the server does not know it any more."))
        }
        return outcome.lost
    }
}

/// What a server's list of edits says about those in the queue of a copy.
struct QueueOutcome {
    /// Waiting ones that the server has.
    private(set) var accepted: [String] = []
    /// Accepted ones that it does not have any more.
    private(set) var lost: [String] = []
    /// Accepted ones that were removed there because they are old.
    private(set) var forgotten: [String] = []
    /// Waiting ones that it may have had, and removed.
    private(set) var doubtful: [String] = []

    /// Whether the numbers of the next edits have been used: a copy that goes by the same name has been there, or a later state
    /// of this one.
    private(set) var isOvertaken = false

    var isEmpty: Bool { accepted.isEmpty && lost.isEmpty && forgotten.isEmpty && doubtful.isEmpty }

    /// - Parameters:
    ///   - queued: the edits in the queue, in their order.
    ///   - known: those of them that the server has.
    ///   - removed: up to which number it has removed edits of this copy, or of one that goes by the same name.
    init(_ queued: [QueuedName], known: Set<String>, removed: Int64) {
        // A server loses the latest edits, and removes the oldest.
        let latest = queued.last { $0.isAccepted && known.contains($0.id) }?.number ?? 0
        isOvertaken = queued.last.map { $0.number <= removed } ?? false
        for edit in queued {
            switch (edit.isAccepted, known.contains(edit.id)) {
            case (true, true): break
            case (false, true): accepted.append(edit.id)
            case (true, false) where edit.number <= max(removed, latest): forgotten.append(edit.id)
            case (true, false): lost.append(edit.id)
            case (false, false): if edit.number <= removed { doubtful.append(edit.id) }
            }
        }
    }
}
