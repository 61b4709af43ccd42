import FoundationEssentials

/// Documents that are shared with others through a server.
///
/// The program that keeps the document in sync opens a `CardFile` of its own, as one more writer: all others that have
/// the document open read its changes from the journal.
extension CardFile {
    /// Opens a document, shared or not, to keep it in sync with a server, without its records.
    package static func openForSync(_ path: String) async throws(StorageError) -> CardFile {
        let file = CardFile(path: path)
        try await file.openForSync()
        return file
    }

    func openForSync() throws(StorageError) {
        guard !isClosed else { throw .unsupported }
        let file = try place.existingFile()
        let opened = try SQLiteConnection(file: file, path: path, access: .writing, lockWait: lockWait)
        try checkHeader(try opened.bytes(CardFileHeader.size))
        try opened.checkOwnTables()
        try use(opened, isForCommits: true)
        startWatching(file)
    }

    /// The state of sharing; `nil` if the document is not shared.
    package func syncState() throws(StorageError) -> SyncState? {
        try opened().sharing()
    }

    /// The number of pending edits; 0 if the document is not shared.
    package func waitingCount() throws(StorageError) -> Int {
        let connection = try opened()
        guard try connection.hasJournal() else { return 0 }
        // A single statement, because each one outside of a transaction locks the file.
        return try connection.number(
            """
            SELECT count(*) FROM journal WHERE accepted = 0 \
            AND EXISTS (SELECT 1 FROM properties WHERE name = '\(CardFileFormat.sharingProperty)')
            """)
    }

    /// The pending edits, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: the largest number of edits; `nil` for all.
    ///   - passed: only edits with a higher number are returned.
    package func waiting(atMost limit: Int? = nil, after passed: Int64 = 0) throws(StorageError) -> [QueuedCommit] {
        try opened().waiting(atMost: limit, after: passed)
    }

    /// The records that pending edits have changed.
    package func waitingRecords() throws(StorageError) -> Set<RecordID> {
        try waiting().reduce(into: []) { $0.formUnion($1.change.records) }
    }

