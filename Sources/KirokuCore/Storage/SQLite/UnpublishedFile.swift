import Glibc

/// A file that is made under a hidden name beside its place, and put there only when it is complete.
///
/// Whoever looks at the place sees nothing or the whole file, also after a crash.
struct UnpublishedFile {
    /// Where the file is while it is being made.
    let hiddenPath: String
    private let path: String
    private let folder: String

    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` if there is no such folder,
    ///   and ``StorageError/unwritable(path:reason:)`` if the name is too long.
    init(for path: String) throws(StorageError) {
        self.path = path
        let absolute = try absolutePath(path)
        folder = String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)]) + "/"
        hiddenPath = folder + ".kiroku-" + String(UInt64.random(in: .min ... .max), radix: 36)
        var info = stat()
        guard lstat(path, &info) != 0 else { throw .alreadyExists(path: path) }
        // That there is no file is what is wanted; any other trouble with the path is not.
        guard errno == ENOENT, access(folder, F_OK) == 0 else { throw Self.error(errno, path) }
        guard absolute.utf8.count - folder.utf8.count + Self.journalSuffix <= Int(NAME_MAX) else {
            throw Self.error(ENAMETOOLONG, path)
        }
    }

    /// Makes the file durable and puts it in its place.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)`` if somebody else has put a file there meanwhile, and errors of
    ///   the system. The hidden file is still there then.
    func publish() throws(StorageError) {
        try synchronize(hiddenPath)
        if link(hiddenPath, path) == 0 {
            unlink(hiddenPath)
        } else if errno == EPERM || errno == EOPNOTSUPP {
            // File systems without hard links, as on memory cards: a look and a rename, one right after the other.
            guard access(path, F_OK) != 0 else { throw Self.error(EEXIST, path) }
            guard rename(hiddenPath, path) == 0 else { throw Self.error(errno, path) }
        } else {
            throw Self.error(errno, path)
        }
        try synchronize(folder)
    }

    /// Removes the hidden file, if it is there.
    func discard() {
        unlink(hiddenPath)
    }

    private func synchronize(_ place: String) throws(StorageError) {
        let descriptor = open(place, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(errno, path) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.error(errno, path) }
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
