/// Which files are pictures, by their names.
///
/// Most files are recognised by the suffix alone, without opening them: one of ``PictureNames/usual``, or those that a
/// program can decode. A file with such a suffix may therefore be something else, and fail when it is decoded. The
/// first bytes decide only for names without a suffix, up to 256 such files in a folder.
public struct PictureNames: Sendable, Hashable {
    /// The suffixes of formats that desktops can usually show.
    public static let usual = PictureNames(suffixes: [
        "png", "jpg", "jpeg", "jpe", "jfif", "gif", "bmp", "dib", "webp", "tif", "tiff", "svg", "svgz", "heic", "heif",
        "avif",
    ])

    /// The suffixes in lower case, without the dot.
    public let suffixes: Set<String>

    /// Creates names that end in a dot and one of these suffixes, in upper or lower case.
    public init(suffixes: Set<String>) {
        self.suffixes = Set(suffixes.map { $0.lowercased() })
    }

    /// Whether a name ends as those of pictures do.
    public func isPicture(_ name: String) -> Bool { verdict(Array(name.utf8)) == .picture }

    /// What the name of a file shows about it.
    enum Verdict {
        case picture
        case somethingElse
        case unclear
    }

    func verdict(_ name: [UInt8]) -> Verdict {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return .unclear }
        let suffix = name[(dot + 1)...]
        // A string this short is not allocated on the heap, which matters for folders with many files.
        guard suffix.count <= 15 else { return .somethingElse }
        return suffixes.contains(String(decoding: suffix, as: UTF8.self).lowercased()) ? .picture : .somethingElse
    }
}
