import Glibc

/// A file that is made under a hidden name beside its place, and put there only when it is complete.
///
/// Whoever looks at the place sees nothing or the whole file, also after a crash.
package struct UnpublishedFile {
    private let hidden: HiddenFile
    private let path: String
    private let folder: String

    /// Makes an empty file, which is gone when this is, unless it was published.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` if there is no such folder,
    ///   and ``StorageError/unwritable(path:reason:)`` if the name is too long.
    package init(for path: String) throws(StorageError) {
        self.path = path
        let absolute = try absolutePath(path)
        folder = String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)]) + "/"
        var info = stat()
        guard lstat(path, &info) != 0 else { throw .alreadyExists(path: path) }
        // That there is no file is what is wanted; any other trouble with the path is not.
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

    /// Where the file is while it is being made.
    var hiddenPath: String { hidden.path }

    /// Adds bytes to the file.
    package func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try hidden.open().write(bytes)
        } catch {
            throw Self.error(error.code, path)
        }
    }

    /// Makes the file durable and puts it in its place.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)`` if somebody else has put a file there meanwhile, and errors of
    ///   the system.
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

    /// SQLite puts "-journal" after the name.
    private static let journalSuffix = 8
}

/// The path with the working directory before it if it is relative, so that it stays good and can be no option of
/// SQLite's.
private func absolutePath(_ path: String) throws(StorageError) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else {
        throw StorageError(systemError: errno, path: path, isWriting: true)
    }
    defer { free(current) }
    return String(cString: current) + "/" + path
}
