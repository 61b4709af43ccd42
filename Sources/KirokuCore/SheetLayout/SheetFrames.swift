/// Where the parts of a sheet are, in pixels at a scale of 1, from the sheet's upper left corner (spec 3).
public struct SheetFrames: Sendable, Hashable {
    /// The button that only closes, on the left.
    public let cancel: SheetFrame
    /// The button that does what the sheet is for, on the right.
    public let ok: SheetFrame
    /// The line that tells what is missing, below the buttons.
    public let message: SheetFrame
    /// The step that the buttons really have: the chosen one, or a smaller one that fits.
    public let buttonSize: SheetButtonSize
}

/// A rectangle, in pixels.
public struct SheetFrame: Sendable, Hashable {
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
}
