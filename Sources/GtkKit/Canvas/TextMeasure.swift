import CGtk

/// How large text is in a widget's font.
@MainActor
public struct TextMeasure {
    private let layout: ObjectRef

    public init(of widget: some Widget) {
        guard let layout = gtk_widget_create_pango_layout(widget.pointer, nil) else {
            preconditionFailure("Pango made no layout")
        }
        self.layout = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
    }

    /// The height of a line, in pixels.
    public var lineHeight: Double { size(of: "Ag記").height }

    public func width(of text: String) -> Double { size(of: text).width }

    private func size(of text: String) -> (width: Double, height: Double) {
        pango_layout_set_text(layout.opaque, text, -1)
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout.opaque, &width, &height)
        return (Double(width), Double(height))
    }
}
