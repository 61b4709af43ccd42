/// A rectangle in pixels, measured from the upper left corner of its container.
public struct Rectangle: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The upper edge; y grows downwards.
    public var y: Double
    /// The distance from the left edge to the right one.
    public var width: Double
    /// The distance from the upper edge to the lower one.
    public var height: Double

    /// Creates a rectangle of this size with its upper left corner at `x`, `y`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle of whole pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// The right edge: the x of the first column of pixels outside.
    public var maxX: Double { x + width }

    /// The lower edge: the y of the first row of pixels outside.
    public var maxY: Double { y + height }

    /// Whether a point is inside; points on the right and lower edges are not.
    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    /// The rectangle mirrored for right-to-left languages, in a container of this width.
    public func mirrored(in width: Double) -> Rectangle {
        Rectangle(x: width - maxX, y: y, width: self.width, height: height)
    }
}
