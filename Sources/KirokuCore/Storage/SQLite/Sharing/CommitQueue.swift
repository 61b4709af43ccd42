import FoundationEssentials

/// The table `queue` of a document that is shared: its edits that the server has not accepted yet, and the latest that it
/// has.
///
/// Each commit to the file adds its edits in its own transaction, whichever program makes it, so what is saved will be
/// sent. All of this runs inside a transaction.
extension SQLiteConnection {
    /// How many accepted edits are kept: after a failover the server may have lost the latest of them.
    private static var acceptedLimit: Int64 { 1_000 }

    /// How many edits are queued of a document that was only prepared for a server, before that attempt counts as given up.
    private static var preparedLimit: Int { 10_000 }

    /// Whether the document is shared.
    func isShared() throws(StorageError) -> Bool { try property(CardFileFormat.sharingProperty) != nil }

    /// Whether edits are queued: the document is shared, or was prepared for that.
    func isQueueing() throws(StorageError) -> Bool {
        if try isShared() { return true }
        return try property(CardFileFormat.preparedSharingProperty) != nil
    }

    /// What is known of the server; `nil` if the document is not shared.
    func sharing() throws(StorageError) -> SharingState? {
        guard let text = try property(CardFileFormat.sharingProperty) else { return nil }
        return try? JSONDecoder().decode(SharingState.self, from: Data(text.utf8))
    }

    func writeSharing(_ state: SharingState) throws(StorageError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(state) else { return }
        try writeProperty(CardFileFormat.sharingProperty, .string(String(decoding: text, as: UTF8.self)))
    }

    /// Begins to queue edits, from the state that the file has in this transaction.
    ///
    /// - Parameter schema: the fields of the records.
    func beginQueue(_ schema: Schema) throws(StorageError) {
        try execute("DROP TABLE IF EXISTS queue; DROP TABLE IF EXISTS wanted")
        try execute(CardFileFormat.queueCreation)
        try noteOriginals(of: schema)
        try noteQueued(isWhole: true)
    }

    /// What was noted before the document was put on a server.
    func preparedSharing() throws(StorageError) -> PreparedSharing? {
        guard let text = try property(CardFileFormat.preparedSharingProperty) else { return nil }
        return try? JSONDecoder().decode(PreparedSharing.self, from: Data(text.utf8))
    }

    func writePreparedSharing(_ prepared: PreparedSharing) throws(StorageError) {
        guard let text = try? JSONEncoder().encode(prepared) else { return }
        try writeProperty(
            CardFileFormat.preparedSharingProperty, .string(String(decoding: text, as: UTF8.self)))
    }

    /// Forgets the server, and what was to be sent there.
    func endSharing() throws(StorageError) {
        let names = [
            CardFileFormat.sharingProperty, CardFileFormat.preparedSharingProperty, CardFileFormat.queuedProperty,
        ]
        for name in names { try writeProperty(name, .empty) }
        try forgetOriginals()
        try execute("DROP TABLE IF EXISTS queue; DROP TABLE IF EXISTS wanted; DROP TABLE IF EXISTS keys")
    }

    /// Adds edits that were made here, if the document is shared.
    func enqueue(_ changes: [Change], picture: String? = nil) throws(StorageError) {
        guard try isQueueing() else { return }
        if try !isShared(), try waitingCount() >= Self.preparedLimit {
            return try endSharing()
        }
        for change in changes where !change.isEmpty {
            try enqueue(
                QueuedCommit(
                    number: 0, id: QueuedCommit.newID(), time: AppClock.shared.now, author: .current, change: change,
                    picture: nil))
        }
        if let picture {
            try enqueue(
                QueuedCommit(
                    number: 0, id: QueuedCommit.newID(), time: AppClock.shared.now, author: .current,
                    change: .sequence([]), picture: picture))
        }
        try noteQueued(isWhole: false)
    }

