import Glibc

/// The first copy of a table on a server, while its records come.
///
/// It is a document that grows in a hidden file beside its place. What has come is durable from time to time, and stays if
/// the line breaks or the program is killed: the next copy of a table to the same file finds it, and may continue after
/// the last record.
package final class PartialCopy {
    /// What is known of the copy; `nil` if there is none yet.
    package private(set) var state: SyncState?
    private let file: UnpublishedFile
    private let path: String
    /// `nil` while the file is emptied or moved.
    private var connection: SQLiteConnection?
    /// How many bytes have come that are not durable yet; `nil` outside of a transaction.
    private var pendingBytes: Int?
    private var isKept = false

    /// So many bytes are made durable at a time: a break costs no more than these.
    private static let durablePart = 8 << 20

    /// Finds what has come of a copy, or creates an empty file.
    ///
    /// - Parameter path: where the copy is to be; nothing may be there yet.
    /// - Throws: what making a document throws, and ``StorageError/busy(at:by:)`` if another program copies to that file.
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
        // The journal of what was under way; the file itself goes with its value.
        connection = nil
        unlink(file.hiddenPath + "-journal")
    }

    private static func connection(_ file: String, _ path: String) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // In parts of this size, most of what is written fits into memory until it is durable.
        try connection.execute("PRAGMA cache_size = -65536")
        return connection
    }

    /// What is in the file: anything but a document in the making counts as nothing.
    private static func state(of connection: SQLiteConnection) -> SyncState? {
        guard (try? connection.number("PRAGMA application_id")) == Int(CardFileFormat.applicationID),
            (try? connection.number("PRAGMA user_version")) == Int(CardFileFormat.version)
        else { return nil }
        return try? connection.sharing()
    }

    /// How many records have come for a place.
    package static func count(for path: String) -> Int {
        let file = UnpublishedFile.keptPath(for: path)
        let connection = try? SQLiteConnection(file: file, path: path, access: .reading, lockWait: 0)
        return connection.flatMap { state(of: $0)?.copying?.count } ?? 0
    }

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - schema: the fields.
    ///   - state: what is known of the table, and how much there is to come.
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
    ///   - records: with their identities.
    ///   - keys: which rows they are, if it is another program's table.
    ///   - last: by what the server knows the last of them.
    ///   - bytes: how long they were on the line.
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

    /// Ends the work for now, and keeps what has come, if that is worth it.
    ///
    /// - Parameter isWhole: whether all has come.
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

    /// Makes a document of a copy of which all has come, and puts it in its place.
    ///
    /// - Parameter path: that place.
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

    /// The connection, in the transaction of what becomes durable next.
    ///
    /// - Parameter bytes: how many come with this.
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
