extension PictureOrientation {
    /// The orientation in EXIF data, which is laid out like a TIFF file; `nil` if there is none in the first directory.
    init?(exif bytes: ByteReader) {
        let isLittle = bytes.has("II*\0", at: 0)
        guard isLittle || bytes.has("MM\0*", at: 0),
            let directory = bytes.number(at: 4, 4, isLittle: isLittle),
            let count = bytes.number(at: directory, 2, isLittle: isLittle)
        else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + entry * Self.entryLength
            guard let tag = bytes.number(at: place, 2, isLittle: isLittle) else { return nil }
            guard tag == Self.tag else { continue }
            guard bytes.number(at: place + 2, 2, isLittle: isLittle) == Self.shortType,
                let value = bytes.number(at: place + 8, 2, isLittle: isLittle)
            else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }

    private static let entryLength = 12
    private static let tag = 0x0112
    private static let shortType = 3
}
