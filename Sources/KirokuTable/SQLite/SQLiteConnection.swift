import CSQLite

/// One connection to an SQLite file, set up so that the contents of the file cannot do harm.
package final class SQLiteConnection {
    package enum Access: Sendable {
        case reading
        case writing
        /// The file exists and is empty.
        case creating
    }

    /// Whether a failure means that writing failed, not reading.
    package var isWriting = false

    /// The path that errors name.
    package let path: String
    /// The path of the file itself.
    package let file: String
    /// SQLite's own handle.
    package let database: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]
    private var knownVersion: Int64?
    /// How many more times SQLite may report, every ``stepsBetweenReports`` steps, before it is stopped.
    private let reportsLeft = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    /// - Parameters:
    ///   - file: the path of the file itself, absolute.
    ///   - path: the path that errors name.
    ///   - lockWait: how long to wait for other programs that hold a lock, in milliseconds.
    package init(file: String, path: String, access: Access, lockWait: Int32) throws(StorageError) {
        self.path = path
        self.file = file
        isWriting = access == .creating
        let flags =
            switch access {
            case .reading: SQLITE_OPEN_READONLY
            case .writing, .creating: SQLITE_OPEN_READWRITE
            }
        var opened: OpaquePointer?
        // One actor uses the connection, so SQLite need not lock it as well.
        let code = sqlite3_open_v2(
            file, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, GuardedFiles.name)
        database = opened
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_busy_timeout(database, lockWait)
        try distrustContents()
        try addTextTest()
    }

    deinit {
        sqlite3_progress_handler(database, 0, nil, nil)
        // Remaining statements keep what they need; the file is closed with the last of them.
        sqlite3_close_v2(database)
        reportsLeft.deallocate()
    }

    /// Runs statements that return nothing of interest.
    package func execute(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs a statement that the file's schema may not allow, because of what other programs have put there.
    ///
    /// Returns whether it was run.
    package func executeIfAllowed(_ sql: String) throws(StorageError) -> Bool {
        switch sqlite3_exec(database, sql, nil, nil, nil) {
        case SQLITE_OK: return true
        case SQLITE_ERROR: return false
        case let code: throw failure(code)
        }
    }

    /// Whether the file no longer has its name, or another file has it.
    package func hasMoved() throws(StorageError) -> Bool {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard code == SQLITE_OK else { throw failure(code) }
        return hasMoved != 0
    }

    /// Drops cached pages, so that everything is read from the file again.
    ///
    /// Must be called outside of a transaction.
    ///
    /// SQLite does so automatically when the file's change counter has changed, as it does with every commit. A file
    /// that was copied over this one may have the same counter.
    package func forgetPages() {
        sqlite3_db_release_memory(database)
    }

    /// Makes statements stop when the task is cancelled or when they take more steps than reading a file of `size`
    /// bytes can need, and makes SQLite use memory instead of temporary files, and little of it: a single pass needs
    /// few pages in memory, and allocating more takes longer than reading.
    ///
    /// Must be called outside of transactions.
    package func limitReading(ofFileWithSize size: Int) throws(StorageError) {
        // A cell takes some five steps and at least a byte.
        reportsLeft.pointee = 1_000 + size / Int(Self.stepsBetweenReports) * 64
        watch()
        try execute("PRAGMA temp_store = MEMORY; PRAGMA cache_size = 100")
    }

    /// Makes statements stop when the task is cancelled.
    ///
    /// Must be called outside of transactions.
    package func stopWhenCancelled() {
        reportsLeft.pointee = .max
        watch()
    }

    private func watch() {
        sqlite3_progress_handler(
            database, Self.stepsBetweenReports,
            { reportsLeft in
                guard let left = reportsLeft?.assumingMemoryBound(to: Int.self), !Task.isCancelled else { return 1 }
                left.pointee -= 1
                return left.pointee < 0 ? 1 : 0
            }, reportsLeft)
    }

    /// Ends ``limitReading(ofFileWithSize:)`` and ``stopWhenCancelled()``.
    package func endLimit() {
        sqlite3_progress_handler(database, 0, nil, nil)
        sqlite3_exec(database, "PRAGMA temp_store = DEFAULT; PRAGMA cache_size = -2000", nil, nil, nil)
    }

    private static let stepsBetweenReports: Int32 = 10_000

    /// Whether the tables and columns that a statement reads exist.
    ///
    /// The statement is kept, and SQLite prepares it again when the schema has changed: asking the schema itself takes
    /// thirty times as long.
    ///
    /// - Parameter sql: a statement that returns no rows.
    package func canRead(_ sql: String) throws(StorageError) -> Bool {
        if let statement = statements[sql] { return try statement.runIfAllowed() }
        var prepared: OpaquePointer?
        switch sqlite3_prepare_v3(database, sql, -1, 0, &prepared, nil) {
        case SQLITE_OK: statements[sql] = prepared.map { SQLiteStatement($0, of: self) }
        case SQLITE_ERROR: return false
        case let code: throw failure(code)
        }
        return true
    }

    /// A statement that is used once.
    package func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, 0, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code) }
        return SQLiteStatement(prepared, of: self)
    }

    /// A statement that is cached for the next use.
    ///
    /// The caller must run it to the end.
    package func cached(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// Drops the statements cached by ``cached(_:)``.
    package func dropCachedStatements() {
        statements = [:]
    }

    /// Commits everything that `body` writes, or nothing.
    package func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        let wasWriting = isWriting
        isWriting = true
        defer { isWriting = wasWriting }
        try cached("BEGIN IMMEDIATE").run()
        do {
            try body()
            try cached("COMMIT").run()
        } catch {
            // A failure may have ended the transaction already. If the rollback fails too, SQLite rolls back from the
            // journal when the file is next opened. The first error is the one to report.
            if sqlite3_get_autocommit(database) == 0 { sqlite3_exec(database, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// How many records the last statement changed.
    package var changedCount: Int { Int(sqlite3_changes64(database)) }

    /// The identity of the row that was inserted last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(database) }

    /// Whether another connection has written to the file since the first of these calls, or since
    /// ``markVersionKnown()``.
    ///
    /// Must be called inside a transaction.
    package func othersHaveWritten() throws(StorageError) -> Bool {
        let version = try version()
        let known = knownVersion ?? version
        knownVersion = known
        return version != known
    }

    /// Records that everything others have written so far is known.
    ///
    /// Must be called inside a transaction.
    package func markVersionKnown() throws(StorageError) {
        knownVersion = try version()
    }

    /// A number that changes whenever another connection commits; it can only be compared with earlier ones of the same
    /// connection.
    package func version() throws(StorageError) -> Int64 {
        let statement = try cached("PRAGMA data_version")
        defer { statement.reset() }
        return try statement.step() ? statement[0].integer : 0
    }

    /// The single number that a statement returns; the statement is cached.
    package func number(_ sql: String) throws(StorageError) -> Int {
        let statement = try cached(sql)
        defer { statement.reset() }
        return try statement.step() ? Int(clamping: statement[0].integer) : 0
    }

    /// Whether the file stores texts as UTF-8, like all files that Kiroku creates.
    package func hasUTF8() throws(StorageError) -> Bool {
        let encoding = try prepare("PRAGMA encoding")
        return try encoding.step() && encoding[0].text == "UTF-8"
    }

    /// Reads `count` bytes of the file as they are, with zeros past its end.
    ///
    /// Ignores journals and locks, and opens no file descriptor: closing one would drop the locks that other
    /// connections of this process hold.
    package func bytes(_ count: Int, at offset: Int = 0) throws(StorageError) -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else { throw failure(code) }
        var bytes = [UInt8](repeating: 0, count: count)
        let readCode = read(file, &bytes, Int32(count), sqlite3_int64(offset))
        guard readCode == SQLITE_OK || readCode == shortRead else { throw failure(readCode) }
        return bytes
    }

    /// The error for a result code of SQLite.
    package func failure(_ code: Int32) -> StorageError {
        if code == GuardedFiles.refusal { return strangeJournal() }
        let message = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return StorageError(
            sqliteCode: code, systemError: sqlite3_system_errno(database),
            message: message.map { String(cString: $0) } ?? "", path: path, isWriting: isWriting)
    }

    private func strangeJournal() -> StorageError {
        .malformed(
            path: path,
            reason: localized(
                "The journal “{name}” next to it was not written by Kiroku and could damage other files. If it came with the document, remove it. If another program was interrupted, open the document there first.",
                ["name": ShownText.short(FilePath.name(of: file) + "-journal")]))
    }
}

/// A macro that contains an expression, which Swift does not import.
private let shortRead = SQLITE_IOERR | (2 << 8)