    /// Adds an edit at the end.
    func enqueue(_ commit: QueuedCommit) throws(StorageError) {
        guard let bytes = HistoryWriter.bytes(of: commit.change, limit: .max) else { return }
        let row = try cached(
            "INSERT INTO queue(id, accepted, at, person, program, picture, change) VALUES(?, 0, ?, ?, ?, ?, ?)")
        try row.bind(commit.id, at: 1)
        try row.bind(commit.time.timeIntervalSince1970, at: 2)
        try row.bind(commit.author.person, at: 3)
        try row.bind(commit.author.program, at: 4)
        if let picture = commit.picture { try row.bind(picture, at: 5) } else { try row.bindNull(at: 5) }
        try row.run(binding: bytes, at: 6)
    }

    /// The edits that wait to be sent, the oldest first.
    ///
    /// - Parameter limit: at most so many; `nil` for all.
    func waiting(atMost limit: Int? = nil) throws(StorageError) -> [QueuedCommit] {
        let rows = try cached(
            """
            SELECT number, id, at, person, program, picture, change FROM queue WHERE accepted = 0 \
            ORDER BY number LIMIT ?
            """)
        defer { rows.reset() }
        try rows.bind(Int64(limit ?? -1), at: 1)
        var commits: [QueuedCommit] = []
        while try rows.step() {
            guard let change = HistoryReader.change(rows[6].bytes) else {
                throw .damaged(path: path, reason: localized("An edit that waits to be sent cannot be read."))
            }
            commits.append(
                QueuedCommit(
                    number: rows[0].integer, id: rows[1].text, time: Date(timeIntervalSince1970: rows[2].real),
                    author: CommitAuthor(person: rows[3].text, program: rows[4].text), change: change,
                    picture: rows[5].content == .null ? nil : rows[5].text))
        }
        return commits
    }

    func waitingCount() throws(StorageError) -> Int { try number("SELECT count(*) FROM queue WHERE accepted = 0") }

    /// The names by which the server knows, or may know, the edits in the queue.
    func queuedIDs() throws(StorageError) -> [QueuedName] {
        let rows = try prepare("SELECT number, id, accepted FROM queue ORDER BY number")
        var names: [QueuedName] = []
        while try rows.step() {
            names.append(QueuedName(number: rows[0].integer, id: rows[1].text, isAccepted: rows[2].integer != 0))
        }
        return names
    }

    /// The server has accepted these, or has lost them again.
    func mark(_ ids: [String], accepted: Bool) throws(StorageError) {
        let row = try cached("UPDATE queue SET accepted = ? WHERE id = ?")
        for id in ids {
            try row.bind(Int64(accepted ? 1 : 0), at: 1)
            try row.bind(id, at: 2)
            try row.run()
        }
        guard accepted else { return }
        try execute(
            """
            DELETE FROM queue WHERE accepted <> 0 AND number <= \
            (SELECT number FROM queue WHERE accepted <> 0 ORDER BY number DESC LIMIT 1 OFFSET \(Self.acceptedLimit))
            """)
    }

    /// Replaces the edits that wait; they get new numbers, in this order.
    func replaceWaiting(by commits: [QueuedCommit]) throws(StorageError) {
        try execute("DELETE FROM queue WHERE accepted = 0")
        for commit in commits { try enqueue(commit) }
    }

    // MARK: What was not queued

    /// Notes that all commits up to the one that is being made are queued, if those before it are.
    ///
    /// Another program, or an earlier version of Kiroku, may write to the file without adding to the queue.
    ///
    /// - Parameter isWhole: whether those before it are known to be.
    func noteQueued(isWhole: Bool) throws(StorageError) {
        let counter = try changeCounter()
        let known = try property(CardFileFormat.queuedProperty)
        guard isWhole || known == String(counter) else { return }
        try writeProperty(CardFileFormat.queuedProperty, .string(String(counter &+ 1)))
    }

    /// Whether all commits to the file were queued.
    func isQueued() throws(StorageError) -> Bool {
        try property(CardFileFormat.queuedProperty) == String(changeCounter())
    }
}
