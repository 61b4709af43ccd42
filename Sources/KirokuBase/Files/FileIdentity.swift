import CSystem
import Glibc

/// Identifies a file on this machine, even after it is moved; a copy, or another file in its place, has a different
/// identity.
package struct FileIdentity: Sendable, Hashable {
    private let number: UInt64
    /// The creation time, in nanoseconds since 1970, because the numbers of deleted files are reused; 0 if unknown.
    private let birth: Int64

    /// The file at a path; `nil` if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        number = UInt64(status.st_ino)
        birth = kiroku_file_birth(path)
    }

    /// The identity as a name for files.
    package var text: String { "\(number)-\(birth)" }
}
