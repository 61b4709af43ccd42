import CGtk
import Geometry

/// Draws on a canvas; valid only during one drawing.
@MainActor
public struct Painter {
    let cairo: OpaquePointer
    let layout: OpaquePointer
    let metrics: LineMetrics

    /// Covers the rectangle with the colour, or tints it if the colour is translucent.
    public func fill(_ rectangle: Rectangle, _ color: Color) {
        set(color)
        cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        cairo_fill(cairo)
    }

    /// Draws an outline inside the rectangle.
    public func stroke(_ rectangle: Rectangle, _ color: Color, width: Double = 1) {
        set(color)
        cairo_set_line_width(cairo, width)
        cairo_rectangle(
            cairo, rectangle.x + width / 2, rectangle.y + width / 2, rectangle.width - width, rectangle.height - width)
        cairo_stroke(cairo)
    }

    /// Draws lines through these points; for ticks and marks.
    public func polyline(_ points: [(x: Double, y: Double)], _ color: Color, width: Double) {
        guard let first = points.first else { return }
        set(color)
        cairo_set_line_width(cairo, width)
        cairo_move_to(cairo, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
        cairo_stroke(cairo)
    }

    /// Fills the area between these points; the last point is joined to the first.
    public func polygon(_ points: [(x: Double, y: Double)], _ color: Color) {
        guard let first = points.first else { return }
        set(color)
        cairo_move_to(cairo, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
        cairo_fill(cairo)
    }

    /// Calls `body`, and clips what it draws to the rectangle.
    public func clipped(to rectangle: Rectangle, _ body: () -> Void) {
        cairo_save(cairo)
        cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        cairo_clip(cairo)
        body()
        cairo_restore(cairo)
    }

    /// Draws one line of text, vertically centred in the rectangle, and shortened with an ellipsis if it is too long.
    ///
    /// Line breaks appear as a sign.
    ///
    /// - Parameters:
    ///   - text: the text to draw.
    ///   - rectangle: the room for the text.
    ///   - color: the colour of the letters.
    ///   - alignment: the place of a text that is shorter than the rectangle.
    ///   - style: the weight or size of the font.
    public func text(
        _ text: String, in rectangle: Rectangle, _ color: Color, alignment: Alignment = .start,
        style: TextStyle = .normal
    ) {
        guard !text.isEmpty, rectangle.width > 0 else { return }
        pango_layout_set_width(layout, -1)
        PangoText.setStyle(style, on: layout)
        PangoText.setText(text, on: layout)
        var width = PangoText.size(of: layout).width
        if width > rectangle.width {
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            pango_layout_set_width(layout, Int32(rectangle.width) * PANGO_SCALE)
            width = rectangle.width
        }
        let left = rectangle.x + (rectangle.width - width) * Double(alignment.fraction)
        // All scripts share the baseline of Latin text, whatever the height of their fonts.
        let lineTop = rectangle.y + ((rectangle.height - metrics.height) / 2).rounded()
        set(color)
        cairo_move_to(cairo, left.rounded(), lineTop + metrics.baseline - PangoText.baseline(of: layout))
        pango_cairo_show_layout(cairo, layout)
    }

    private func set(_ color: Color) {
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    }
}
