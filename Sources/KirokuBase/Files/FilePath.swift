import Glibc

/// The parts of a path.
public enum FilePath {
    /// The name of the file or folder without the folders it is in; a path of slashes alone as it is.
    public static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The name of the file without its suffix: "packages" for `/home/aiko/packages.tsv`.
    public static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }

    /// The folder that a file or folder is in: "." for a bare name.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The folder that a file or folder is in, as people know it: "~/Documents" for one in their home.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - home: the user's home; absolute.
    public static func shownFolder(of path: String, home: String) -> String {
        let folder = folder(of: path)
        if folder == home { return "~" }
        return home != "/" && folder.hasPrefix(home + "/") ? "~" + folder.dropFirst(home.count) : folder
    }
}

/// Symbolic links.
enum SymbolicLink {
    /// The target of a link, which may be relative to its folder; `nil` if there is no link at `path`.
    static func target(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0 else { return nil }
        return String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
