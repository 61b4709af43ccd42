import Glibc

/// Files that are replaced as a whole.
package enum AtomicFile {
    /// Writes a file so that a reader, or a crash at any moment, sees the old contents or the new ones.
    ///
    /// The bytes are written to a temporary file in the same folder and flushed to the disk; then the file replaces the
    /// old one. Permissions are kept; if the path is a symbolic link, its target is replaced. Missing folders are
    /// created.
    ///
    /// - Throws: ``StorageError``. The old file is then unchanged, and the temporary one is deleted.
    package static func write(_ bytes: [UInt8], to path: String) throws(StorageError) {
        let file = try ReplacementFile(for: path)
        try file.write(bytes)
        try file.commit()
    }

    /// The same for files that can be recreated at any time: does not wait for the disk, and ignores errors.
    ///
    /// Nobody but the user can read the file.
    package static func keep(_ bytes: [UInt8], at path: String) {
        guard let file = try? HiddenFile.make(in: FilePath.folder(of: path), permissions: 0o600),
            (try? file.open().write(bytes)) != nil
        else { return }
        try? file.replace(path)
    }

    /// Flushes the new name to the disk.
    ///
    /// Some file systems do this automatically and do not support the call for folders.
    package static func synchronize(folder: String) throws(SystemError) {
        do {
            try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY).synchronize()
        } catch let error where error.code == EINVAL || error.code == EACCES {
            return
        }
    }

    /// The file to replace, if it exists.
    ///
    /// Devices, pipes and folders are not replaced.
    package static func existingFile(at path: String) throws(SystemError) -> stat? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .last
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw SystemError(code: kind == S_IFDIR ? EISDIR : EINVAL) }
        // It could still be replaced, which is not what the person who made it read-only meant.
        guard access(path, W_OK) == 0 else { throw .last }
        return status
    }

    /// The target of a path through all symbolic links, even if it does not exist yet.
    package static func destination(of path: String) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = SymbolicLink.target(of: path) else { break }
            path = link.hasPrefix("/") ? link : FilePath.folder(of: path) + "/" + link
        }
        return path
    }
}
