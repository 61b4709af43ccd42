import KirokuCore

/// The folder for the pictures of a text file, which is beside it.
public enum PictureFolderPath {
    /// The folder beside a text file: `trip-pictures` for `trip.tsv`.
    public static func beside(_ path: String) -> String {
        let name = FilePath.name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ending }
        return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ending
    }

    /// The folder beside a text file; `nil` if it does not exist.
    public static func existing(beside path: String) -> String? {
        let folder = beside(path)
        return FileKind.isFolder(folder) ? folder : nil
    }

    private static let ending = "-pictures"
}

/// The name of a picture as the name of a file.
enum PictureFileName {
    /// The longest name that file systems allow, in bytes.
    private static let mostBytes = 255

    /// Whether the name can lead only to a file in its folder.
    static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= mostBytes
            && !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    }
}
