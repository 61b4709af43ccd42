/// A rectangle, in pixels at a scale of 1 from the upper left corner of what it lies in.
public struct PixelFrame: Sendable, Hashable {
    /// The left edge.
    public let x: Int
    /// The upper edge.
    public let y: Int
    /// At least 0.
    public let width: Int
    /// At least 0.
    public let height: Int

    /// A rectangle by its upper left corner and its size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge: the first column of pixels that is outside.
    public var maxX: Int { x + width }

    /// The lower edge: the first row of pixels that is outside.
    public var maxY: Int { y + height }

    /// The same rectangle where one reads from right to left, in something of this width.
    func mirrored(in width: Int) -> PixelFrame { PixelFrame(x: width - maxX, y: y, width: self.width, height: height) }
}
