/// Where the parts of a sheet are, in pixels at a scale of 1, from the sheet's upper left corner.
public struct SheetFrames: Sendable, Hashable {
    /// The button that only closes, on the left.
    public let cancel: PixelFrame
    /// The button that does what the sheet is for, on the right.
    public let ok: PixelFrame
    /// The line that tells what is missing, below the buttons.
    public let message: PixelFrame
    /// The step that the buttons really have: the chosen one, or a smaller one that fits.
    public let buttonSize: SheetButtonSize
}
