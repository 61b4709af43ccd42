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
        return StoredJSON.value(in: text)
    }

    func writeSharing(_ state: SharingState) throws(StorageError) {
        guard let text = StoredJSON.text(state) else { throw .unsupported }
        try writeProperty(CardFileFormat.sharingProperty, .string(text))
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
        return StoredJSON.value(in: text)
    }

    func writePreparedSharing(_ prepared: PreparedSharing) throws(StorageError) {
        guard let text = StoredJSON.text(prepared) else { throw .unsupported }
        try writeProperty(CardFileFormat.preparedSharingProperty, .string(text))
    }

    /// Forgets the server, and what was to be sent there.
    func endSharing() throws(StorageError) {
        let names = [
            CardFileFormat.sharingProperty, CardFileFormat.preparedSharingProperty, CardFileFormat.queuedProperty,
            CardFileFormat.queuedSealProperty,
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
        let field = logFields(besides: changes)
        for change in changes where !change.isEmpty {
            try enqueue(
                QueuedCommit(
                    number: 0, id: QueuedCommit.newID(), time: AppClock.shared.now, author: .current, change: change,
                    picture: nil), field)
        }
        if let picture {
            try enqueue(
                QueuedCommit(
                    number: 0, id: QueuedCommit.newID(), time: AppClock.shared.now, author: .current,
                    change: .sequence([]), picture: picture), field)
        }
        try noteQueued(isWhole: false)
    }

    /// Adds an edit at the end.
    func enqueue(_ commit: QueuedCommit) throws(StorageError) {
        try enqueue(commit, logFields(besides: [commit.change]))
    }

    private func enqueue(_ commit: QueuedCommit, _ field: ChangeText.FieldLookup) throws(StorageError) {
        guard let text = try ChangeText.text(of: commit.change, limit: .max, field: field) else {
            throw .unsupported
        }
        let row = try cached(
            """
            INSERT INTO queue(id, accepted, at, person, program, picture, place, seal, change) \
            VALUES(?, 0, ?, ?, ?, ?, ?, ?, ?)
            """)
        try row.bind(commit.id, at: 1)
        try row.bind(commit.time.timeIntervalSince1970, at: 2)
        try row.bind(commit.author.person, at: 3)
        try row.bind(commit.author.program, at: 4)
        if let picture = commit.picture { try row.bind(picture, at: 5) } else { try row.bindNull(at: 5) }
        if let place = commit.place { try row.bind(place, at: 6) } else { try row.bindNull(at: 6) }
        if commit.isOwn {
            try row.bind(commit.seal(of: text, try sealScope()), at: 7)
        } else {
            try row.bindNull(at: 7)
        }
        try row.bind(text, at: 8)
        try row.run()
    }

    /// What a seal holds for: the document, also while it is only prepared for a server, or the table of another program.
    private func sealScope() throws(StorageError) -> String {
        let row = try cached(
            """
            SELECT coalesce(nullif(json_extract(value, '$.document'), ''), json_extract(value, '$.address'), '') \
            FROM properties WHERE name IN ('\(CardFileFormat.sharingProperty)', \
            '\(CardFileFormat.preparedSharingProperty)') AND json_valid(value) \
            ORDER BY name = '\(CardFileFormat.sharingProperty)' DESC LIMIT 1
            """)
        defer { row.reset() }
        return try row.step() ? row[0].text : ""
    }

    /// The edits that wait to be sent, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: at most so many; `nil` for all.
    ///   - passed: only those with a higher number.
    func waiting(atMost limit: Int? = nil, after passed: Int64 = 0) throws(StorageError) -> [QueuedCommit] {
        let scope = try sealScope()
        let rows = try cached(
            """
            SELECT number, id, at, person, program, picture, change, place, seal \
            FROM queue WHERE accepted = 0 AND number > ? ORDER BY number LIMIT ?
            """)
        defer { rows.reset() }
        try rows.bind(passed, at: 1)
        try rows.bind(Int64(limit ?? -1), at: 2)
        var commits: [QueuedCommit] = []
        while try rows.step() {
            let text = rows[6].text
            guard let change = ChangeTextReader.change(text) else {
                throw .damaged(path: path, reason: localized("An edit that waits to be sent cannot be read."))
            }
            var commit = QueuedCommit(
                number: rows[0].integer, id: rows[1].text, time: Date(timeIntervalSince1970: rows[2].real),
                author: CommitAuthor(person: rows[3].text, program: rows[4].text), change: change,
                picture: rows[5].content == .null ? nil : rows[5].text,
                place: rows[7].content == .null ? nil : rows[7].text)
            commit.isOwn = rows[8].text == commit.seal(of: text, scope)
            commits.append(commit)
        }
        return commits
    }

    /// Takes edits that others have made for the user's own, who wants them sent.
    func adopt(_ commits: [QueuedCommit]) throws(StorageError) {
        try replaceWaiting(
            by: try waiting().map { waiting in
                var waiting = waiting
                waiting.isOwn = waiting.isOwn || commits.contains { $0.number == waiting.number && $0.id == waiting.id }
                return waiting
            })
    }

    /// Takes all edits that wait for those of others, which are not sent before the user has said so.
    func disown() throws(StorageError) {
        try execute("UPDATE queue SET seal = NULL WHERE accepted = 0")
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
        let field = logFields(besides: commits.map(\.change))
        for commit in commits { try enqueue(commit, field) }
    }

    // MARK: What was not queued

    /// Notes that all commits up to the one that is being made are queued, if those before it are.
    ///
    /// Another program may write to the file without adding to the queue.
    ///
    /// - Parameter isWhole: whether those before it are known to be.
    func noteQueued(isWhole: Bool) throws(StorageError) {
        let counter = try changeCounter()
        let known = try property(CardFileFormat.queuedProperty)
        guard isWhole || known == String(counter) else { return }
        try noteQueued(as: String(counter &+ 1), isOwn: true)
    }

    /// - Parameters:
    ///   - counter: up to which all is queued; or that this is not known.
    ///   - isOwn: whether it was this installation that has written up to there.
    func noteQueued(as counter: String, isOwn: Bool) throws(StorageError) {
        try writeProperty(CardFileFormat.queuedProperty, .string(counter))
        try writeProperty(CardFileFormat.queuedSealProperty, isOwn ? .string(try queuedSeal(counter)) : .empty)
    }

    /// Whether this installation was the last to queue edits, in this very file: what another program has written since
    /// was written here.
    func wasQueuedHere() throws(StorageError) -> Bool {
        guard let counter = try property(CardFileFormat.queuedProperty) else { return false }
        return try property(CardFileFormat.queuedSealProperty) == queuedSeal(counter)
    }

    private func queuedSeal(_ counter: String) throws(StorageError) -> String {
        let identity = FileIdentity(file)?.text ?? ""
        let parts = ["queued", try sealScope(), identity, counter]
        return EditSeals.shared.seal(parts.map { Array($0.utf8) })
    }

    /// Whether all commits to the file were queued.
    func isQueued() throws(StorageError) -> Bool {
        try property(CardFileFormat.queuedProperty) == String(changeCounter())
    }
}

extension QueuedCommit {
    /// What shows that the edit was made by this installation, as it is stored in this text.
    fileprivate func seal(of text: String, _ scope: String) -> String {
        let time = String(time.timeIntervalSince1970.bitPattern)
        let parts = [scope, id, time, author.person, author.program, place ?? "", picture ?? "", text]
        return EditSeals.shared.seal(parts.map { Array($0.utf8) })
    }
}
