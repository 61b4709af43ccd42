import Glibc
import KirokuCore

/// Titles and paths of documents.
enum DocumentName {
    static let suffix = FileKind.documentSuffix

    /// The name of the file without its suffix: “packages” for `/home/aiko/packages.tsv`.
    static func title(of path: String) -> String { FilePath.stem(of: path) }

    /// The path with the suffix of documents, which the user may leave out.
    static func withSuffix(_ path: String) -> String {
        FileKind.namesDocument(path) ? path : path + suffix
    }

    /// In bytes; the rest, up to 255, is for the number, the suffix and the names of temporary files.
    private static let longestTitle = 200

    /// A free path in `folder`: “packages.kiroku” or, if that is taken, “packages 2.kiroku” and so on.
    static func free(for title: String, in folder: String, isTaken: (String) -> Bool) -> String {
        let title = shortened(title)
        let plain = "\(folder)/\(title)\(suffix)"
        if !isTaken(plain) { return plain }
        var number = 2
        while isTaken("\(folder)/\(title) \(number)\(suffix)") { number += 1 }
        return "\(folder)/\(title) \(number)\(suffix)"
    }

    private static func shortened(_ title: String) -> String {
        var title = title
        while title.utf8.count > longestTitle { title.removeLast() }
        return title
    }
}

/// Paths in a form in which the names of the same file are equal.
enum CanonicalPath {
    /// The path without links and detours; unchanged if there is no such file.
    static func of(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path of a file that does not exist yet; its folder is without links and detours.
    static func ofNewFile(_ path: String) -> String {
        let name = FilePath.name(of: path)
        let folder = of(String(path.dropLast(name.count)))
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Whether anything has this name, even a link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
