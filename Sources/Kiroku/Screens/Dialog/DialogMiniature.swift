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
        // The height that the drawing has at the usual width, so that little room is left at its sides.
        let part = SheetMiniature.part(width: self.width, height: self.height)
        let shownHeight = Int(Double(Self.usualWidth) * part.height / part.width)
        canvas.setLeastSize(width: 300, height: min(max(shownHeight, 150), 320))
        figures.text = DialogFigures.text(of: look, width: self.width, height: self.height)
        canvas.setAccessibleDescription(figures.text)
        canvas.redraw()
    }

    /// The width of the drawing, in pixels, if there is room.
    private static let usualWidth = 440

    private func draw(with painter: Painter) {
        let theme = Theme(of: canvas)
        let text = theme.color("theme_fg_color") ?? Color(red: 0, green: 0, blue: 0)
        let ground = theme.color("theme_base_color") ?? Color(red: 1, green: 1, blue: 1)
        let frames = look.frames(width: width, height: height)
        let figures = (gap: localizedNumber(frames.gap), margin: localizedNumber(height - Int(frames.ok.maxY)))
        let widest = max(
            painter.width(of: figures.gap, style: .small), painter.width(of: figures.margin, style: .small))
        let sheet = SheetMiniature(
            of: frames, width: width, height: height, in: (canvas.width, canvas.height),
            figure: (widest + 2, TextMeasure(of: canvas, style: .small).lineHeight))
        drawWindow(sheet, line: text.mixed(with: ground, 0.4), ground, painter)
        for (button, caption) in [(sheet.cancel, captions.cancel), (sheet.ok, captions.ok)] {
            painter.fill(button, text.mixed(with: ground, 0.88))
            painter.stroke(button, text)
            painter.text(caption, in: Self.room(in: button), text, alignment: .center, style: .small)
        }
        painter.fill(sheet.message, text.mixed(with: ground, 0.94))
        painter.text(
            message, in: Self.room(in: sheet.message), theme.color(.muted), alignment: .center, style: .small)
        drawMeasures(sheet, figures, theme.color(.selected), painter)
    }

    /// Draws the ground of the window, with those of its edges that are visible.
    private func drawWindow(_ sheet: SheetMiniature, line: Color, _ ground: Color, _ painter: Painter) {
        let window = sheet.window
        painter.fill(window, ground)
        guard sheet.isCut else { return painter.stroke(window, line) }
        painter.fill(Rectangle(x: window.x, y: window.maxY - 1, width: window.width, height: 1), line)
    }

    /// The room for a text in a button or a line, which keeps off the edges.
    private static func room(in frame: Rectangle) -> Rectangle {
        Rectangle(x: frame.x + 3, y: frame.y, width: max(frame.width - 6, 0), height: frame.height)
    }

    /// Draws the lines of the gap between the buttons and of the margin below them, with their figures.
    private func drawMeasures(
        _ sheet: SheetMiniature, _ figures: (gap: String, margin: String), _ color: Color, _ painter: Painter
    ) {
        for line in sheet.gapLines { painter.fill(line, color) }
        for end in [sheet.gapLines.first?.x, sheet.gapLines.last?.maxX].compactMap(\.self) {
            let y = sheet.gapLines[0].y
            painter.polyline([(end, y - 3), (end, y + 4)], color, width: 1)
        }
        painter.text(figures.gap, in: sheet.gapFigure, color, alignment: .center, style: .small)
        let margin = sheet.marginLine
        painter.fill(margin, color)
        for y in [margin.y, margin.maxY] {
            painter.polyline([(margin.x - 3, y), (margin.x + 4, y)], color, width: 1)
        }
        painter.text(
            figures.margin, in: sheet.marginFigure, color, alignment: sheet.marginFigure.x > margin.x ? .start : .end,
            style: .small)
    }
}

extension String {
    /// The text as a button shows it, without the underscores that mark mnemonics.
    var withoutMnemonic: String {
        replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }
}
