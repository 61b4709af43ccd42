extension PictureHeader {
    /// The size of the screen that the pictures of the file are shown on.
    static func gif(_ bytes: ByteReader) -> Facts? {
        guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8) else { return nil }
        return Facts(size: PixelSize(width: width, height: height))
    }

    /// The oldest headers have two bytes for a side, all others four.
    ///
    /// A negative height says that the upper row comes first.
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