    /// Treats edits by others as the user's own, because the user wants to send them.
    package func adopt(_ commits: [QueuedCommit]) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.adopt(commits)
            return []
        }
    }

    /// The identities of the pending edits and of the latest accepted ones.
    package func queuedIDs() throws(StorageError) -> [QueuedName] {
        try opened().queuedIDs()
    }

    /// The number of records, if no edits are pending and the document has the server's state as of a cursor.
    package func settledCount(asOf cursor: String) throws(StorageError) -> Int? {
        let connection = try opened()
        connection.forgetPages()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try connection.waitingCount() == 0, try connection.sharing()?.cursor == cursor else { return nil }
        return try connection.number("SELECT count(*) FROM records")
    }

    /// The records in the file.
    package func recordIDs() throws(StorageError) -> Set<RecordID> {
        let connection = try opened()
        let rows = try connection.prepare("SELECT id FROM records")
        var ids: Set<RecordID> = []
        while try rows.step() { ids.insert(RecordID(rawValue: rows[0].integer)) }
        return ids
    }

    /// Queues what other programs have written to the document.
    ///
    /// - Returns: whether everything is queued; false if one has written in a way that could not be tracked.
    package func queueWritesOfOthers() throws(StorageError) -> Bool {
        let connection = try opened()
        connection.forgetPages()
        if try connection.hasWritesOfOthers() { try writeJournaled { _ in [] } }
        return try !connection.isUnclear()
    }

    /// What was recorded before the document was put on a server, if the outcome is unknown.
    func preparedSharing() throws(StorageError) -> PreparedSharing? {
        try opened().preparedSharing()
    }

    /// Records that the document, as loaded, is about to be put on a server.
    ///
    /// - Parameters:
    ///   - document: its identity there.
    ///   - backend: the connection that puts it there.
    func prepareSharing(as document: String, by backend: String?) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard try connection.sharing() == nil else { throw .alreadyExists(at: location) }
            // Queued edits are sealed for the document.
            try connection.writePreparedSharing(PreparedSharing(document: document, backend: backend))
            try beginQueue(connection)
            return []
        }
    }

    /// Starts queueing edits, including those since the document was loaded.
    private func beginQueue(_ connection: SQLiteConnection) throws(StorageError) {
        let hasMissed = try state.hasMissed(connection, path)
        try connection.beginQueue(try SmallReader(connection, path: path).schema)
        if hasMissed { try connection.send(editsAfter: state.journal.lastRead) }
    }

    /// Starts sharing the document, which is on the server as it was loaded or prepared.
    ///
    /// Edits made since then are sent.
    func beginSharing(_ state: SyncState) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard try connection.sharing() == nil else { throw .alreadyExists(at: location) }
            let isPrepared = try connection.preparedSharing() != nil
            try connection.writeSharing(state)
            if !isPrepared { try beginQueue(connection) }
            try connection.writeProperty(CardFileFormat.preparedSharingProperty, .empty)
            return []
        }
    }

    /// Ends sharing a document that no one has open; does nothing if it is not shared.
    static func endSharing(of path: String) async throws(StorageError) {
        let file = try await openForSync(path)
        do throws(StorageError) {
            try await file.endSharing()
        } catch {
            await file.close()
            throw error
        }
        await file.close()
    }

    /// Ends sharing the document; pending edits are not sent.
    package func endSharing() throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.endSharing()
            return []
        }
    }

    /// Stores the state of sharing, and which edits the server has accepted.
    ///
    /// - Parameters:
    ///   - accepted: the identities of accepted edits.
    ///   - lost: the identities of edits that the server no longer knows; they are sent again.
    ///   - keys: the keys of the rows of added records.
    ///   - change: changes the state of sharing.
    package func updateSyncState(
        accepted: [String] = [], lost: [String] = [], keys: KeyChanges = KeyChanges(),
        _ change: @Sendable (inout SyncState) -> Void = { _ in }
    ) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard var state = try connection.sharing() else { return [] }
            try connection.mark(accepted, accepted: true)
            try connection.mark(lost, accepted: false)
            try connection.write(keys)
            change(&state)
            try connection.writeSharing(state)
            return []
        }
    }

    /// Gives this copy a new identity on the server, because another copy uses the present one.
    ///
    /// Pending edits keep their identities, by which the server makes each edit only once, whichever copy sends it.
    /// Another program's table has no such list, so there the other copy sends the edits pending in both, and the user
    /// of this one is asked.
    ///
    /// - Parameter isSettled: whether the server has just been asked, so that the other copy has sent none of the
    ///   pending edits.
    package func takeNewDesk(isSettled: Bool) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard var state = try connection.sharing() else { return [] }
            state.takeNewDesk(try connection.queuedIDs().filter { $0.isAccepted || !isSettled })
            // The connection may belong to the other copy.
            if !isSettled { state.backend = nil }
            try connection.writeSharing(state)
            if state.foreign != nil { try connection.disown() }
            return []
        }
    }

    /// Removes an edit from those that the server is asked about.
    package func drop(_ id: String) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.drop(id)
            return []
        }
    }

    /// Writes in a transaction, with rows in the journal for all programs that have the document open.
    ///
    /// - Parameter body: writes, and returns its changes with their authors.
    func writeJournaled(
        _ body: (SQLiteConnection) throws(StorageError) -> [OthersCommit]
    ) throws(StorageError) {
        let connection = try opened()
        connection.forgetPages()
        try connection.transaction { () throws(StorageError) in
            if try connection.hasMoved() { throw .moved(path) }
            try connection.queueWritesOfOthers(path: path)
            var journal = try Journal(connection)
            let commits = try body(connection)
            let rows = try NewJournalRow.rows(of: commits, field: connection.logFields(besides: commits.map(\.change)))
            try journal.write(rows, to: connection)
        }
    }
}
