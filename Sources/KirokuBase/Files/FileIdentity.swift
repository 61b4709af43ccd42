import CSystem
import Glibc

/// What tells a file from all others on this machine, wherever it is moved to: a copy of it, or a file in its place, is
/// another one.
package struct FileIdentity: Sendable, Hashable {
    private let number: UInt64
    /// In nanoseconds since 1970, because numbers of files that are gone are given again; 0 where that is not known.
    private let birth: Int64

    /// The file at a path; `nil` if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        number = UInt64(status.st_ino)
        birth = kiroku_file_birth(path)
    }

    /// The same as a name for files.
    package var text: String { "\(number)-\(birth)" }
}
