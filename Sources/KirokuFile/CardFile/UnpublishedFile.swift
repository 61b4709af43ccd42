import Glibc

/// A file that is written under a hidden name beside its destination, and moved there only when complete.
///
/// Other programs see either nothing or the whole file there, even after a crash.
package struct UnpublishedFile {
    private let hidden: HiddenFile
    private let path: String
    private let folder: String

    /// Creates an empty file, which is deleted with this value unless it is published.
    ///
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` if there is no such folder,
    ///   and ``StorageError/unwritable(path:reason:)`` if the name is too long.
    package init(for path: String) throws(StorageError) {
        try self.init(for: path, suffix: Self.journalSuffix) { (folder, _) throws(SystemError) in
            try HiddenFile.make(in: folder, permissions: 0o644)
        }
    }

    /// Continues with a file for this path that was kept unfinished (``keep()``), or creates an empty one.
    ///
    /// - Throws: what ``init(for:)`` throws, and ``StorageError/busy(at:by:)`` if another program is writing it.
    init(goingOnFor path: String) throws(StorageError) {
        let suffix = HiddenFile.unfinishedName(of: "").utf8.count + Self.journalSuffix
        try self.init(for: path, suffix: suffix) { (folder, name) throws(SystemError) in
            try HiddenFile.reopened(HiddenFile.unfinishedName(of: name), in: folder, permissions: 0o644)
        }
    }

    /// - Parameter suffix: how many bytes longer than the destination's name the names beside it become.
    private init(
        for path: String, suffix: Int, _ make: (_ folder: String, _ name: String) throws(SystemError) -> HiddenFile
    ) throws(StorageError) {
        self.path = path
        let absolute = try absolutePath(path)
        folder = String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)]) + "/"
        var info = stat()
        guard lstat(path, &info) != 0 else { throw .alreadyExists(path: path) }
        // A missing file is expected here; any other error is not.
        guard errno == ENOENT, access(folder, F_OK) == 0 else { throw Self.error(errno, path) }
        let name = String(absolute.dropFirst(folder.count))
        guard name.utf8.count + suffix <= Int(NAME_MAX) else { throw Self.error(ENAMETOOLONG, path) }
        do throws(SystemError) {
            hidden = try make(String(folder.dropLast()), name)
        } catch {
            throw error.code == EWOULDBLOCK ? .busy(at: .file(path)) : Self.error(error.code, path)
        }
        Leftovers.clearOnce(in: String(folder.dropLast()))
    }

    /// The path of a kept, unfinished file for a destination.
    static func keptPath(for path: String) -> String {
        FilePath.folder(of: path) + "/" + HiddenFile.unfinishedName(of: FilePath.name(of: path))
    }

    /// Keeps the file, instead of deleting it with this value.
    func keep() { hidden.keep() }

    /// Empties the file again; no one may have it open.
    func clear() throws(StorageError) {
        do throws(SystemError) {
            unlink(hiddenPath + "-journal")
            try hidden.open().clear()
        } catch {
            throw Self.error(error.code, path)
        }
    }

    /// The path of the file while it is being written.
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
