/// Which files are pictures, by their names.
///
/// Most are told by the suffix alone, without opening them: one of ``PictureNames/usual``, or of those that a program
/// can decode. So a file with such a suffix that is something else is an item, too, and turns out to be broken when it is
/// decoded. A name without any suffix says nothing; only then the first bytes decide, for 256 such files in a
/// folder at most.
public struct PictureNames: Sendable, Hashable {
    /// The suffixes of the formats that desktops usually can show.
    public static let usual = PictureNames(suffixes: [
        "png", "jpg", "jpeg", "jpe", "jfif", "gif", "bmp", "dib", "webp", "tif", "tiff", "svg", "svgz", "heic", "heif",
        "avif",
    ])

    /// In small letters, without the dot.
    public let suffixes: Set<String>

    /// Names that end in a dot and one of these suffixes, in letters of either case.
    public init(suffixes: Set<String>) {
        self.suffixes = Set(suffixes.map { $0.lowercased() })
    }

    /// What a name says about the file.
    enum Verdict {
        case picture
        case somethingElse
        case unclear
    }

    func verdict(_ name: [UInt8]) -> Verdict {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return .unclear }
        let suffix = name[(dot + 1)...]
        // A text this short needs no memory of its own, which matters for folders of many files.
        guard suffix.count <= 15 else { return .somethingElse }
        return suffixes.contains(String(decoding: suffix, as: UTF8.self).lowercased()) ? .picture : .somethingElse
    }
}
