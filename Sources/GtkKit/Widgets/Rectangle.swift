import CGtk

/// A rectangle in pixels, from its upper left corner.
public struct Rectangle: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    var gdk: GdkRectangle {
        GdkRectangle(x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    }
}
