import KirokuPictures

/// The place of a picture picker in the sheet that chooses a record's picture.
///
/// In a sheet of 1024×768 pixels, the picker is 900×400 at 50, 100; in a larger sheet it grows. In a lower sheet, the
/// space above it shrinks first, then the picker gets lower, then the buttons move down. In a narrower one, the picker
/// gets narrower before the space at its sides shrinks.
public struct PickerSheetLayout: Sendable, Hashable {
    /// The space at the start of a line: on the left where text is read from left to right.
    public let start: Int
    /// The space at the other side.
    public let end: Int
    /// The space above the picker.
    public let top: Int
    /// The space below the picker, in addition to the distance that sheets keep to their buttons.
    public let bottom = 8
    /// The position of the buttons.
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
    /// The distance that a sheet keeps between its content and its buttons.
    private static let distance = 10
}
