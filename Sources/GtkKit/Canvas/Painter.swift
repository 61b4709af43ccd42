import CGtk

/// Draws on a canvas; good during one drawing only.
@MainActor
public struct Painter {
    let cairo: OpaquePointer
    let layout: OpaquePointer

    public func fill(_ rectangle: Rectangle, _ color: Color) {
        set(color)
        cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        cairo_fill(cairo)
    }

    /// The outline lies inside the rectangle.
    public func stroke(_ rectangle: Rectangle, _ color: Color, width: Double = 1) {
        set(color)
        cairo_set_line_width(cairo, width)
        cairo_rectangle(
            cairo, rectangle.x + width / 2, rectangle.y + width / 2, rectangle.width - width, rectangle.height - width)
        cairo_stroke(cairo)
    }

    /// Lines through these points; used for ticks and marks.
    public func polyline(_ points: [(x: Double, y: Double)], _ color: Color, width: Double) {
        guard let first = points.first else { return }
        set(color)
        cairo_set_line_width(cairo, width)
        cairo_move_to(cairo, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
        cairo_stroke(cairo)
    }

    public func polygon(_ points: [(x: Double, y: Double)], _ color: Color) {
        guard let first = points.first else { return }
        set(color)
        cairo_move_to(cairo, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
        cairo_fill(cairo)
    }

    /// Whatever `body` draws outside the rectangle does not show.
    public func clipped(to rectangle: Rectangle, _ body: () -> Void) {
        cairo_save(cairo)
        cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        cairo_clip(cairo)
        body()
        cairo_restore(cairo)
    }

    /// One line of text, in the middle of the rectangle's height, shortened with an ellipsis where it is too long.
    /// Line breaks show as a sign.
    public func text(
        _ text: String, in rectangle: Rectangle, _ color: Color, alignment: Alignment = .start, isBold: Bool = false
    ) {
        guard !text.isEmpty, rectangle.width > 0 else { return }
        setText(text, isBold: isBold)
        var size = layoutSize()
        if Double(size.width) > rectangle.width {
            pango_layout_set_width(layout, Int32(rectangle.width) * PANGO_SCALE)
            size.width = Int32(rectangle.width)
        }
        let left = rectangle.x + (rectangle.width - Double(size.width)) * Double(alignment.fraction)
        let top = rectangle.y + ((rectangle.height - Double(size.height)) / 2).rounded(.down)
        set(color)
        cairo_move_to(cairo, left, top)
        pango_cairo_show_layout(cairo, layout)
    }

    private func setText(_ text: String, isBold: Bool) {
        pango_layout_set_width(layout, -1)
        let bold = isBold ? pango_attr_list_new() : nil
        if let bold { pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
        pango_layout_set_attributes(layout, bold)
        if let bold { pango_attr_list_unref(bold) }
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
    }

    private func layoutSize() -> (width: Int32, height: Int32) {
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        return (width, height)
    }

    private func set(_ color: Color) {
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    }
}
