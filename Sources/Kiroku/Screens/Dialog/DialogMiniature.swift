import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// A small drawing of a window with a sheet over it, and the figures of its layout.
@MainActor
final class DialogMiniature {
    let widget = column(spacing: 6)
    private let canvas = Canvas(name: localized("Miniature"))
    private let figures = paragraph("", alignment: .center, isMuted: true, width: 46)
    private var look = DialogLook.usual
    private var captions = (cancel: "", ok: "")
    private var message = ""
    /// The size of the window that is drawn, in pixels.
    private var width = 1_024
    private var height = 768

    init() {
        canvas.beAPicture(named: localized("Miniature"))
        canvas.setExpands(horizontally: true)
        canvas.onDraw = { [weak self] painter in self?.draw(with: painter) }
        canvas.onStyleChange = { [weak self] in self?.canvas.redraw() }
        widget.append(canvas)
        widget.append(figures)
    }

    /// Shows this dialog over a window of this size.
    func show(_ draft: DialogDraft, width: Int, height: Int) {
        look = draft.look
        captions = (draft.cancelCaption.withoutMnemonic, draft.okCaption.withoutMnemonic)
        message = draft.messageText
        self.width = max(width, 1)
        self.height = max(height, 1)
        // As high as the window is at the usual width, so that little room is left at its sides.
        let shownHeight = Self.usualWidth * self.height / self.width
        canvas.setLeastSize(width: 300, height: min(max(shownHeight, 150), 320))
        figures.text = DialogFigures.text(of: look, width: self.width, height: self.height)
        canvas.setAccessibleDescription(figures.text)
        canvas.redraw()
    }

    /// The width of the drawing, in pixels, where there is room.
    private static let usualWidth = 440

    private func draw(with painter: Painter) {
        let theme = Theme(of: canvas)
        let text = theme.color("theme_fg_color") ?? Color(red: 0, green: 0, blue: 0)
        let ground = theme.color("theme_base_color") ?? Color(red: 1, green: 1, blue: 1)
        let scale = min((canvas.width - 2) / Double(width), (canvas.height - 2) / Double(height))
        let left = ((canvas.width - Double(width) * scale) / 2).rounded()
        let top = ((canvas.height - Double(height) * scale) / 2).rounded()
        func place(_ frame: Rectangle) -> Rectangle {
            Rectangle(
                x: (left + frame.x * scale).rounded(), y: (top + frame.y * scale).rounded(),
                width: (frame.width * scale).rounded(), height: (frame.height * scale).rounded())
        }
        let frames = look.frames(width: width, height: height)
        let sheet = place(Rectangle(x: 0, y: 0, width: width, height: height))
        painter.fill(sheet, ground)
        painter.stroke(sheet, text.mixed(with: ground, 0.4))
        for (frame, caption) in [(frames.cancel, captions.cancel), (frames.ok, captions.ok)] {
            let button = place(frame)
            painter.fill(button, text.mixed(with: ground, 0.88))
            painter.stroke(button, text)
            painter.text(caption, in: Self.room(in: button), text, alignment: .center, style: .small)
        }
        let line = place(frames.message)
        painter.fill(line, text.mixed(with: ground, 0.94))
        painter.text(message, in: Self.room(in: line), theme.color(.muted), alignment: .center, style: .small)
        drawMeasures(frames, place, theme.color(.selected), painter)
    }

    /// The room for a text in a button or a line, which keeps off the edges.
    private static func room(in frame: Rectangle) -> Rectangle {
        Rectangle(x: frame.x + 3, y: frame.y, width: max(frame.width - 6, 0), height: frame.height)
    }

    /// Draws the gap between the buttons and the margin below them, with their sizes.
    private func drawMeasures(
        _ frames: SheetFrames, _ place: (Rectangle) -> Rectangle, _ color: Color, _ painter: Painter
    ) {
        let cancel = place(frames.cancel)
        let ok = place(frames.ok)
        let gap = (from: cancel.x + cancel.width + 2, to: ok.x - 2, y: cancel.y + cancel.height / 2)
        painter.polyline([(gap.from, gap.y), (gap.to, gap.y)], color, width: 1)
        for x in [gap.from, gap.to] { painter.polyline([(x, gap.y - 3), (x, gap.y + 3)], color, width: 1) }
        painter.text(
            localizedNumber(frames.gap),
            in: Rectangle(x: gap.from, y: gap.y - 18, width: gap.to - gap.from, height: 16), color,
            alignment: .center, style: .small)
        let bottom = place(Rectangle(x: 0, y: 0, width: width, height: height))
        let right = bottom.x + bottom.width
        // Beside the message, if there is room.
        let isOutside = right - ok.maxX > Self.numberWidth + 12
        let margin = (
            from: ok.y + ok.height + 1, to: bottom.y + bottom.height - 1, x: isOutside ? ok.maxX + 6 : ok.maxX - 6
        )
        painter.polyline([(margin.x, margin.from), (margin.x, margin.to)], color, width: 1)
        for y in [margin.from, margin.to] { painter.polyline([(margin.x - 3, y), (margin.x + 3, y)], color, width: 1) }
        painter.text(
            localizedNumber(height - Int(frames.ok.maxY)),
            in: Rectangle(
                x: isOutside ? margin.x + 6 : margin.x - 6 - Self.numberWidth, y: margin.from,
                width: Self.numberWidth, height: margin.to - margin.from),
            color, alignment: isOutside ? .start : .end, style: .small)
    }

    /// The room for the number of a margin, in pixels.
    private static let numberWidth = 30.0
}

extension String {
    /// The text as a button shows it, without the underscores that mark mnemonics.
    var withoutMnemonic: String {
        replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }
}
