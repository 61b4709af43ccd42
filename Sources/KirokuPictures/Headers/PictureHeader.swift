/// What the beginning of a picture's bytes says about it, without decoding (huge pictures cannot exhaust memory).
///
/// ```swift
/// if let header = PictureHeader(bytes), header.size.count > limit { … }  // too large to decode
/// ```
///
/// Nothing is believed but for what it is, a number in a file: the picture may turn out to be of another size, or none.
/// Whoever decodes it needs limits of its own. Read are PNG, JPEG, GIF, BMP, WebP and TIFF.
public struct PictureHeader: Sendable, Hashable {
    /// What kind of picture it is.
    public let format: PictureFormat
    /// Its pixels as they are stored, before the orientation is applied; never empty.
    public let size: PixelSize
    /// How it is to be turned to be shown.
    public let orientation: PictureOrientation

    /// How many bytes are usually enough.
    ///
    /// A JPEG file may have more than that before its size, for example a small picture of its own and a colour
    /// profile; a WebP file has its orientation at the end, and a TIFF file has everything anywhere. All of the bytes are
    /// always enough.
    public static let usualLength = 1 << 18

    /// The size as it is shown, with the orientation applied.
    public var shownSize: PixelSize { orientation.isOnItsSide ? size.turned : size }

    /// Reads what the bytes say.
    ///
    /// `nil` if they are of another format, end before the size, or the size is empty. An orientation that cannot be
    /// read is ``PictureOrientation/upright``. Whatever the bytes are, it takes no longer than going through them once.
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

    /// What a format's own reader finds.
    struct Facts {
        var size: PixelSize
        var orientation: PictureOrientation?
    }
}

/// How the stored pixels are to be turned or mirrored for showing, as EXIF numbers it.
public enum PictureOrientation: Int, Sendable, CaseIterable {
    /// As they are.
    case upright = 1
    /// Left and right change places.
    case mirrored = 2
    /// Turned by half a circle.
    case upsideDown = 3
    /// Top and bottom change places.
    case flipped = 4
    /// Rows become columns: mirrored at the diagonal from the upper left corner.
    case transposed = 5
    /// To be turned by a quarter, clockwise.
    case turnedLeft = 6
    /// Mirrored at the diagonal from the upper right corner.
    case transversed = 7
    /// To be turned by a quarter, counterclockwise.
    case turnedRight = 8

    /// Whether width and height change places.
    public var isOnItsSide: Bool { rawValue >= 5 }
}
