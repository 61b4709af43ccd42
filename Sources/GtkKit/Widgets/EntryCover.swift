import CGtk
import Geometry

/// Draws something in the place of an entry's text, which stays what screen readers read.
@MainActor
public final class EntryCover {
    /// Whether it covers the text.
    public var isOn = false {
        didSet { if isOn != oldValue { gtk_widget_queue_draw(entry.pointer) } }
    }
    private let entry: Entry
    private let body: @MainActor (Painter, Rectangle) -> Void

    /// Creates a cover that is off; keep it as long as the entry.
    ///
    /// - Parameter body: draws into the room that the text has.
    public init(on entry: Entry, _ body: @escaping @MainActor (Painter, Rectangle) -> Void) {
        self.entry = entry
        self.body = body
        Signals.connectPointer(entry.object, "draw", after: true) { [weak self] cairo in
            if let cairo { self?.draw(OpaquePointer(cairo)) }
            return false
        }
    }

    private func draw(_ cairo: OpaquePointer) {
        guard isOn, entry.isSensitive, let layout = gtk_widget_create_pango_layout(entry.pointer, nil) else { return }
        let owned = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
        var area = GdkRectangle()
        gtk_entry_get_text_area(entry.cast(to: GtkEntry.self), &area)
        let room = Rectangle(
            x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
        let painter = Painter(cairo: cairo, layout: owned.opaque, metrics: TextMeasure(of: entry).metrics)
        cairo_save(cairo)
        let base = Theme(of: entry).color("theme_base_color") ?? Color(red: 1, green: 1, blue: 1)
        painter.fill(room, base)
        body(painter, room)
        cairo_restore(cairo)
    }
}
