/// The horizontal place of a sheet's content that is aligned with the buttons: it begins where they begin and is as wide
/// as it needs to be.
public struct SheetColumn: Sendable, Hashable {
    /// The distance in pixels from the edge of the sheet at which lines of text begin.
    public let start: Int
    /// In pixels.
    public let width: Int

    /// The column in a sheet of this width.
    ///
    /// It reaches at least from the first button to the second. If these are close together, it is 600 pixels wide, or as
    /// wide as there is room for.
    ///
    /// - Parameters:
    ///   - frames: the places of the buttons.
    ///   - width: the width of the sheet, in pixels at a scale of 1, like all sizes here.
    ///   - needed: the width that the content needs.
    public init(over frames: SheetFrames, width: Int, needed: Int) {
        start = max(min(Int(frames.cancel.x), (width - Self.leastWidth) / 2), Self.margin)
        let room = max(width - start - Self.margin - Self.scrollBar, 0)
        self.width = min(max(width - 2 * start, needed), room)
    }

    /// The space kept free beside the content.
    public static let margin = 12
    private static let leastWidth = 600
    /// The width of a scroll bar, which may appear.
    private static let scrollBar = 16
}
