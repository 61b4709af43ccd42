import Geometry

/// The places of a sheet's buttons and message line, chosen by three steps.
///
/// ```swift
/// SheetLayout(size: .s, x: .l3, y: .m).frames(width: 1_024, height: 768).cancel  // at 177, 518; 160×50
/// ```
///
/// In a sheet of width W and height H, with buttons of w×h, gap g and margin m, Cancel is at x = (W − g) / 2 − w, OK at
/// x = (W + g) / 2, and both are at y = H − m − h. The message line is 800×30, centred, with its top 10 below the
/// buttons.
public struct SheetLayout: Sendable, Hashable {
    /// How large the buttons are.
    public var size: SheetButtonSize
    /// How far apart the buttons are.
    public var x: SheetXPosition
    /// How far down the buttons are.
    public var y: SheetYPosition

    /// Creates a layout from its three steps.
    public init(size: SheetButtonSize = .m, x: SheetXPosition = .l2, y: SheetYPosition = .l2) {
        self.size = size
        self.x = x
        self.y = y
    }

    /// The places of the parts in a sheet of this size.
    ///
    /// Parts that do not fit are adjusted. Horizontally, the gap shrinks as needed, to at least 50; if that is not
    /// enough, the buttons get smaller step by step. Vertically, the margin below shrinks as needed, to at least 50:
    /// the height of the message line with 10 above and below it. The message line is at most W − 20 wide. From 360×300
    /// up, everything is inside and nothing overlaps; in a smaller sheet, the edges cut off the rest.
    ///
    /// - Parameters:
    ///   - width: in pixels at a scale of 1, like all returned numbers.
    ///   - height: in the same pixels.
    ///   - buttons: the number of buttons, two or three. The third is in the middle: if the gap is too small for it, it
    ///     grows.
    public func frames(width: Int, height: Int, buttons: Int = 2) -> SheetFrames {
        // Sums of numbers from outside must not overflow.
        let width = min(max(width, 0), Self.largest)
        let height = min(max(height, 0), Self.largest)
        let size = fittingSize(width: width, buttons: buttons)
        let least = Self.leastGap(size, buttons: buttons)
        let gap = min(max(x.gap, least), max(width - 2 * self.size.width, least))
        let margin = min(y.margin, max(height - size.height, Self.smallestMargin))
        // OK is placed relative to Cancel: where W and g are not both even, halving each could change the gap.
        let left = half(width - gap)
        let top = height - margin - size.height
        func button(_ x: Int) -> Rectangle { Rectangle(x: x, y: top, width: size.width, height: size.height) }
        var places = [button(left - size.width), button(left + gap)]
        if buttons == 3 { places.insert(button(left + half(gap - size.width)), at: 1) }
        let lineWidth = min(Self.lineWidth, max(width - 2 * Self.distance, 0))
        let message = Rectangle(
            x: half(width - lineWidth), y: top + size.height + Self.distance, width: lineWidth,
            height: Self.lineHeight)
        return SheetFrames(buttons: places, message: message, fontSize: size.fontSize, buttonSize: size)
    }

    /// The chosen size, or the largest smaller one that fits; the smallest if none does.
    private func fittingSize(width: Int, buttons: Int) -> SheetButtonSize {
        let fitting = SheetButtonSize.allCases.last {
            $0 <= size && 2 * $0.width + Self.leastGap($0, buttons: buttons) <= width
        }
        return fitting ?? .s3
    }

    /// The smallest gap between the outer buttons.
    private static func leastGap(_ size: SheetButtonSize, buttons: Int) -> Int {
        buttons == 3 ? size.width + 2 * SheetColumn.gap : smallestGap
    }

    private static let smallestGap = SheetXPosition.s3.gap
    private static let smallestMargin = SheetYPosition.l3.margin
    private static let lineWidth = 800
    private static let lineHeight = 30
    /// The distance between buttons and message line, and the minimum distance around that line.
    private static let distance = 10
    /// Far beyond any screen.
    private static let largest = 1 << 30
}

/// Half of a number, rounded down also below 0.
private func half(_ number: Int) -> Int { number >> 1 }

/// The places of a sheet's parts, in pixels at a scale of 1, from the sheet's upper left corner.
public struct SheetFrames: Sendable, Hashable {
    /// The buttons, from the left to the right: two or three.
    public let buttons: [Rectangle]
    /// The line that shows what is missing.
    public let message: Rectangle
    /// The size of the captions.
    public let fontSize: Int
    /// The step of the buttons' size, if they have one: the chosen one, or the largest smaller one that fits.
    public let buttonSize: SheetButtonSize?

    init(buttons: [Rectangle], message: Rectangle, fontSize: Int, buttonSize: SheetButtonSize? = nil) {
        (self.buttons, self.message) = (buttons, message)
        (self.fontSize, self.buttonSize) = (fontSize, buttonSize)
    }

    /// The button that only closes the sheet, on the left.
    public var cancel: Rectangle { buttons.first ?? Rectangle(x: 0, y: 0, width: 0, height: 0) }
    /// The button for the sheet's purpose, on the right.
    public var ok: Rectangle { buttons.last ?? Rectangle(x: 0, y: 0, width: 0, height: 0) }
    /// The distance between the outer buttons.
    public var gap: Int { Int(ok.x - cancel.maxX) }
}
