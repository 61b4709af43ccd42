import Glibc

/// The kind of a file to open.
public enum FileKind: Sendable, Hashable {
    /// A card document, judged by its name or its first bytes.
    case document
    /// Anything else: to be read as separated text.
    case text

    /// The ending of documents' names.
    public static let documentSuffix = ".kiroku"

    /// Whether a file is a document by its name.
    public static func namesDocument(_ path: String) -> Bool {
        path.hasSuffix(documentSuffix)
    }

    /// Whether there is something at a path.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether there is a folder at a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a file that begins with these bytes is a document, judging by them.
    public static func isDocument(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: sqliteMark)
    }

    private static let sqliteMark = Array("SQLite format 3\0".utf8)

    /// Judged by the name and, if that does not end in `.kiroku`, by the first bytes.
    ///
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/notAFile(path:)``,
    ///   ``StorageError/unreadable(path:reason:)``.
    public static func of(_ path: String) throws(StorageError) -> FileKind {
        of(path, beginningWith: try start(of: path, count: sqliteMark.count))
    }

    /// The kind of a file whose first bytes are known.
    package static func of(_ path: String, beginningWith start: [UInt8]) -> FileKind {
        namesDocument(path) || isDocument(start) ? .document : .text
    }

    /// The first bytes of a file, at most `count`.
    ///
    /// - Throws: ``StorageError/notFound(path:)``, ``StorageError/notAFile(path:)``,
    ///   ``StorageError/unreadable(path:reason:)``.
    package static func start(of path: String, count: Int) throws(StorageError) -> [UInt8] {
        let start: [UInt8]?
        do {
            start = try firstBytes(of: path, count)
        } catch {
            throw error.whileReading(path)
        }
        guard let start else { throw .notAFile(path: path) }
        return start
    }

    /// `nil` if it is not a regular file.
    private static func firstBytes(of path: String, _ count: Int) throws(SystemError) -> [UInt8]? {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        guard try file.status().st_mode & S_IFMT == S_IFREG else { return nil }
        var start = [UInt8](repeating: 0, count: count)
        let length = try start.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
            try file.read(into: buffer)
        }
        return Array(start.prefix(length))
    }
}
