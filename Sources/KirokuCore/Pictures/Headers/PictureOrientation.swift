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
