extension PictureHeader {
    /// Reads the size of the screen for the images of the file.
    static func gif(_ bytes: ByteReader) -> Facts? {
        guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8) else { return nil }
        return Facts(size: PixelSize(width: width, height: height))
    }

    /// Reads the size, which the oldest headers give in two bytes for a side, and all others in four.
    ///
    /// A negative height means that the upper row comes first.
    static func bitmap(_ bytes: ByteReader) -> Facts? {
        guard let headerLength = bytes.little32(at: 14) else { return nil }
        if headerLength == 12 {
            guard let width = bytes.little16(at: 18), let height = bytes.little16(at: 20) else { return nil }
            return Facts(size: PixelSize(width: width, height: height))
        }
        guard let width = bytes.little32(at: 18), let height = bytes.little32(at: 22) else { return nil }
        let rows = Int32(truncatingIfNeeded: height).magnitude
        return Facts(size: PixelSize(width: Int(Int32(truncatingIfNeeded: width)), height: Int(rows)))
    }
}

extension PictureHeader {
    /// Goes through the segments to the one with the size; the orientation is in an EXIF segment before it.
    static func jpeg(_ bytes: ByteReader) -> Facts? {
        var orientation: PictureOrientation?
        for segment in JPEGSegments(bytes) {
            if segment.isFrame {
                guard let height = segment.content.big16(at: 1), let width = segment.content.big16(at: 3) else {
                    return nil
                }
                return Facts(size: PixelSize(width: width, height: height), orientation: orientation)
            }
            orientation = orientation ?? segment.exif?.orientation
        }
        return nil
    }
}

extension PictureHeader {
    /// Reads the size at a fixed place in the first chunk, and the orientation in its own chunk before the pixels.
    static func png(_ bytes: ByteReader) -> Facts? {
        guard bytes.has("IHDR", at: 12), let width = bytes.big32(at: 16), let height = bytes.big32(at: 20)
        else { return nil }
        return Facts(size: PixelSize(width: width, height: height), orientation: pngOrientation(bytes))
    }

    /// Searches the chunks; each has its length, its kind in four letters, the data, and a checksum of four bytes.
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

    /// Far more than a picture has; limits the time for a file of empty chunks.
    private static let mostChunks = 10_000
}

extension PictureHeader {
    /// Reads size and orientation, which are two properties among others, anywhere in the file.
    static func tiff(_ bytes: ByteReader) -> Facts? {
        guard let directory = TIFFDirectory(bytes), let width = directory[.width], let height = directory[.height]
        else { return nil }
        return Facts(size: PixelSize(width: width, height: height), orientation: directory.orientation)
    }
}

extension PictureHeader {
    /// Reads the size in the first chunk, which has one of three forms; only the extended form has an orientation.
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
            // The upper two bits of each are a scale for display, which no program uses.
            guard let width = bytes.little16(at: 26), let height = bytes.little16(at: 28) else { return nil }
            return Facts(size: PixelSize(width: width & 0x3fff, height: height & 0x3fff))
        }
        return nil
    }

    /// Searches the chunks; each has its kind in four letters, its length, the data, and a fill byte after an odd
    /// length.
    private static func webpOrientation(_ bytes: ByteReader) -> PictureOrientation? {
        var place = 12
        for _ in 0..<mostWebPChunks {
            guard let length = bytes.little32(at: place + 4) else { return nil }
            if bytes.has("EXIF", at: place) {
                let exif = bytes.part(from: place + 8, count: length)
                // Some programs write the mark of JPEG before it.
                return TIFFDirectory(exif.has("Exif\0\0", at: 0) ? exif.part(from: 6, count: length) : exif)?
                    .orientation
            }
            place += 8 + length + length % 2
        }
        return nil
    }

    /// Far more than a picture has, except for long animations; limits the time for a file of empty chunks.
    private static let mostWebPChunks = 10_000
}
