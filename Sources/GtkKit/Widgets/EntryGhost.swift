import CGtk

/// Text that an entry shows faintly behind its own: how that might go on.
///
/// It is drawn only. It is not in the entry, takes no key and no click, and stays away while an input method composes
/// or the cursor is not at the end. A screen reader is told of it by the entry's description.
@MainActor
public final class EntryGhost {
    /// What is shown; empty for nothing.
    public var text = "" {
        didSet { if text != oldValue { gtk_widget_queue_draw(entry.pointer) } }
    }
    private let entry: Entry
    private var isComposing = false

    /// A ghost without text; the entry's owner holds it.
    public init(on entry: Entry) {
        self.entry = entry
        Signals.connectPointer(entry.object, "draw", after: true) { [weak self] cairo in
            if let cairo { self?.draw(OpaquePointer(cairo)) }
            return false
        }
        Signals.connectPointer(entry.object, "preedit-changed") { [weak self] text in
            self?.isComposing = text.map { $0.load(as: CChar.self) != 0 } ?? false
            return false
        }
    }

    /// Whether the user sees it, so that it can be accepted.
    public var isShown: Bool { !text.isEmpty && !isComposing && entry.isCursorAtEnd }

    private func draw(_ cairo: OpaquePointer) {
        guard isShown, let own = gtk_entry_get_layout(entry.cast(to: GtkEntry.self)),
            let layout = gtk_widget_create_pango_layout(entry.pointer, text)
        else { return }
        let owned = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
        var x: Int32 = 0
        var y: Int32 = 0
        gtk_entry_get_layout_offsets(entry.cast(to: GtkEntry.self), &x, &y)
        var color = GdkRGBA()
        let context = gtk_widget_get_style_context(entry.pointer)
        gtk_style_context_get_color(context, gtk_style_context_get_state(context), &color)
        cairo_save(cairo)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * 0.5)
        cairo_move_to(cairo, Double(x) + PangoText.size(of: own).width, Double(y))
        pango_cairo_show_layout(cairo, owned.opaque)
        cairo_restore(cairo)
    }
}

extension Entry {
    /// Whether the cursor is behind the last character, and nothing is selected.
    public var isCursorAtEnd: Bool {
        let editable = OpaquePointer(object)
        return gtk_editable_get_selection_bounds(editable, nil, nil) == 0
            && gtk_editable_get_position(editable) == Int32(gtk_entry_get_text_length(cast(to: GtkEntry.self)))
    }
}
