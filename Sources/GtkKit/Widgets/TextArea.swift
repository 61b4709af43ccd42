import CGtk

/// A text of several lines that can be edited; it breaks long lines and scrolls.
public struct TextArea: EditableText {
    /// The `GtkTextView`, which has the focus and the keys.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    /// The scrolling frame around it, which is what to lay out, show and hide.
    public let frame: AnyWidget

    /// The text, without what an input method is still composing.
    public var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        nonmutating set {
            var text = newValue
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    if let start = $0.baseAddress { gtk_text_buffer_set_text(buffer, start, Int32($0.count)) }
                }
            }
        }
    }

    /// Whether the user can change the text.
    public var isEditable: Bool {
        get { gtk_text_view_get_editable(view) != 0 }
        nonmutating set {
            gtk_text_view_set_editable(view, newValue ? 1 : 0)
            gtk_text_view_set_cursor_visible(view, newValue ? 1 : 0)
        }
    }

    /// Inserts text at the cursor, in place of the selection.
    public func insertAtCursor(_ text: String) {
        gtk_text_buffer_begin_user_action(buffer)
        gtk_text_buffer_delete_selection(buffer, 1, 1)
        gtk_text_buffer_insert_at_cursor(buffer, text, Int32(text.utf8.count))
        gtk_text_buffer_end_user_action(buffer)
        revealCursor()
    }

    /// Whether the input method uses the key; while it composes, it uses Enter and Esc.
    public func inputMethodTakes(_ key: KeyEvent) -> Bool {
        key.event.withMemoryRebound(to: GdkEventKey.self, capacity: 1) {
            gtk_text_view_im_context_filter_keypress(view, $0) != 0
        }
    }

    /// Ends what an input method composes.
    public func resetInputMethod() { gtk_text_view_reset_im_context(view) }

    /// Selects the whole text.
    public func selectAll() {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        gtk_text_buffer_select_range(buffer, &end, &start)
    }

    /// Takes the focus, with the cursor at the end and nothing selected.
    public func grabFocusAtEnd() {
        grabFocus()
        cursor = Int(gtk_text_buffer_get_char_count(buffer))
    }

    /// Calls `body` when the text has changed.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(UnsafeMutableRawPointer(buffer), "changed", body)
    }

    // MARK: Cursor

    /// The place of the cursor, in Unicode scalars from the start; setting it ends the selection.
    public var cursor: Int {
        get {
            var place = place
            return Int(gtk_text_iter_get_offset(&place))
        }
        nonmutating set { select(newValue..<newValue) }
    }

    /// Selects a part, counted in Unicode scalars, and scrolls to it.
    public func select(_ range: Range<Int>) {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(clamping: range.lowerBound))
        gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(clamping: range.upperBound))
        gtk_text_buffer_select_range(buffer, &end, &start)
        revealCursor()
    }

    /// Whether the cursor is in the first line as it is shown, with long lines broken.
    public var isOnFirstLine: Bool {
        var (cursor, start) = (place, GtkTextIter())
        gtk_text_buffer_get_start_iter(buffer, &start)
        return top(of: &cursor) == top(of: &start)
    }

    /// Whether the cursor is in the last line as it is shown.
    public var isOnLastLine: Bool {
        var (cursor, end) = (place, GtkTextIter())
        gtk_text_buffer_get_end_iter(buffer, &end)
        return top(of: &cursor) == top(of: &end)
    }

    private var place: GtkTextIter {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
        return place
    }

    private func top(of place: inout GtkTextIter) -> Int32 {
        var rectangle = GdkRectangle()
        gtk_text_view_get_iter_location(view, &place, &rectangle)
        return rectangle.y
    }

    private func revealCursor() {
        gtk_text_view_scroll_mark_onscreen(view, gtk_text_buffer_get_insert(buffer))
    }

    // MARK: Looks

    /// Sets the distances of the text from the edges, in pixels.
    public func setPadding(horizontal: Int, vertical: Int) {
        for set in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] { set(view, Int32(horizontal)) }
        for set in [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin] { set(view, Int32(vertical)) }
    }

    /// Sets the text that is shown in it in grey while it is empty; call this once.
    public func setPlaceholder(_ text: String) {
        let composing = Flag()
        Signals.connectPointer(object, "preedit-changed") { text in
            composing.isSet = text.map { $0.load(as: CChar.self) != 0 } ?? false
            return false
        }
        Signals.connectPointer(object, "draw", after: true) { [view, buffer] cairo in
            guard let cairo, !composing.isSet, gtk_text_buffer_get_char_count(buffer) == 0,
                let layout = gtk_widget_create_pango_layout(AnyWidget(pointer).pointer, text)
            else { return false }
            let owned = ObjectRef(adopting: UnsafeMutableRawPointer(layout))
            let (context, color) = (OpaquePointer(cairo), Theme(of: self).color(.muted))
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            cairo_move_to(
                context, Double(gtk_text_view_get_left_margin(view)), Double(gtk_text_view_get_top_margin(view)))
            pango_cairo_show_layout(context, owned.opaque)
            return false
        }
    }

    /// Whether the text is crossed out; a text that replaces it is not.
    public var isCrossedOut: Bool {
        get {
            var start = GtkTextIter()
            gtk_text_buffer_get_start_iter(buffer, &start)
            return line.map { gtk_text_iter_has_tag(&start, $0) != 0 } ?? false
        }
        nonmutating set {
            guard newValue || line != nil else { return }
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let line = line ?? makeLine()
            if newValue {
                gtk_text_buffer_apply_tag(buffer, line, &start, &end)
            } else {
                gtk_text_buffer_remove_tag(buffer, line, &start, &end)
            }
        }
    }

    private static let lineName = "kiroku-crossed-out"

    private var line: UnsafeMutablePointer<GtkTextTag>? {
        gtk_text_tag_table_lookup(gtk_text_buffer_get_tag_table(buffer), Self.lineName)
    }

    private func makeLine() -> UnsafeMutablePointer<GtkTextTag> {
        let line = made(gtk_text_tag_new(Self.lineName))
        kiroku_bool_property(line, "strikethrough", 1)
        gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), line)
        // The table now holds the tag.
        g_object_unref(line)
        return line
    }

    /// Aligns the text with the start, the middle or the end of each line.
    public func setAlignment(_ alignment: Alignment) {
        let justification =
            switch alignment {
            case .start: GTK_JUSTIFY_LEFT
            case .center: GTK_JUSTIFY_CENTER
            case .end: GTK_JUSTIFY_RIGHT
            }
        gtk_text_view_set_justification(view, justification)
    }

    /// Gives the area the frame of an entry, which shows whether it has the focus.
    public func frameAsEntry() {
        frame.addStyleClass("kiroku-framed")
        onFocusGained { [frame] in frame.addStyleClass("kiroku-focused") }
        onFocusLost { [frame] in frame.removeStyleClass("kiroku-focused") }
    }

    /// Makes the area as high as its text, up to a limit in pixels, beyond which it scrolls.
    public func setHeight(upTo limit: Int) {
        let scroller = frame.cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: limit))
    }

    private var view: UnsafeMutablePointer<GtkTextView> { cast(to: GtkTextView.self) }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(view) }
}

@MainActor
private final class Flag {
    var isSet = false
}

/// Creates an empty text area, in which Tab moves the focus on; `name` is for screen readers.
@MainActor
public func textArea(name: String = "") -> TextArea {
    let scroller = made(gtk_scrolled_window_new(nil, nil))
    gtk_widget_set_can_focus(scroller, 0)
    let area = TextArea(pointer: made(gtk_text_view_new()), frame: AnyWidget(scroller))
    let view = area.cast(to: GtkTextView.self)
    gtk_text_view_set_accepts_tab(view, 0)
    gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_input_hints(view, GTK_INPUT_HINT_NO_EMOJI)
    area.refuseEmojiList()
    gtk_scrolled_window_set_policy(area.frame.cast(to: GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_container_add(area.frame.cast(to: GtkContainer.self), area.pointer)
    gtk_widget_show(area.pointer)
    area.accessibleName = name
    return area
}
