import CGtk
import Geometry

/// The font for printing: the desktop's font, in a size for reading on paper.
///
/// Lengths are in units of 1/96 inch, whatever the resolution of screen or printer.
@MainActor
public final class PrintFont {
    let layout: ObjectRef
    let metrics: LineMetrics

    /// Creates the font in this size, for measuring.
    public convenience init(points: Double = 9.5) {
        // A surface that stores nothing: measuring text needs nothing to draw on.
        let surface = made(cairo_recording_surface_create(CAIRO_CONTENT_COLOR, nil))
        let cairo = made(cairo_create(surface))
        self.init(on: cairo, points: points)
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Creates the font for drawing with a cairo context.
    init(on cairo: OpaquePointer, points: Double = 9.5) {
        let made = made(pango_cairo_create_layout(cairo))
        layout = ObjectRef(adopting: UnsafeMutableRawPointer(made))
        let context = pango_layout_get_context(made)
        pango_cairo_context_set_resolution(context, 96)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        let description = pango_font_description_from_string(Self.desktopFont)
        pango_font_description_set_size(description, Int32(points * Double(PANGO_SCALE)))
        pango_layout_set_font_description(made, description)
        pango_font_description_free(description)
        pango_layout_set_ellipsize(made, PANGO_ELLIPSIZE_END)
        pango_layout_set_single_paragraph_mode(made, 1)
        PangoText.setText("Ag", on: made)
        metrics = LineMetrics(height: PangoText.size(of: made).height, baseline: PangoText.baseline(of: made))
    }

    /// The height of a line that may hold Latin and Japanese text, in units of 1/96 inch.
    public var lineHeight: Double { size(of: "Ag記", .normal).height }

    /// The width of one line of text, in units of 1/96 inch.
    public func width(of text: String, style: TextStyle = .normal) -> Double { size(of: text, style).width }

    /// The height of text over several lines, broken at a width, as ``Painter/lines(of:in:lineHeight:_:)`` draws it.
    public func height(of text: String, width: Double) -> Double {
        guard !text.isEmpty, width > 0 else { return 0 }
        return PangoText.withLines(of: text, on: layout.opaque, width: width, height: -Self.mostLines)
    }

    /// More lines than fit on a page.
    private static let mostLines: Int32 = 1_000

    private func size(of text: String, _ style: TextStyle) -> (width: Double, height: Double) {
        pango_layout_set_width(layout.opaque, -1)
        PangoText.setStyle(style, on: layout.opaque)
        PangoText.setText(text, on: layout.opaque)
        return PangoText.size(of: layout.opaque)
    }

    private static var desktopFont: String {
        guard let settings = gtk_settings_get_default(),
            let name = kiroku_get_string_property(UnsafeMutableRawPointer(settings), "gtk-font-name")
        else { return "Sans" }
        defer { g_free(name) }
        return String(cString: name)
    }
}

extension Painter {
    /// Draws with a cairo context whose unit is 1/96 inch.
    static func forPrinting(_ cairo: OpaquePointer, _ body: (Painter) -> Void) {
        let font = PrintFont(on: cairo)
        body(Painter(cairo: cairo, layout: font.layout.opaque, metrics: font.metrics))
    }

    /// Draws as on paper: in `body`, a unit is 1/96 inch, or `scale` pixels here, and the origin is at `x`, `y`.
    public func onPaper(scale: Double, x: Double, y: Double, _ body: (Painter) -> Void) {
        scaled(by: scale, x: x, y: y) { Self.forPrinting(cairo, body) }
    }

    /// Draws at another size and place: in `body`, one unit is `scale` units here, and the origin is at `x`, `y`.
    public func scaled(by scale: Double, x: Double, y: Double, _ body: () -> Void) {
        cairo_save(cairo)
        cairo_translate(cairo, x, y)
        cairo_scale(cairo, scale, scale)
        body()
        cairo_restore(cairo)
    }

    /// Draws text over several lines, broken at the width of the rectangle; an ellipsis replaces what does not fit.
    ///
    /// - Parameter lineHeight: the height of a line of ``text(_:in:_:alignment:style:)`` that the first line is beside.
    /// - Returns: the height of the drawn text.
    @discardableResult
    public func lines(of text: String, in rectangle: Rectangle, lineHeight: Double, _ color: Color) -> Double {
        guard !text.isEmpty, rectangle.width > 0 else { return 0 }
        let height = Int32(rectangle.height) * PANGO_SCALE
        return PangoText.withLines(of: text, on: layout, width: rectangle.width, height: height) {
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
            let lineTop = rectangle.y + ((lineHeight - metrics.height) / 2).rounded()
            cairo_move_to(cairo, rectangle.x, lineTop + metrics.baseline - PangoText.baseline(of: layout))
            pango_cairo_show_layout(cairo, layout)
        }
    }
}
