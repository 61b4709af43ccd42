import KirokuPictures

/// Where a picture picker lies in the sheet in which a record gets its picture.
///
/// In a sheet of 1024×768 pixels it is 900×400 large, at 50, 100; a larger one stretches it. In a smaller one, what is
/// above it goes first, then the picker gets lower, then the buttons go down, and at last its sides get nearer to the
/// edges.
public struct PickerSheetLayout: Sendable, Hashable {
    /// How much is free to its left, where one reads from left to right.
    public let start: Int
    /// How much is free at its other side.
    public let end: Int
    /// How much is free above it.
    public let top: Int
    /// How much is free below it, above the distance that sheets keep to their buttons.
    public let bottom = 8
    /// Where the buttons are.
    public let buttons: SheetYPosition

    /// The layout for a sheet of this size, in pixels.
    public init(width: Int, height: Int) {
        let smallest = PickerLayout.smallest
        let sides = min(max(PixelSize(width: width, height: 0).width - smallest.width, 0), Self.start + Self.end)
        start = sides * Self.start / (Self.start + Self.end)
        end = sides - start
        let height = PixelSize(width: 0, height: height).height
        let needed = smallest.height + Self.leastTop + bottom
        let lower = SheetYPosition.allCases.filter { $0 >= .m }
        let buttons = lower.first { Self.room(height, $0) >= needed } ?? .l3
        self.buttons = buttons
        top = min(max(Self.room(height, buttons) - Self.usualHeight - bottom, Self.leastTop), Self.mostTop)
    }

    /// The room above the buttons.
    private static func room(_ height: Int, _ buttons: SheetYPosition) -> Int {
        height - buttons.margin - SheetButtonSize.s.height - distance
    }

    private static let start = 50
    private static let end = 74
    private static let mostTop = 100
    private static let leastTop = 10
    private static let usualHeight = 400
    /// That a sheet keeps between its content and its buttons.
    private static let distance = 10
}
