/// The user's own folders, from the file `user-dirs.dirs` that the desktop keeps.
///
/// Its lines are `XDG_DOCUMENTS_DIR="$HOME/Documents"` or `XDG_DOCUMENTS_DIR="/absolute/path"`; a backslash keeps the
/// next character as it is. Other lines are ignored.
struct UserFolders {
    private var folders: [String: String] = [:]

    init(configHome: String, home: String) {
        let path = configHome + "/user-dirs.dirs"
        guard FileKind.exists(path), let bytes = try? WholeFile.read(path, limit: 1 << 20) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let (name, folder) = Self.folder(in: line, home: home) else { continue }
            folders[name] = folder
        }
    }

    /// The folder of a name such as "DOCUMENTS", if the user has one.
    subscript(name: String) -> String? { folders[name] }

    private static func folder(in line: Substring, home: String) -> (name: String, folder: String)? {
        let line = line.drop { $0 == " " || $0 == "\t" }
        guard line.hasPrefix("XDG_"), let name = line.firstRange(of: "_DIR=\"") else { return nil }
        var folder = ""
        var isEscaped = false
        for character in line[name.upperBound...] {
            if !isEscaped && character == "\"" { break }
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { folder.append(character) }
        }
        if folder == "$HOME" || folder.hasPrefix("$HOME/") { folder = home + folder.dropFirst(5) }
        guard folder.hasPrefix("/") else { return nil }
        return (String(line.dropFirst(4)[..<name.lowerBound]), Directories.trimmed(folder))
    }
}
