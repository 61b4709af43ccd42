import Glibc

/// A link that can move its contents aside, so that new contents can be saved there and nothing is lost.
public protocol KeepsAside: Sendable {
    /// Renames the contents within their place, by appending ".bak", or ".bak2" and so on if that name exists.
    ///
    /// Returns the new path.
    ///
    /// - Throws: ``StorageError``, such as ``StorageError/notFound(path:)`` if there is nothing. Nothing has changed
    ///   then.
    func keepAside() throws(StorageError) -> String
}

extension FileLink: KeepsAside {
    /// Renames the file, and never replaces another one.
    public func keepAside() throws(StorageError) -> String {
        for number in 1...10_000 {
            let name = path + ".bak" + (number == 1 ? "" : String(number))
            if link(path, name) == 0 {
                unlink(path)
                return name
            }
            // File systems without hard links, files of other users, folders: check, then rename.
            if errno == EPERM || errno == EOPNOTSUPP, !isThere(name) {
                guard rename(path, name) == 0 else { throw SystemError.last.whileKeeping(path) }
                return name
            }
            guard errno == EEXIST || isThere(name) else { throw SystemError.last.whileKeeping(path) }
        }
        throw .alreadyExists(path: path + ".bak")
    }

    private func isThere(_ path: String) -> Bool {
        let code = errno
        defer { errno = code }
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension SystemError {
    fileprivate func whileKeeping(_ path: String) -> StorageError {
        code == ENOENT || code == ENOTDIR ? .notFound(path: path) : whileWriting(path)
    }
}
