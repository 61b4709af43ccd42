/// Where the content of a sheet is across, if it stands in one column with the buttons: it begins where they begin, and is
/// as wide as it needs.
public struct SheetColumn: Sendable, Hashable {
    /// Pixels from the edge of the sheet at which reading begins.
    public let start: Int
    /// In pixels.
    public let width: Int

    /// The column in a sheet of this width.
    ///
    /// It reaches at least from the first button to the second. Where these are close together it is 600 wide, or as much
    /// as there is room for.
    ///
    /// - Parameters:
    ///   - frames: where the buttons are.
    ///   - width: of the sheet, in pixels at a scale of 1, as all of these.
    ///   - needed: what the content needs.
    public init(over frames: SheetFrames, width: Int, needed: Int) {
        start = max(min(Int(frames.cancel.x), (width - Self.leastWidth) / 2), Self.margin)
        let room = max(width - start - Self.margin - Self.scrollBar, 0)
        self.width = min(max(width - 2 * start, needed), room)
    }

    private static let leastWidth = 600
    /// What stays free beside it.
    private static let margin = 12
    /// The width of a scroll bar, which may be there.
    private static let scrollBar = 16
}
