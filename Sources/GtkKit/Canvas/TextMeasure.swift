import CGtk

/// How large text is in a widget's font.
@MainActor
public struct TextMeasure {
    private let layout: ObjectRef

    /// Measures in the font that `widget` has now.
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

    private func size(of text: String) -> (width: Double, height: Double) {
        PangoText.setText(text, on: layout.opaque)
        return PangoText.size(of: layout.opaque)
    }
}

/// The height of a line and how far below its top the letters stand, in pixels.
struct LineMetrics {
    let height: Double
    let baseline: Double
}
