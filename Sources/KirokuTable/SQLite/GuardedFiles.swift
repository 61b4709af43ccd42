import CSQLite
import Glibc

/// SQLite's access to the system's files, guarded so that a journal beside a database cannot lead to other files.
///
/// SQLite follows the name of a super-journal at the end of a rollback journal: after a transaction over several files,
/// it finally deletes that super-journal. So anyone who supplies a journal with a file could make SQLite delete any
/// file that the user may delete. Kiroku never writes several files in one transaction.
enum GuardedFiles {
    /// Its name in SQLite.
    static let name: String = {
        kiroku_stop_counting_memory()
        let code = sqlite3_vfs_register(guarded, 0)
        precondition(code == SQLITE_OK, "SQLite has no room for a list entry")
        return "kiroku"
    }()

    /// The code with which SQLite refuses to read from a file, or to write to it, because of its journal.
    static let refusal = SQLITE_PERM | (1 << 8)

    /// The system's files, with ``open`` in place of their own function; stays as long as the process.
    private nonisolated(unsafe) static let guarded: UnsafeMutablePointer<sqlite3_vfs> = {
        guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite knows no files") }
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        copy.initialize(to: system.pointee)
        copy.pointee.zName = UnsafePointer(strdup("kiroku"))
        copy.pointee.pNext = nil
        copy.pointee.xOpen = { _, path, file, flags, opened in GuardedFiles.open(path, file, flags, opened) }
        return copy
    }()

    /// Opens a file for SQLite, unless it is a journal that leads elsewhere.
    ///
    /// The journal is checked through the same descriptor that SQLite then reads. Changing it later does not help an
    /// attacker either: opening a super-journal is always refused, and SQLite opens it before deleting it.
    private static func open(
        _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ opened: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // Without methods, SQLite does not close a file that could not be opened.
        file?.pointee.pMethods = nil
        guard let file, let system = sqlite3_vfs_find(nil), flags & SQLITE_OPEN_SUPER_JOURNAL == 0 else {
            return refusal
        }
        let isJournal = flags & SQLITE_OPEN_MAIN_JOURNAL != 0
        // Opening a pipe would block forever.
        if isJournal, let path, !isMissingOrRegular(path) { return refusal }
        let code = system.pointee.xOpen(system, path, file, flags, opened)
        guard code == SQLITE_OK, isJournal, leadsElsewhere(file) else { return code }
        _ = file.pointee.pMethods.pointee.xClose(file)
        file.pointee.pMethods = nil
        return refusal
    }

    private static func isMissingOrRegular(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a rollback journal ends with the name of a super-journal, or cannot be read.
    ///
    /// The name is followed by its length, its checksum and these eight bytes, with which each part of a journal also
    /// begins. SQLite looks for them only at the end of the file, and no journal that it has written for a single file
    /// ends with them.
    private static func leadsElsewhere(_ journal: UnsafeMutablePointer<sqlite3_file>) -> Bool {
        guard let methods = journal.pointee.pMethods?.pointee else { return true }
        var size: sqlite3_int64 = 0
        guard methods.xFileSize(journal, &size) == SQLITE_OK else { return true }
        guard size >= endMark.count else { return false }
        var end = [UInt8](repeating: 0, count: endMark.count)
        let code = methods.xRead(journal, &end, Int32(end.count), size - sqlite3_int64(end.count))
        return code != SQLITE_OK || end == endMark
    }

    private static let endMark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
}
