import Glibc

/// The first copy of a table on a server, while its records arrive.
///
/// It is a document that grows in a hidden file beside its destination. Records are made durable from time to time, and
/// stay if the connection breaks or the program is killed: the next copy to the same file finds them, and may continue
/// after the last record.
package final class PartialCopy {
    /// The state of the copy; `nil` if there is none yet.
    package private(set) var state: SyncState?
    private let file: UnpublishedFile
    private let path: String
    /// `nil` while the file is being emptied or moved.
    private var connection: SQLiteConnection?
    /// The received bytes that are not durable yet; `nil` outside of a transaction.
    private var pendingBytes: Int?
    private var isKept = false

    /// How many bytes are made durable at a time; an interruption loses no more than these.
    private static let durablePart = 8 << 20

    /// Finds an unfinished copy, or creates an empty file.
    ///
    /// - Parameter path: the destination; nothing may be there yet.
    /// - Throws: what creating a document throws, and ``StorageError/busy(at:by:)`` if another program is copying to
    ///   that file.
    package init(for path: String) throws(StorageError) {
        self.path = path
        file = try UnpublishedFile(goingOnFor: path)
        let connection = try Self.connection(file.hiddenPath, path)
        state = Self.state(of: connection)
        self.connection = connection
        if state?.copying == nil { state = nil }
    }

    deinit {
        guard !isKept else { return }
        // Delete the rollback journal; the file itself is deleted with its value.
        connection = nil
        unlink(file.hiddenPath + "-journal")
    }

    private static func connection(_ file: String, _ path: String) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // Large enough to hold most of what is written until it is made durable.
        try connection.execute("PRAGMA cache_size = -65536")
        return connection
    }

    /// The state in the file; `nil` for anything but an unfinished copy.
    private static func state(of connection: SQLiteConnection) -> SyncState? {
        guard (try? connection.number("PRAGMA application_id")) == Int(CardFileFormat.applicationID),
            (try? connection.number("PRAGMA user_version")) == Int(CardFileFormat.version)
        else { return nil }
        return try? connection.sharing()
    }

    /// How many records of an unfinished copy for a destination have arrived.
    package static func count(for path: String) -> Int {
        let file = UnpublishedFile.keptPath(for: path)
        let connection = try? SQLiteConnection(file: file, path: path, access: .reading, lockWait: 0)
        return connection.flatMap { state(of: $0)?.copying?.count } ?? 0
    }

    /// Starts an empty copy.
    ///
    /// - Parameters:
    ///   - schema: the fields.
    ///   - state: the state of sharing, with how much is expected.
    package func begin(_ schema: Schema, _ state: SyncState) throws(StorageError) {
        connection = nil
        try file.clear()
        let connection = try Self.connection(file.hiddenPath, path)
        self.connection = connection
        try connection.execute(CardFile.shrinkable)
        try CardFile.prepareForCommits(connection)
        try connection.transaction { () throws(StorageError) in
            try connection.execute(CardFileFormat.creation(of: schema))
            try connection.writeFields(of: schema)
            try connection.writeSettings(
                DocumentSettings().stored.mapValues(Optional.some))
            try connection.execute(CardFileFormat.view(of: schema))
            try connection.execute(CardFileFormat.sharingCreation)
            if state.foreign != nil { try connection.execute(CardFileFormat.keysCreation) }
            try connection.writeSharing(state)
        }
        self.state = state
    }

    /// Adds records.
    ///
    /// - Parameters:
    ///   - records: the records, with their identities.
    ///   - keys: their keys, if it is another program's table.
    ///   - last: the server's key of the last of them.
    ///   - bytes: their size on the connection.
    package func add(
        _ records: RecordTable, keys: [RecordKey] = [], last: String, bytes: Int
    ) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        let connection = try begun(bytes)
        try connection.insert(records)
        try connection.append(keys)
        state?.copying?.last = last
        state?.copying?.count += records.count
        state?.copying?.bytes += bytes
        if let pendingBytes, pendingBytes >= Self.durablePart { try makeDurable() }
    }

    // MARK: Ending

    private func makeDurable() throws(StorageError) {
        guard let state, pendingBytes != nil else { return }
        let connection = try opened()
        try connection.writeSharing(state)
        try connection.cached("COMMIT").run()
        pendingBytes = nil
    }

    /// Ends the work for now, and keeps the records received, if it is worth it.
    ///
    /// - Parameter isWhole: whether all records have arrived.
    package func pause(isWhole: Bool) throws(StorageError) {
        if isWhole {
            try begun()
            state?.copying?.isWhole = true
        }
        try makeDurable()
        try opened().execute("PRAGMA journal_mode = DELETE")
        if let progress = state?.copying, progress.isWhole || progress.count > 0 {
            isKept = true
            file.keep()
        }
    }

    /// Turns a complete copy into a document at its destination.
    ///
    /// - Parameter path: the destination.
    package static func finish(_ path: String) throws(StorageError) {
        let copy = try PartialCopy(for: path)
        guard let progress = copy.state?.copying, progress.isWhole, var state = copy.state else {
            throw .notFound(path: path)
        }
        (state.cursor, state.copying) = (progress.cursor, nil)
        try copy.complete(state)
        try copy.file.publish()
    }

    private func complete(_ state: SyncState) throws(StorageError) {
        let connection = try opened()
        try CardFile.prepareForCommits(connection)
        try connection.transaction { () throws(StorageError) in
            if state.foreign != nil { try connection.execute(CardFileFormat.keysIndexCreation) }
            try connection.writeSharing(state)
            var journal = try Journal(connection)
            try journal.write([NewJournalRow(author: nil, parts: [.nothing])], to: connection)
            try connection.prepareOriginals(of: try SmallReader(connection, path: path).schema)
        }
        try connection.execute("PRAGMA journal_mode = DELETE")
        self.connection = nil
    }

    /// The connection, in the transaction that is made durable next.
    ///
    /// - Parameter bytes: how many are about to be added.
    @discardableResult
    private func begun(_ bytes: Int = 0) throws(StorageError) -> SQLiteConnection {
        let connection = try opened()
        if pendingBytes == nil { try connection.cached("BEGIN IMMEDIATE").run() }
        pendingBytes = (pendingBytes ?? 0) + bytes
        return connection
    }

    private func opened() throws(StorageError) -> SQLiteConnection {
        guard let connection else { throw .unsupported }
        return connection
    }
}
