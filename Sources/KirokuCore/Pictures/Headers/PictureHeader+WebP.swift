extension PictureHeader {
    /// The first chunk says the size, in one of three ways; only with the one that has extras is there an orientation.
    static func webp(_ bytes: ByteReader) -> Facts? {
        if bytes.has("VP8X", at: 12) {
            guard let width = bytes.little24(at: 24), let height = bytes.little24(at: 27) else { return nil }
            return Facts(
                size: PixelSize(width: width + 1, height: height + 1), orientation: webpOrientation(bytes))
        }
        if bytes.has("VP8L", at: 12), bytes[20] == 0x2f {
            guard let sides = bytes.little32(at: 21) else { return nil }
            return Facts(size: PixelSize(width: (sides & 0x3fff) + 1, height: (sides >> 14 & 0x3fff) + 1))
        }
        if bytes.has("VP8 ", at: 12), bytes.has("\u{9d}\u{01}\u{2a}", at: 23) {
            // The upper two bits of each tell how to scale the picture when it is shown, which nobody does.
            guard let width = bytes.little16(at: 26), let height = bytes.little16(at: 28) else { return nil }
            return Facts(size: PixelSize(width: width & 0x3fff, height: height & 0x3fff))
        }
        return nil
    }

    /// A chunk is its kind in four letters, its length, and that many bytes, one more if the number is odd.
    private static func webpOrientation(_ bytes: ByteReader) -> PictureOrientation? {
        var place = 12
        for _ in 0..<mostWebPChunks {
            guard let length = bytes.little32(at: place + 4) else { return nil }
            if bytes.has("EXIF", at: place) {
                let exif = bytes.part(from: place + 8, count: length)
                // Some programs write the mark that belongs to JPEG before it.
                return TIFFDirectory(exif.has("Exif\0\0", at: 0) ? exif.part(from: 6, count: length) : exif)?
                    .orientation
            }
            place += 8 + length + length % 2
        }
        return nil
    }

    /// Far more than a picture has but for long animations; a file of nothing but empty chunks should not take long.
    private static let mostWebPChunks = 10_000
}
