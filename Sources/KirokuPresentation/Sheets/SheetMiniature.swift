import Geometry

/// Where the parts of a sheet are in a small drawing to scale, with the figures of its gap and margin; all in pixels.
///
/// Of a large window, only the middle of its lower part is drawn, so that captions can be read in any drawing.
public struct SheetMiniature: Sendable, Hashable {
    /// The part of the window that is drawn.
    public let window: Rectangle
    /// Whether the window ends beyond the sides of the drawing.
    public let isCut: Bool
    /// The button for Cancel.
    public let cancel: Rectangle
    /// The button for OK.
    public let ok: Rectangle
    /// The message.
    public let message: Rectangle
    /// The line between the buttons, in one part or in two beside its figure.
    public let gapLines: [Rectangle]
    /// The room for the figure of the gap.
    public let gapFigure: Rectangle
    /// The line from the buttons to the foot of the window.
    public let marginLine: Rectangle
    /// The room for the figure of the margin, which begins or ends at its line.
    public let marginFigure: Rectangle

    /// Draws a sheet.
    ///
    /// - Parameters:
    ///   - frames: where the parts of the sheet are in the window.
    ///   - width: the width of the window.
    ///   - height: the height of the window.
    ///   - room: the size of the drawing.
    ///   - figure: the size of the widest figure as it is drawn.
    public init(
        of frames: SheetFrames, width: Int, height: Int, in room: (width: Double, height: Double),
        figure: (width: Double, height: Double)
    ) {
        let part = Self.part(width: width, height: height)
        let scale = max(min((room.width - 2) / part.width, (room.height - 2) / part.height), 0)
        let left = ((room.width - part.width * scale) / 2).rounded()
        let top = ((room.height - part.height * scale) / 2).rounded()
        func place(_ frame: Rectangle) -> Rectangle {
            Rectangle(
                x: (left + (frame.x - part.x) * scale).rounded(), y: (top + (frame.y - part.y) * scale).rounded(),
                width: (frame.width * scale).rounded(), height: (frame.height * scale).rounded())
        }
        window = place(part)
        isCut = part.x > 0
        cancel = place(frames.cancel)
        ok = place(frames.ok)
        message = place(frames.message)
        let (from, to) = (cancel.maxX + 2, ok.x - 2)
        let middle = (cancel.y + cancel.height / 2).rounded()
        let center = ((from + to - figure.width) / 2).rounded()
        let hasRoom = to - from >= figure.width + 2 * Self.space
        gapFigure = Rectangle(
            x: center, y: hasRoom ? (middle - figure.height / 2).rounded() : cancel.y - figure.height,
            width: figure.width, height: figure.height)
        let ends = hasRoom ? [(from, gapFigure.x - Self.space), (gapFigure.maxX + Self.space, to)] : [(from, to)]
        gapLines = ends.map { Rectangle(x: $0.0, y: middle, width: max($0.1 - $0.0, 0), height: 1) }
        let isOutside = window.maxX - max(ok.maxX, message.maxX) > figure.width + 3 * Self.space
        let x = isOutside ? max(ok.maxX, message.maxX) + Self.space : ok.maxX - Self.space
        marginLine = Rectangle(x: x, y: ok.maxY + 1, width: 1, height: max(window.maxY - 1 - ok.maxY - 1, 0))
        marginFigure = Rectangle(
            x: isOutside ? x + Self.space : x - Self.space - figure.width,
            y: (marginLine.y + (marginLine.height - figure.height) / 2).rounded(), width: figure.width,
            height: figure.height)
    }

    /// The part of a window of this size that is drawn: everything that can be in a sheet is in the middle of its lower
    /// part.
    public static func part(width: Int, height: Int) -> Rectangle {
        let (width, height) = (max(width, 1), max(height, 1))
        let (shownWidth, shownHeight) = (min(width, 1_024), min(height, 700))
        return Rectangle(
            x: (width - shownWidth) / 2, y: height - shownHeight, width: shownWidth, height: shownHeight)
    }

    /// Between a figure and its line.
    private static let space = 4.0
}
