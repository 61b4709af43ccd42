import Glibc

/// A file that is written under a hidden name beside its destination, and moved there only when it is complete.
///
/// Other programs see nothing or the whole file there, even after a crash.
package struct UnpublishedFile {
    private let hidden: HiddenFile
    private let path: String
    private let folder: String

    /// Creates an empty file, which is deleted with this value unless it was published.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` if there is no such folder,
    ///   and ``StorageError/unwritable(path:reason:)`` if the name is too long.
    package init(for path: String) throws(StorageError) {
        self.path = path
        let absolute = try absolutePath(path)
        folder = String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)]) + "/"
        var info = stat()
        guard lstat(path, &info) != 0 else { throw .alreadyExists(path: path) }
        // A missing file is expected here; any other error is not.
        guard errno == ENOENT, access(folder, F_OK) == 0 else { throw Self.error(errno, path) }
        guard absolute.utf8.count - folder.utf8.count + Self.journalSuffix <= Int(NAME_MAX) else {
            throw Self.error(ENAMETOOLONG, path)
        }
        do {
            hidden = try HiddenFile.make(in: String(folder.dropLast()), permissions: 0o644)
        } catch {
            throw Self.error(error.code, path)
        }
        Leftovers.clearOnce(in: String(folder.dropLast()))
    }

    /// Where the file is while it is being written.
    var hiddenPath: String { hidden.path }

    /// Adds bytes to the file.
    package func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try hidden.open().write(bytes)
        } catch {
            throw Self.error(error.code, path)
        }
    }

    /// Makes the file durable and moves it to its destination.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)`` if another file has been put there meanwhile, and system errors.
    package func publish() throws(StorageError) {
        do {
            try hidden.open().synchronize()
            try hidden.link(as: path)
            try AtomicFile.synchronize(folder: folder)
        } catch {
            throw Self.error(error.code, path)
        }
    }

    private static func error(_ code: Int32, _ path: String) -> StorageError {
        StorageError(systemError: code, path: path, isWriting: true)
    }

    /// SQLite appends "-journal" to the name.
    private static let journalSuffix = 8
}

/// The path made absolute, so that it stays valid and SQLite cannot take it for an option.
private func absolutePath(_ path: String) throws(StorageError) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else {
        throw StorageError(systemError: errno, path: path, isWriting: true)
    }
    defer { free(current) }
    return String(cString: current) + "/" + path
}
