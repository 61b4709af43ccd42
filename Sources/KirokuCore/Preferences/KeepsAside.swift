import Glibc

/// A link that can put aside what is in its place, so that something new can be saved there and nothing is lost.
public protocol KeepsAside: Sendable {
    /// Gives what is there another name in the same place: its own with ".bak", or ".bak2" and so on where that is
    /// taken.
    ///
    /// Returns the path that it has now.
    ///
    /// - Throws: ``StorageError``, ``StorageError/notFound(path:)`` if there is nothing. All is as it was then.
    func keepAside() throws(StorageError) -> String
}

extension FileLink: KeepsAside {
    /// Renames the file; never over another one.
    public func keepAside() throws(StorageError) -> String {
        for number in 1...10_000 {
            let name = path + ".bak" + (number == 1 ? "" : String(number))
            if link(path, name) == 0 {
                unlink(path)
                return name
            }
            // File systems without hard links, files of others, folders: a look and a rename, one after the other.
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
