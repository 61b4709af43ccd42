extension PictureHeader {
    /// Size and orientation are two properties among others, anywhere in the file.
    static func tiff(_ bytes: ByteReader) -> Facts? {
        guard let directory = TIFFDirectory(bytes), let width = directory[.width], let height = directory[.height]
        else { return nil }
        return Facts(size: PixelSize(width: width, height: height), orientation: directory.orientation)
    }
}
