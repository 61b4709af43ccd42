import Glibc

/// What kind of file somebody wants to open.
public enum FileKind: Sendable, Hashable {
    /// A card document, or at least an SQLite file.
    case document
    /// Anything else: to be read as separated text.
    case text

    private static let sqliteMark = Array("SQLite format 3\0".utf8)

    /// Told by the first bytes; an empty file by its name.
    ///
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/unreadable(path:reason:)``.
    public static func of(_ path: String) throws(StorageError) -> FileKind {
        do {
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            var start = [UInt8](repeating: 0, count: sqliteMark.count)
            var count = 0
            if try file.status().st_mode & S_IFMT == S_IFREG {
                count = try start.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                    try file.read(into: buffer)
                }
            }
            if start == sqliteMark { return .document }
            return count == 0 && path.hasSuffix(".kiroku") ? .document : .text
        } catch {
            throw error.whileReading(path)
        }
    }
}
