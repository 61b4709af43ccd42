import Glibc

/// A file that stays known wherever it is moved, as long as this object lives.
///
/// It is not opened for reading or writing, so it does not disturb other programs, and closing it does not drop locks
/// of this process.
package final class KnownFile: Sendable {
    private let descriptor: FileDescriptor
    /// `O_PATH`, which Swift does not import.
    private static let pathOnly: Int32 = 0o10_000_000

    /// The file at this path.
    package init(_ path: String) throws(SystemError) {
        descriptor = try FileDescriptor(opening: path, Self.pathOnly)
    }

    /// The current path of the file; `nil` if it was removed, or cannot be found.
    package var path: String? {
        guard let path = descriptor.path else { return nil }
        var there = stat()
        // For a removed file, the system appends some words to its last name.
        guard let own = try? descriptor.status(), stat(path, &there) == 0,
            (there.st_dev, there.st_ino) == (own.st_dev, own.st_ino)
        else { return nil }
        return path
    }

    /// Where a user would find the file that was at `old`; also `nil` if it is in the trash, or has become an earlier
    /// version, which programs keep in hidden folders or with other suffixes.
    package func shownPath(from old: String) -> String? {
        guard let path, path.split(separator: "/").allSatisfy({ !$0.hasPrefix(".") || old.contains("/\($0)") }),
            FileKind.namesDocument(path) || !FileKind.namesDocument(old)
        else { return nil }
        return path
    }
}
