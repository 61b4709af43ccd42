extension PictureHeader {
    /// Goes from segment to segment until one has the size; the orientation is in an EXIF segment before it.
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
