extension PictureHeader {
    /// The size is at a fixed place, in the first chunk; the orientation in a chunk of its own before the pixels.
    static func png(_ bytes: ByteReader) -> Facts? {
        guard bytes.has("IHDR", at: 12), let width = bytes.big32(at: 16), let height = bytes.big32(at: 20)
        else { return nil }
        return Facts(size: PixelSize(width: width, height: height), orientation: pngOrientation(bytes))
    }

    /// A chunk is its length, its kind in four letters, that many bytes, and four more to check them.
    private static func pngOrientation(_ bytes: ByteReader) -> PictureOrientation? {
        var place = 8
        for _ in 0..<mostChunks {
            guard let length = bytes.big32(at: place), !bytes.has("IDAT", at: place + 4) else { return nil }
            if bytes.has("eXIf", at: place + 4) {
                return TIFFDirectory(bytes.part(from: place + 8, count: length))?.orientation
            }
            place += 12 + length
        }
        return nil
    }

    /// Far more than a picture has; a file of nothing but empty chunks should not take long.
    private static let mostChunks = 10_000
}
