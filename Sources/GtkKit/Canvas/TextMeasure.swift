import CGtk

/// Measures text in a widget's font.
@MainActor
public struct TextMeasure {
    private let layout: ObjectRef

    /// Creates a measure for the current font of `widget`.
    public init(of widget: some Widget, style: TextStyle = .normal) {
        let layout = made(gtk_widget_create_pango_layout(widget.pointer, nil))
        self.layout = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
        PangoText.setStyle(style, on: self.layout.opaque)
    }

    /// The height of a line that may hold Latin and Japanese text, in pixels.
    public var lineHeight: Double { size(of: "Ag記").height }

    /// The height and baseline of a line of Latin text.
    var metrics: LineMetrics {
        let height = size(of: "Ag").height
        return LineMetrics(height: height, baseline: PangoText.baseline(of: layout.opaque))
    }

    /// The width of one line of text, in pixels.
    public func width(of text: String) -> Double { size(of: text).width }

    /// The height of text over several lines, broken at this width; both in pixels.
    public func height(of text: String, width: Double) -> Double {
        defer {
            pango_layout_set_width(layout.opaque, -1)
            pango_layout_set_single_paragraph_mode(layout.opaque, 0)
        }
        return PangoText.withLines(of: text, on: layout.opaque, width: max(width, 1), height: -1_000)
    }

    private func size(of text: String) -> (width: Double, height: Double) {
        PangoText.setText(text, on: layout.opaque)
        return PangoText.size(of: layout.opaque)
    }
}

/// The height of a line, and the distance from its top to the baseline, in pixels.
struct LineMetrics {
    let height: Double
    let baseline: Double
}

/// The weight and size of text, relative to its font.
public enum TextStyle: Sendable, Hashable {
    case normal
    case bold
    /// For explanations.
    case small
}

/// What drawing and measuring text have in common.
@MainActor
enum PangoText {
    static func setText(_ text: String, on layout: OpaquePointer) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
    }

    static func setStyle(_ style: TextStyle, on layout: OpaquePointer) {
        switch style {
        case .normal: set(nil, on: layout)
        case .bold: set(pango_attr_weight_new(PANGO_WEIGHT_BOLD), on: layout)
        case .small: set(pango_attr_scale_new(0.83), on: layout)
        }
    }

    private static func set(_ attribute: UnsafeMutablePointer<PangoAttribute>?, on layout: OpaquePointer) {
        let attributes = attribute.flatMap { _ in pango_attr_list_new() }
        if let attributes, let attribute { pango_attr_list_insert(attributes, attribute) }
        pango_layout_set_attributes(layout, attributes)
        if let attributes { pango_attr_list_unref(attributes) }
    }

    /// Sets text over several lines, broken at `width`, calls `body`, which may draw them, and returns their height.
    ///
    /// - Parameters:
    ///   - layout: a layout of single lines, which it is again afterwards.
    ///   - height: the height of all lines in Pango's units, or their number if negative; an ellipsis replaces what is
    ///     beyond.
    static func withLines(
        of text: String, on layout: OpaquePointer, width: Double, height: Int32, _ body: () -> Void = {}
    ) -> Double {
        // A hyphen at the point where a long word is broken would look like a part of the text.
        set(pango_attr_insert_hyphens_new(0), on: layout)
        setText(text, on: layout)
        pango_layout_set_single_paragraph_mode(layout, 0)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, Int32(width) * PANGO_SCALE)
        pango_layout_set_height(layout, height)
        defer {
            pango_layout_set_height(layout, -1)
            pango_layout_set_single_paragraph_mode(layout, 1)
        }
        body()
        return size(of: layout).height
    }

    static func size(of layout: OpaquePointer) -> (width: Double, height: Double) {
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        return (Double(width), Double(height))
    }

    static func baseline(of layout: OpaquePointer) -> Double {
        (Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)).rounded()
    }
}
