import FoundationEssentials

/// The queue in the journal of a shared document: the edits made here that the server has not accepted yet, and the
/// latest that it has.
///
/// Each commit to the file adds its edits in its own transaction, whichever Kiroku program makes it, so everything
/// saved will be sent. Changes of others may leave only a part of an edit to be sent: that part is stored with the
/// edit, and has another identity on the server. All of this runs inside a transaction.
extension SQLiteConnection {
    /// How many of the accepted edits the server is asked about: after a failover it may have lost the latest of them.
    private static var acceptedLimit: Int64 { 1_000 }

    /// How many edits are queued for a document that is only prepared for a server, before that attempt counts as given
    /// up.
    private static var preparedLimit: Int { 10_000 }

    /// Whether the document is shared.
    func isShared() throws(StorageError) -> Bool { try property(CardFileFormat.sharingProperty) != nil }

    /// Whether edits are queued: the document is shared, or prepared for sharing.
    func isQueueing() throws(StorageError) -> Bool {
        let row = try cached(
            """
            SELECT 1 FROM properties WHERE name IN ('\(CardFileFormat.sharingProperty)', \
            '\(CardFileFormat.preparedSharingProperty)') LIMIT 1
            """)
        defer { row.reset() }
        return try row.step()
    }

    /// The state of sharing; `nil` if the document is not shared.
    func sharing() throws(StorageError) -> SyncState? { try stored(CardFileFormat.sharingProperty) }

    func writeSharing(_ state: SyncState) throws(StorageError) {
        try store(state, as: CardFileFormat.sharingProperty)
    }

    /// The value of a property in JSON; `nil` if missing or unreadable.
    private func stored<Value: Decodable>(_ name: String) throws(StorageError) -> Value? {
        try property(name).flatMap { StoredJSON.value(in: $0) }
    }

    private func store(_ value: some Encodable, as name: String) throws(StorageError) {
        guard let text = StoredJSON.text(value) else { throw .unsupported }
        try writeProperty(name, .string(text))
    }

    /// Starts queueing edits, from the state of the file in this transaction.
    ///
    /// - Parameter schema: the fields of the records.
    func beginQueue(_ schema: Schema) throws(StorageError) {
        try execute("DROP TABLE IF EXISTS wanted")
        try execute(CardFileFormat.sharingCreation)
        try prepareOriginals(of: schema)
        try writeProperty(CardFileFormat.unclearProperty, .empty)
    }

    /// Queues the edits after a row of the journal.
    func send(editsAfter number: Int64) throws(StorageError) {
        try execute("UPDATE journal SET accepted = 0 WHERE number > \(number) AND change <> '[]'")
        var edits = try waiting().filter { !$0.change.isEmpty || $0.picture != nil }
        for index in edits.indices { edits[index].isOwn = true }
        try replaceWaiting(by: edits)
    }

    /// What was recorded before the document was put on a server.
    func preparedSharing() throws(StorageError) -> PreparedSharing? {
        try stored(CardFileFormat.preparedSharingProperty)
    }

    func writePreparedSharing(_ prepared: PreparedSharing) throws(StorageError) {
        try store(prepared, as: CardFileFormat.preparedSharingProperty)
    }

    /// Forgets the server and the queue.
    func endSharing() throws(StorageError) {
        let names = [
            CardFileFormat.sharingProperty, CardFileFormat.preparedSharingProperty, CardFileFormat.unclearProperty,
            CardFileFormat.queuedSealProperty,
        ]
        for name in names { try writeProperty(name, .empty) }
        try forgetOriginals()
        try execute("DROP TABLE IF EXISTS wanted; DROP TABLE IF EXISTS keys; DROP INDEX IF EXISTS journal_accepted")
        guard try hasJournal() else { return }
        try execute("UPDATE journal SET accepted = NULL, seal = NULL, rest = NULL WHERE accepted IS NOT NULL")
    }

