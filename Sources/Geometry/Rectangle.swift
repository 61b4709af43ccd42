/// A rectangle in pixels, from the upper left corner of what it lies in.
public struct Rectangle: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The upper edge; downwards is positive.
    public var y: Double
    /// From the left edge to the right one.
    public var width: Double
    /// From the upper edge to the lower one.
    public var height: Double

    /// A rectangle of this size, its upper left corner at `x`, `y`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle of whole pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// The right edge: the first column of pixels that is outside.
    public var maxX: Double { x + width }

    /// The lower edge: the first row of pixels that is outside.
    public var maxY: Double { y + height }

    /// Whether the point is inside; points on the right and lower edges are not.
    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    /// The same rectangle where one reads from right to left, in something of this width.
    public func mirrored(in width: Double) -> Rectangle {
        Rectangle(x: width - maxX, y: y, width: self.width, height: height)
    }
}
