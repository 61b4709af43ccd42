import Glibc
import KirokuCore

/// Paths in the one form under which two names of the same file are equal.
enum CanonicalPath {
    /// The path without links and detours; as it is if there is no such file.
    static func of(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path of a file that is still to be made, its folder without links and detours.
    static func ofNewFile(_ path: String) -> String {
        let name = FilePath.name(of: path)
        let folder = of(String(path.dropLast(name.count)))
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether something bears this name, if only a link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