    /// How edits that are made now are sent; `nil` if the document is not shared.
    func sending() throws(StorageError) -> NewJournalRow.Sending? {
        guard try isQueueing() else { return nil }
        if try !isShared(), try waitingCount() >= Self.preparedLimit {
            try endSharing()
            return nil
        }
        return NewJournalRow.Sending()
    }

    /// The journal rows for an added picture; none if the document is not shared.
    func rows(ofPicture name: String) throws(StorageError) -> [NewJournalRow] {
        guard let sending = try sending() else { return [] }
        return [NewJournalRow(picture: name, sending: sending, parts: [.nothing])]
    }

    /// What seals are valid for: the document, even while it is only prepared for a server, or the table of another
    /// program.
    func sealScope() throws(StorageError) -> String {
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

    /// The pending edits, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: the largest number of edits; `nil` for all.
    ///   - passed: only edits with a higher number are returned.
    func waiting(atMost limit: Int? = nil, after passed: Int64 = 0) throws(StorageError) -> [QueuedCommit] {
        guard try hasJournal() else { return [] }
        let scope = try sealScope()
        let rows = try cached(
            """
            SELECT number, \(Self.rest("id")), (julianday(at) - 2440587.5) * 86400, person, program, picture, \
            \(Self.rest("change")), computer, seal \
            FROM journal WHERE accepted = 0 AND number > ? ORDER BY number LIMIT ?
            """)
        defer { rows.reset() }
        try rows.bind(passed, at: 1)
        try rows.bind(Int64(limit ?? -1), at: 2)
        var commits: [QueuedCommit] = []
        while try rows.step() {
            let text = rows[6].text
            guard let change = ChangeTextReader.change(text) else {
                throw .damaged(path: path, reason: localized("An edit that has not been sent cannot be read."))
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

    /// A column of the part of an edit that is to be sent.
    private static func rest(_ column: String) -> String {
        "coalesce(iif(json_valid(rest), json_extract(rest, '$.\(column)'), NULL), \(column))"
    }

    /// Treats edits by others as the user's own, because the user wants to send them.
    func adopt(_ commits: [QueuedCommit]) throws(StorageError) {
        for var waiting in try waiting()
        where commits.contains(where: { $0.number == waiting.number && $0.id == waiting.id }) {
            waiting.isOwn = true
            try keep(waiting)
        }
    }

    /// Treats all pending edits as those of others, which are not sent without the user's consent.
    func disown() throws(StorageError) {
        try execute("UPDATE journal SET seal = NULL WHERE accepted = 0")
    }

    func waitingCount() throws(StorageError) -> Int {
        try hasJournal() ? try number("SELECT count(*) FROM journal WHERE accepted = 0") : 0
    }

    /// The identities under which the server knows, or may know, the pending edits and the latest accepted ones.
    func queuedIDs() throws(StorageError) -> [QueuedName] {
        guard try hasJournal() else { return [] }
        let rows = try prepare(
            """
            SELECT number, \(Self.rest("id")), accepted FROM journal WHERE accepted = 0 OR number IN \
            (SELECT number FROM journal WHERE accepted = 1 ORDER BY number DESC LIMIT \(Self.acceptedLimit)) \
            ORDER BY number
            """)
        var names: [QueuedName] = []
        while try rows.step() {
            names.append(QueuedName(number: rows[0].integer, id: rows[1].text, isAccepted: rows[2].integer != 0))
        }
        return names
    }

    /// Marks edits as accepted by the server, or as lost again.
    func mark(_ ids: [String], accepted: Bool) throws(StorageError) {
        guard !ids.isEmpty else { return }
        let row = try cached("UPDATE journal SET accepted = ? WHERE number = ?")
        let numbers = Dictionary(try queuedIDs().map { ($0.id, $0.number) }) { first, _ in first }
        for number in ids.compactMap({ numbers[$0] }) {
            try row.bind(Int64(accepted ? 1 : 0), at: 1)
            try row.bind(number, at: 2)
            try row.run()
        }
    }

    /// Removes an edit from those that the server is asked about.
    func drop(_ id: String) throws(StorageError) {
        guard let number = try queuedIDs().first(where: { $0.id == id })?.number else { return }
        try execute("UPDATE journal SET accepted = NULL WHERE number = \(number)")
    }

    /// Replaces the pending edits by these; others are no longer sent.
    func replaceWaiting(by commits: [QueuedCommit]) throws(StorageError) {
        let kept = Dictionary(commits.map { ($0.number, $0) }) { first, _ in first }
        for commit in try waiting() {
            guard let new = kept[commit.number] else {
                try execute("UPDATE journal SET accepted = NULL WHERE number = \(commit.number)")
                continue
            }
            try keep(new)
        }
    }

    /// Stores the part of a pending edit that is to be sent.
    private func keep(_ commit: QueuedCommit) throws(StorageError) {
        let text = try ChangeText.text(of: commit.change, field: logFields(besides: [commit.change]))
        let row = try cached(
            """
            UPDATE journal SET picture = ?2, seal = ?3, \
            rest = iif(id = ?4 AND change = ?5, NULL, json_object('id', ?4, 'change', ?5)) WHERE number = ?1
            """)
        try row.bind(commit.number, at: 1)
        try row.bind(commit.picture, at: 2)
        try row.bind(commit.isOwn ? commit.seal(of: text, try sealScope()) : nil, at: 3)
        try row.bind(commit.id, at: 4)
        try row.bind(text, at: 5)
        try row.run()
    }

    // MARK: Writes outside of the journal

    /// Records that this installation was the last to write to the journal, in this very file.
    ///
    /// - Parameter counter: the file's change counter after the commit that is being made.
    func sealJournal(_ counter: UInt32) throws(StorageError) {
        try writeProperty(CardFileFormat.queuedSealProperty, .string(try journalSeal(Int64(counter))))
    }

    /// Whether this installation was the last to write to the journal, in this very file: if so, other programs have
    /// written here since.
    func wasSealedHere() throws(StorageError) -> Bool {
        guard let last = try lastJournalRow() else { return false }
        return try property(CardFileFormat.queuedSealProperty) == journalSeal(last.counter)
    }

    private func journalSeal(_ counter: Int64) throws(StorageError) -> String {
        let identity = FileIdentity(file)?.text ?? ""
        let parts = ["journal", try sealScope(), identity, String(counter)]
        return EditSeals.shared.seal(parts.map { Array($0.utf8) })
    }

    /// Whether all commits to the file are in the journal.
    func isJournalWhole() throws(StorageError) -> Bool {
        guard let last = try lastJournalRow() else { return false }
        return last.counter == Int64(try changeCounter())
    }
}

extension QueuedCommit {
    /// The seal that shows that this installation made the edit stored in this text.
    fileprivate func seal(of text: String, _ scope: String) -> String {
        EditSeals.shared.seal(of: id, time, author, place, picture, text, scope)
    }
}

extension NewJournalRow {
    /// The seal of a new row; `nil` if its edit is not to be sent, or not the user's own.
    func seal(of text: String, _ scope: String) -> String? {
        guard let sending, sending.isOwn else { return nil }
        return EditSeals.shared.seal(
            of: id.text, time, author ?? CommitAuthor(person: "", program: ""), sending.place, picture, text, scope)
    }
}

extension EditSeals {
    fileprivate func seal(
        of id: String, _ time: Date, _ author: CommitAuthor, _ place: String?, _ picture: String?, _ text: String,
        _ scope: String
    ) -> String {
        // As precise as in the journal.
        let parts = [
            scope, id, String(time.milliseconds), author.person, author.program, place ?? "", picture ?? "", text,
        ]
        return seal(parts.map { Array($0.utf8) })
    }
}
