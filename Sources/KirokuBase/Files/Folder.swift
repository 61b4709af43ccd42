import Glibc

/// Folders that files are put in.
public enum Folder {
    /// Creates the folder at `path` and its parents, if they are missing.
    ///
    /// New folders are private to the user, as the XDG specification requires.
    ///
    /// - Throws: ``StorageError``.
    public static func make(_ path: String) throws(StorageError) {
        do {
            try makeAll(to: path)
        } catch {
            throw error.whileWriting(path)
        }
    }

    /// An entry of a folder.
    package struct Entry {
        package let name: String
        /// Whether it is known to be a folder.
        package let isFolder: Bool
    }

    /// The entries of a folder in no particular order, without `.` and `..`.
    ///
    /// - Parameter limit: the largest number of entries.
    package static func entries(of path: String, atMost limit: Int = .max) throws(SystemError) -> [Entry] {
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        guard let folder = opendir(path) else { throw .last }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while entries.count < limit, let entry = readdir(folder) {
            let bytes = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: bytes)
            if name == "." || name == ".." { continue }
            entries.append(Entry(name: name, isFolder: Int(entry.pointee.d_type) == Int(DT_DIR)))
        }
        return entries
    }

    package static func makeAll(to path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/", path != "." else { throw .last }
        try makeAll(to: FilePath.folder(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }
}
