import CGtk
import Geometry

extension Painter {
    /// Draws text over several lines, broken at the width of the rectangle; lines that do not fit into its height are
    /// left out, and an ellipsis stands for the rest of a paragraph.
    ///
    /// - Parameters:
    ///   - text: the text, with its line breaks.
    ///   - rectangle: the room for the lines.
    ///   - firstLine: the height of the room that the first line is centred in, as ``text(_:in:_:alignment:style:)``
    ///     centres a single one.
    ///   - color: the colour of the letters; `nil` draws nothing.
    ///   - alignment: the place of each line in the width.
    /// - Returns: whether all of the text fits.
    @discardableResult
    public func wrapped(
        _ text: String, in rectangle: Rectangle, firstLine: Double, _ color: Color?, alignment: Alignment = .start
    ) -> Bool {
        guard !text.isEmpty, rectangle.width >= 1 else { return true }
        var isWhole = true
        pango_layout_set_alignment(layout, alignment.ofLines)
        defer { pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT) }
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        let height = Int32(rectangle.height) * PANGO_SCALE
        _ = PangoText.withLines(of: text, on: layout, width: rectangle.width, height: height) {
            isWhole = pango_layout_is_ellipsized(layout) == 0
            let lineTop = rectangle.y + ((firstLine - metrics.height) / 2).rounded()
            let top = lineTop + metrics.baseline - PangoText.baseline(of: layout)
            if let color { cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha) }
            let iterator = pango_layout_get_iter(layout)
            defer { pango_layout_iter_free(iterator) }
            repeat {
                var line = PangoRectangle()
                pango_layout_iter_get_line_extents(iterator, nil, &line)
                if line.y > 0, line.y + line.height > height {
                    isWhole = false
                    return
                }
                guard color != nil else { continue }
                let baseline = Double(pango_layout_iter_get_baseline(iterator)) / Double(PANGO_SCALE)
                cairo_move_to(
                    cairo, rectangle.x + Double(line.x) / Double(PANGO_SCALE), top + baseline.rounded())
                pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(iterator))
            } while pango_layout_iter_next_line(iterator) != 0
        }
        return isWhole
    }

    /// The width of one line of text, in pixels.
    public func width(of text: String, style: TextStyle = .normal) -> Double {
        pango_layout_set_width(layout, -1)
        PangoText.setStyle(style, on: layout)
        PangoText.setText(text, on: layout)
        return PangoText.size(of: layout).width
    }
}

extension Alignment {
    /// The same for the lines of a text; Pango itself swaps the sides if text runs from right to left.
    fileprivate var ofLines: PangoAlignment {
        switch self {
        case .start: PANGO_ALIGN_LEFT
        case .center: PANGO_ALIGN_CENTER
        case .end: PANGO_ALIGN_RIGHT
        }
    }
}
