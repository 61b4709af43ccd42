import KirokuCore

/// Where the pictures of a text file are: in a folder beside it.
public enum PictureFolderPath {
    /// The folder beside a text file: `trip-pictures` for `trip.tsv`.
    public static func beside(_ path: String) -> String {
        let name = FilePath.name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ending }
        return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ending
    }

    /// The same, if there is such a folder.
    public static func existing(beside path: String) -> String? {
        let folder = beside(path)
        return FileKind.isFolder(folder) ? folder : nil
    }

    private static let ending = "-pictures"
}

/// A picture's name as that of a file.
enum PictureFileName {
    /// The longest that file systems allow, in bytes.
    private static let mostBytes = 255

    /// Whether the name can lead nowhere but to a file in the folder that it is looked for in.
    static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= mostBytes
            && !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    }
}
