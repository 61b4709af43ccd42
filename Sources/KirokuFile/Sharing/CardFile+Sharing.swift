import FoundationEssentials

/// A document that is shared with others through a server.
///
/// The program that syncs it opens a `CardFile` of its own, as one more writer of the document: all
/// others who have it open read its changes from the journal.
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

    /// What the document knows of its server; `nil` if it is not shared.
    package func syncState() throws(StorageError) -> SyncState? {
        try opened().sharing()
    }

    /// How many edits wait to be sent; 0 if the document is not shared.
    package func waitingCount() throws(StorageError) -> Int {
        let connection = try opened()
        guard try connection.hasJournal() else { return 0 }
        // Each statement outside of a transaction locks the file for itself.
        return try connection.number(
            """
            SELECT count(*) FROM journal WHERE accepted = 0 \
            AND EXISTS (SELECT 1 FROM properties WHERE name = '\(CardFileFormat.sharingProperty)')
            """)
    }

    /// The edits that wait to be sent, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: at most so many; `nil` for all.
    ///   - passed: only those with a higher number.
    package func waiting(atMost limit: Int? = nil, after passed: Int64 = 0) throws(StorageError) -> [QueuedCommit] {
        try opened().waiting(atMost: limit, after: passed)
    }

    /// The records that edits which wait have changed.
    package func waitingRecords() throws(StorageError) -> Set<RecordID> {
        try waiting().reduce(into: []) { $0.formUnion($1.change.records) }
    }

    /// Takes edits that others have made for the user's own, who wants them sent.
    package func adopt(_ commits: [QueuedCommit]) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.adopt(commits)
            return []
        }
    }

    /// The names of the edits that wait, and of the latest that were accepted.
    package func queuedIDs() throws(StorageError) -> [QueuedName] {
        try opened().queuedIDs()
    }

    /// How many records there are, if nothing waits, and it is what is on the server as of a cursor.
    package func settledCount(asOf cursor: String) throws(StorageError) -> Int? {
        let connection = try opened()
        connection.forgetPages()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try connection.waitingCount() == 0, try connection.sharing()?.cursor == cursor else { return nil }
        return try connection.number("SELECT count(*) FROM records")
    }

    /// The records that are in the file.
    package func recordIDs() throws(StorageError) -> Set<RecordID> {
        let connection = try opened()
        let rows = try connection.prepare("SELECT id FROM records")
        var ids: Set<RecordID> = []
        while try rows.step() { ids.insert(RecordID(rawValue: rows[0].integer)) }
        return ids
    }

    /// Queues what other programs have written to the document.
    ///
    /// - Returns: whether all is queued; otherwise one has written in a way that could not be noted.
    package func queueWritesOfOthers() throws(StorageError) -> Bool {
        let connection = try opened()
        connection.forgetPages()
        if try connection.hasWritesOfOthers() { try writeJournaled { _ in [] } }
        return try !connection.isUnclear()
    }

    /// What was noted before the document was put on a server, if the end of that is not known.
    func preparedSharing() throws(StorageError) -> PreparedSharing? {
        try opened().preparedSharing()
    }

    /// Notes that the document, as it was loaded, is about to be put on a server.
    ///
    /// - Parameters:
    ///   - document: its identity there.
    ///   - backend: the connection that does it.
    func prepareSharing(as document: String, by backend: String?) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard try connection.sharing() == nil else { throw .alreadyExists(at: location) }
            // What is queued is sealed for the document.
            try connection.writePreparedSharing(PreparedSharing(document: document, backend: backend))
            try beginQueue(connection)
            return []
        }
    }

    /// Begins to queue what is edited, with what was edited since the document was loaded.
    private func beginQueue(_ connection: SQLiteConnection) throws(StorageError) {
        let hasMissed = try state.hasMissed(connection, path)
        try connection.beginQueue(try SmallReader(connection, path: path).schema)
        if hasMissed { try connection.send(editsAfter: state.journal.lastRead) }
    }

    /// Begins to share the document, which is on the server as it was loaded, or prepared.
    ///
    /// What was edited since is sent.
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

    /// Makes a document that nobody has open one of its own; nothing changes if it is one.
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

    /// Makes it a document of its own again; what waits is not sent.
    package func endSharing() throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.endSharing()
            return []
        }
    }

    /// Writes down what is known of the server, and which edits it has accepted.
    ///
    /// - Parameters:
    ///   - accepted: their names.
    ///   - lost: the names of those that it no longer knows; they are sent again.
    ///   - keys: which rows the records have become that they have added.
    ///   - change: changes what is known of the server.
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

    /// Has the server know this copy by another name from now on, because another copy goes by the present one.
    ///
    /// What waits keeps its identities, by which the server makes each edit only once, whichever copy sends it. Another program's
    /// table has no such list, so there the other copy sends what waits in both, and the user of this one is asked.
    ///
    /// - Parameter isSettled: whether the server has just been asked, so that the other copy has sent nothing of what waits.
    package func takeNewDesk(isSettled: Bool) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            guard var state = try connection.sharing() else { return [] }
            state.takeNewDesk(try connection.queuedIDs().filter { $0.isAccepted || !isSettled })
            // It may be the other copy's.
            if !isSettled { state.backend = nil }
            try connection.writeSharing(state)
            if state.foreign != nil { try connection.disown() }
            return []
        }
    }

    /// Takes an edit out of those that the server is asked about.
    package func drop(_ id: String) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.drop(id)
            return []
        }
    }

    /// Writes something in a transaction, with a row in the journal for all who have the document open.
    ///
    /// - Parameter body: returns what it has changed, by whom.
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
