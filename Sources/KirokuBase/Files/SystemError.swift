import Glibc

/// A system error number, and its texts for users and developers.
package struct SystemError: Error, Hashable {
    package let code: Int32

    /// The error for an `errno` value.
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the call that has just failed.
    package static var last: SystemError { SystemError(code: errno) }

    /// The system's own words.
    package var reason: String { String(cString: strerror(code)) }

    /// A missing file is not a system failure, so it is not reported.
    package func whileReading(_ path: String) -> StorageError {
        if code == ENOENT || code == ENOTDIR { return .notFound(path: path) }
        reportReading(path)
        return .unreadable(path: path, reason: reason)
    }

    package func reportReading(_ path: String) {
        Reports.error("KRK_ST_RD", "cannot read \(data: path): \(self)")
    }

    package func whileWriting(_ path: String) -> StorageError {
        Reports.error("KRK_ST_WR", "cannot write \(data: path): \(self)")
        return switch code {
        case ENOSPC, EDQUOT: .diskFull(path: path)
        case EROFS: .readOnly(path: path)
        default: .unwritable(path: path, reason: reason)
        }
    }
}
