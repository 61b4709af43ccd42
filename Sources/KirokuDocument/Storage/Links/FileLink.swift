import Glibc

/// A link to a file, and to a second one with default contents, which is only read.
///
/// ```swift
/// let notes: any TextLink = TextFileLink(path: directories.data + "/notes.txt")
/// ```
///
/// Saving creates missing folders and replaces the file as a whole: a reader, or a crash at any moment, finds either
/// the old contents or the new ones.
public struct FileLink<Format: FileFormat>: StorageLink {
    /// The file.
    ///
    /// Absolute.
    public let path: String
    /// The file with the default contents, if there is one.
    ///
    /// Absolute.
    public let defaultPath: String?

    /// A link to files, given by absolute paths.
    ///
    /// They need not exist yet.
    public init(path: String, defaultPath: String? = nil) {
        self.path = path
        self.defaultPath = defaultPath
    }

    /// - Throws: ``StorageError``; ``StorageError/malformed(path:reason:)`` if the file holds something else.
    public func load() throws(StorageError) -> Format.Contents {
        try contents(of: path)
    }

    /// Replaces the file as a whole, or leaves it as it is.
    public func save(_ contents: Format.Contents) throws(StorageError) {
        let bytes: [UInt8]
        do {
            bytes = try Format.encode(contents)
        } catch {
            Reports.error("KRK_ST_WR", "cannot write \(data: path): \(error)")
            throw .unwritable(path: path, reason: error.reason)
        }
        try AtomicFile.write(bytes, to: path)
    }

    /// - Throws: ``StorageError/unsupported`` if the link has no default.
    public func loadDefault() throws(StorageError) -> Format.Contents {
        guard let defaultPath else { throw .unsupported }
        do throws(StorageError) {
            return try contents(of: defaultPath)
        } catch {
            // Unlike saved files, those that ship with the program should always exist.
            if case .notFound = error { SystemError(code: ENOENT).reportReading(defaultPath) }
            throw error
        }
    }

    private func contents(of path: String) throws(StorageError) -> Format.Contents {
        let bytes = try WholeFile.read(path)
        do {
            return try Format.decode(bytes)
        } catch {
            Reports.error("KRK_ST_RD", "cannot read \(data: path): \(error)")
            throw .malformed(path: path, reason: error.reason)
        }
    }
}

/// A file of text in UTF-8.
public typealias TextFileLink = FileLink<TextFormat>

/// A property list of named values.
public typealias DictionaryFileLink = FileLink<DictionaryFormat>

/// A property list of values in order.
public typealias ArrayFileLink = FileLink<ArrayFormat>

/// A file of bytes.
public typealias DataFileLink = FileLink<DataFormat>
