import CGtk

/// A rectangle in pixels, from its upper left corner.
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

    /// Whether the point is inside; points on the right and lower edges are not.
    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    var gdk: GdkRectangle {
        GdkRectangle(x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    }
}
