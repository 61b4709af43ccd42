import Geometry

/// The centred column that holds a sheet's content and, at its edges, the buttons.
///
/// ```swift
/// SheetColumn(in: 1_024, .form, needed: 0)  // starts at 197, 630 wide
/// ```
public struct SheetColumn: Sendable, Hashable {
    /// The distance in pixels from the edge of the sheet at which lines of text begin; the same on both sides, as
    /// nearly as whole pixels allow.
    public let start: Int
    /// In pixels.
    public let width: Int

    /// How wide a column is at most, unless its content cannot be narrower.
    public enum Width: Int, Sendable, CaseIterable {
        /// For controls with their captions, and for text.
        case form = 630
        /// For lists, tables and grids.
        case wide = 960
    }

    /// The column in a sheet of this width.
    ///
    /// - Parameters:
    ///   - sheet: the width of the sheet, in pixels at a scale of 1, like all sizes here.
    ///   - widest: the width of the column, if there is room for it.
    ///   - needed: the minimum width that the content needs; the column takes it if there is room.
    public init(in sheet: Int, _ widest: Width, needed: Int) {
        width = min(max(widest.rawValue, needed), max(sheet - 2 * Self.margin, 0))
        start = max((sheet - width) / 2, 0)
    }

    /// The places of the parts of a sheet whose buttons are at the edges of the column.
    ///
    /// Each button is as wide as its caption needs, and at least 140; if that is too much, all share the width.
    ///
    /// - Parameters:
    ///   - height: the height of the sheet.
    ///   - captions: the widths that the captions of the buttons need, from the first to the last; two or three.
    public func frames(height: Int, captions: [Int]) -> SheetFrames {
        let share = max((width - (captions.count - 1) * Self.gap) / max(captions.count, 1), 0)
        var widths = captions.map { max($0, Self.buttonWidth) }
        if widths.reduce(0, +) + (widths.count - 1) * Self.gap > width { widths = widths.map { min($0, share) } }
        let y = height - Self.margin - Self.buttonHeight
        func button(_ x: Int, _ width: Int) -> Rectangle {
            Rectangle(x: x, y: y, width: width, height: Self.buttonHeight)
        }
        let first = button(start, widths.first ?? 0)
        let last = button(start + width - (widths.last ?? 0), widths.last ?? 0)
        var buttons = [first, last]
        if widths.count == 3 {
            let free = Int(last.x - first.maxX) - widths[1]
            buttons.insert(button(Int(first.maxX) + free / 2, widths[1]), at: 1)
        }
        return SheetFrames(
            buttons: buttons, message: message(above: first, height: Self.lineHeight), fontSize: Self.fontSize)
    }

    /// The place of a message of this height: above the buttons.
    public func message(above button: Rectangle, height: Int) -> Rectangle {
        Rectangle(x: start, y: Int(button.y) - Self.gap - height, width: width, height: height)
    }

    /// The height that the content has above the buttons.
    ///
    /// - Parameters:
    ///   - button: the place of one of the buttons.
    ///   - message: the place of the message between them; `nil` while there is none.
    public static func contentHeight(above button: Rectangle, message: Rectangle?) -> Int {
        max(Int(message.map { $0.y - Double(gap) } ?? button.y - Double(margin)), 0)
    }

    /// The minimum space at each side of the column, and the space above and below the buttons.
    public static let margin = 24
    /// The minimum distance between buttons, and between message, content and buttons.
    static let gap = 12
    private static let buttonWidth = 140
    private static let buttonHeight = 45
    private static let fontSize = 15
    private static let lineHeight = 18
}
