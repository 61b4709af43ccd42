/// The format of a picture, recognised by its first bytes.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// JPEG, also with EXIF data.
    case jpeg
    /// Graphics Interchange Format, of 1987 or 1989.
    case gif
    /// A bitmap of Windows or OS/2.
    case bmp
    /// WebP, in any of its three forms.
    case webp
    /// Tagged Image File Format, in either byte order.
    case tiff
    /// HEIF and AVIF.
    case heif
    /// Scalable Vector Graphics, not compressed.
    case svg

    /// The number of bytes that are enough to recognise the format.
    ///
    /// With fewer, a format may not be recognised.
    public static let markLength = 256

    /// Recognises the format of a picture that begins with these bytes; `nil` if it is not one of these.
    ///
    /// The rest of the bytes is not checked.
    public init?(_ bytes: [UInt8]) {
        let bytes = ByteReader(bytes)
        if bytes.has("\u{89}PNG\r\n\u{1a}\n", at: 0) {
            self = .png
        } else if bytes.has("\u{ff}\u{d8}\u{ff}", at: 0) {
            self = .jpeg
        } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
            self = .gif
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) {
            self = .tiff
        } else if bytes.has("ftyp", at: 4), Self.heifBrands.contains(where: { bytes.has($0, at: 8) }) {
            self = .heif
        } else if bytes.has("BM", at: 0), bytes.little32(at: 14).map(Self.bitmapHeaders.contains) == true {
            self = .bmp
        } else if bytes.beginsLikeSVG {
            self = .svg
        } else {
            return nil
        }
    }

    private static let heifBrands = ["heic", "heix", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
    /// The lengths of the header that follows: the two letters are too short a mark for a bitmap.
    private static let bitmapHeaders = 12...124
}

extension ByteReader {
    /// Whether the first text after spaces is `<svg`, or that follows soon after an XML declaration.
    fileprivate var beginsLikeSVG: Bool {
        guard let start = (0..<64).first(where: { self[$0].map(Self.isSpace) == false }) else { return false }
        if has("<svg", at: start) { return true }
        guard has("<?xml", at: start) || has("<!--", at: start) || has("<!DOCTYPE svg", at: start) else { return false }
        return (start..<PictureFormat.markLength).contains { has("<svg", at: $0) || has("<!DOCTYPE svg", at: $0) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
