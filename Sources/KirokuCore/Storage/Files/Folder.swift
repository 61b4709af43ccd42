import Glibc

/// Folders that files are put in.
public enum Folder {
    /// Makes the folder at `path` and those on the way to it, where they are missing.
    ///
    /// Only the user can look into folders that are made here, as the XDG specification asks for.
    ///
    /// - Throws: ``StorageError``.
    public static func make(_ path: String) throws(StorageError) {
        do {
            try makeAll(to: path)
        } catch {
            throw error.whileWriting(path)
        }
    }

    static func makeAll(to path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/", path != "." else { throw .last }
        try makeAll(to: FilePath.folder(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }
}
