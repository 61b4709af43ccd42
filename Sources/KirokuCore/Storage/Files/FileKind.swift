import Glibc

/// What kind of file somebody wants to open.
public enum FileKind: Sendable, Hashable {
    /// A card document, or what claims to be one by its name or its first bytes.
    case document
    /// Anything else: to be read as separated text.
    case text

    private static let sqliteMark = Array("SQLite format 3\0".utf8)

    /// Told by the name, and if that does not say `.kiroku`, by the first bytes.
    ///
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/unreadable(path:reason:)``.
    public static func of(_ path: String) throws(StorageError) -> FileKind {
        do {
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            var start = [UInt8](repeating: 0, count: sqliteMark.count)
            if path.hasSuffix(".kiroku") { return .document }
            if try file.status().st_mode & S_IFMT == S_IFREG {
                _ = try start.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                    try file.read(into: buffer)
                }
            }
            return start == sqliteMark ? .document : .text
        } catch {
            throw error.whileReading(path)
        }
    }
}
