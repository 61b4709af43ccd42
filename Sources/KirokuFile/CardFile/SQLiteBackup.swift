import CSQLite

/// One run of SQLite's own backup interface, which copies a database page by page while it is in use.
///
/// Changes written through the source meanwhile are copied too; if another connection writes, the copy starts over.
final class SQLiteBackup {
    private let source: SQLiteConnection
    private let target: SQLiteConnection
    private var handle: OpaquePointer?

    /// - Parameter target: everything in it is replaced.
    init(from source: SQLiteConnection, to target: SQLiteConnection) throws(StorageError) {
        self.source = source
        self.target = target
        handle = sqlite3_backup_init(target.database, "main", source.database, "main")
        guard handle != nil else { throw target.failure(sqlite3_errcode(target.database)) }
    }

    deinit {
        sqlite3_backup_finish(handle)
    }

    /// How many pages the source has, as of the last step.
    var pageCount: Int { Int(sqlite3_backup_pagecount(handle)) }

    /// Copies this many more pages, or all remaining ones if the number is negative.
    ///
    /// Returns whether any are left; if not, the copy is complete.
    func copy(pages: Int32) throws(StorageError) -> Bool {
        switch sqlite3_backup_step(handle, pages) {
        case SQLITE_OK:
            return true
        case SQLITE_DONE:
            return false
        case let code:
            // Only this call sets the target's error.
            sqlite3_backup_finish(handle)
            handle = nil
            let isInSource = [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff)
            throw isInSource ? source.failure(code) : target.failure(code)
        }
    }
}
