extension PictureHeader {
    /// Goes from segment to segment until one has the size.
    ///
    /// Each begins with 0xFF and its kind, then its length with these two bytes. The orientation is in an EXIF segment
    /// before the size.
    static func jpeg(_ bytes: ByteReader) -> Facts? {
        var orientation: PictureOrientation?
        var place = 2
        while let lead = bytes[place], let kind = bytes[place + 1] {
            guard lead == 0xff else { return nil }
            switch kind {
            case 0xff:
                // A byte to fill up; what follows may be the segment.
                place += 1
                continue
            case 0x01, 0xd0...0xd7:
                place += 2
                continue
            case 0xd8, 0xd9, 0xda: return nil
            default: break
            }
            guard let length = bytes.big16(at: place + 2), length >= 2 else { return nil }
            if isFrame(kind) {
                guard let height = bytes.big16(at: place + 5), let width = bytes.big16(at: place + 7) else {
                    return nil
                }
                return Facts(size: PixelSize(width: width, height: height), orientation: orientation)
            }
            if kind == 0xe1, orientation == nil, bytes.has("Exif\0", at: place + 4) {
                orientation = TIFFDirectory(bytes.part(from: place + 10, count: length - 8))?.orientation
            }
            place += 2 + length
        }
        return nil
    }

    /// The kinds of segments that begin a picture: all ways of coding, but for the three numbers between them that
    /// mean something else.
    private static func isFrame(_ kind: UInt8) -> Bool {
        (0xc0...0xcf).contains(kind) && kind != 0xc4 && kind != 0xc8 && kind != 0xcc
    }
}
