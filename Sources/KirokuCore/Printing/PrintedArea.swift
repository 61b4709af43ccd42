/// The room that a sheet of paper has for what is printed, in steps of 1/96 inch, in which texts are laid out as on a
/// screen.
public struct PrintedArea: Sendable, Hashable {
    /// From the left margin to the right one; at least 1.
    public let width: Double
    /// From the upper margin to the lower one; at least 1.
    public let height: Double

    /// A room of this size; what is no number, or smaller than 1, counts as 1.
    public init(width: Double, height: Double) {
        self.width = width.isFinite ? max(width, 1) : 1
        self.height = height.isFinite ? max(height, 1) : 1
    }

    /// What is left above and below for title and page number.
    public func leaving(height: Double) -> PrintedArea {
        PrintedArea(width: width, height: self.height - height)
    }
}
