import CGtk

/// Faint text after an entry's own text: a proposal for how it may continue.
///
/// It is only drawn, takes no key and no click, and is hidden while an input method composes or the cursor is not at
/// the end. The entry's description tells screen readers about it.
@MainActor
public final class EntryGhost {
    /// The text to show; empty for none.
    public var text = "" {
        didSet { if text != oldValue { gtk_widget_queue_draw(entry.pointer) } }
    }
    private let entry: Entry
    private var isComposing = false

    /// Creates a ghost without text; keep it as long as the entry.
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

    /// Whether the user can see the ghost, and so accept it.
    public var isShown: Bool { !text.isEmpty && !isComposing && entry.isCursorAtEnd }

    /// How wide it is; 0 while it does not show.
    public var width: Double {
        guard isShown, let layout = gtk_widget_create_pango_layout(entry.pointer, text) else { return 0 }
        let owned = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
        return PangoText.size(of: owned.opaque).width
    }

    private func draw(_ cairo: OpaquePointer) {
        guard isShown, let own = gtk_entry_get_layout(entry.cast(to: GtkEntry.self)),
            let layout = gtk_widget_create_pango_layout(entry.pointer, text)
        else { return }
        let owned = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
        var x: Int32 = 0
        var y: Int32 = 0
        gtk_entry_get_layout_offsets(entry.cast(to: GtkEntry.self), &x, &y)
        let color = Theme(of: entry).color(.muted)
        cairo_save(cairo)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(cairo, Double(x) + PangoText.size(of: own).width, Double(y))
        pango_cairo_show_layout(cairo, owned.opaque)
        cairo_restore(cairo)
    }
}

extension Entry {
    /// The width of its text, including what an input method is composing.
    public var textWidth: Double {
        gtk_entry_get_layout(cast(to: GtkEntry.self)).map { PangoText.size(of: $0).width } ?? 0
    }

    /// Whether the cursor is after the last character, and nothing is selected.
    var isCursorAtEnd: Bool {
        let editable = OpaquePointer(object)
        return gtk_editable_get_selection_bounds(editable, nil, nil) == 0
            && gtk_editable_get_position(editable) == Int32(gtk_entry_get_text_length(cast(to: GtkEntry.self)))
    }
}
