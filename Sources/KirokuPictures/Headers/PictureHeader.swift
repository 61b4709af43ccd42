/// Facts from the first bytes of a picture, read without decoding, so that huge pictures cannot exhaust memory.
///
/// ```swift
/// if let header = PictureHeader(bytes), header.size.count > limit { … }  // too large to decode
/// ```
///
/// The facts are only claims of the file: the picture may have another size, or be invalid, so a decoder needs its own
/// limits. The formats are PNG, JPEG, GIF, BMP, WebP and TIFF.
public struct PictureHeader: Sendable, Hashable {
    /// The format of the picture.
    public let format: PictureFormat
    /// The size in pixels as stored, before the orientation is applied; never empty.
    public let size: PixelSize
    /// How to turn the stored pixels for display.
    public let orientation: PictureOrientation

    /// The number of bytes that are usually enough.
    ///
    /// A JPEG file may have more than that before its size, such as a small picture and a colour profile; a WebP file
    /// has its orientation at the end, and a TIFF file has everything anywhere. All bytes are always enough.
    public static let usualLength = 1 << 18

    /// The size for display, with the orientation applied.
    public var shownSize: PixelSize { orientation.isOnItsSide ? size.turned : size }

    /// Reads a header from the first bytes of a picture.
    ///
    /// Returns `nil` if the bytes have another format or end before the size, or the size is empty. An invalid
    /// orientation counts as ``PictureOrientation/upright``. Whatever the bytes are, reading takes at most one pass
    /// through them.
    public init?(_ bytes: [UInt8]) {
        guard let format = PictureFormat(bytes) else { return nil }
        let bytes = ByteReader(bytes)
        let facts: Facts? =
            switch format {
            case .png: Self.png(bytes)
            case .jpeg: Self.jpeg(bytes)
            case .gif: Self.gif(bytes)
            case .bmp: Self.bitmap(bytes)
            case .webp: Self.webp(bytes)
            case .tiff: Self.tiff(bytes)
            case .heif, .svg: nil
            }
        guard let facts, !facts.size.isEmpty else { return nil }
        self.format = format
        size = facts.size
        orientation = facts.orientation ?? .upright
    }

    /// The facts that a format's reader finds.
    struct Facts {
        var size: PixelSize
        var orientation: PictureOrientation?
    }
}

/// How the stored pixels are turned or mirrored for display, with the numbers of EXIF.
public enum PictureOrientation: Int, Sendable, CaseIterable {
    /// Unchanged.
    case upright = 1
    /// Left and right are swapped.
    case mirrored = 2
    /// Turned by 180°.
    case upsideDown = 3
    /// Top and bottom are swapped.
    case flipped = 4
    /// Rows become columns: mirrored at the diagonal from the upper left corner.
    case transposed = 5
    /// Turned clockwise by 90° for display.
    case turnedLeft = 6
    /// Mirrored at the diagonal from the upper right corner.
    case transversed = 7
    /// Turned counterclockwise by 90° for display.
    case turnedRight = 8

    /// Whether width and height are swapped.
    public var isOnItsSide: Bool { rawValue >= 5 }
}
