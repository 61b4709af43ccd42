import CSQLite
import Glibc

extension StorageError {
    /// The error for a result code of SQLite.
    ///
    /// - Parameters:
    ///   - sqliteCode: plain or extended.
    ///   - systemError: the last `errno`, or 0.
    ///   - message: SQLite's own words.
    ///   - isWriting: whether it happened while writing.
    package init(sqliteCode: Int32, systemError: Int32, message: String, path: String, isWriting: Bool) {
        switch sqliteCode & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED:
            self = .busy(at: .file(path), by: LockHolder.program(of: path))
        case SQLITE_FULL:
            self = .diskFull(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            // Only reached after the header was found to be that of a document.
            self = .damaged(path: path, reason: message)
        case SQLITE_INTERRUPT:
            self =
                Task.isCancelled
                ? .cancelled
                : .damaged(path: path, reason: localized("Reading it takes too long for its size."))
        case SQLITE_READONLY where sqliteCode == readOnlyBecauseMoved:
            self = .moved(path)
        case SQLITE_READONLY where isWriting:
            self = .readOnly(path: path)
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM:
            self = StorageError(systemError: systemError, path: path, isWriting: isWriting, otherwise: message)
        case SQLITE_ERROR where !isWriting:
            // A table or a column is missing, or is not what it should be.
            self = .damaged(path: path, reason: message)
        default:
            self = isWriting ? .unwritable(path: path, reason: message) : .unreadable(path: path, reason: message)
        }
    }

    /// The error for an `errno` value.
    ///
    /// - Parameter otherwise: the words to use if the system said nothing.
    package init(systemError: Int32, path: String, isWriting: Bool, otherwise message: String = "") {
        let reason = systemError == 0 ? message : String(cString: strerror(systemError))
        switch systemError {
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case ENOENT, ENOTDIR: self = .notFound(path: path)
        case EROFS where isWriting: self = .readOnly(path: path)
        case EEXIST where isWriting: self = .alreadyExists(path: path)
        default:
            self = isWriting ? .unwritable(path: path, reason: reason) : .unreadable(path: path, reason: reason)
        }
    }

    /// The open file no longer has its name.
    package static func moved(_ path: String) -> StorageError {
        access(path, F_OK) == 0 ? .changedElsewhere(path: path) : .notFound(path: path)
    }
}

/// A macro with an expression in it, which Swift does not import.
private let readOnlyBecauseMoved = SQLITE_READONLY | (4 << 8)
