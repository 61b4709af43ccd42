import CGtk

/// A line of text that can be edited.
public struct Entry: EditableText {
    /// The `GtkEntry`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The text in the entry, without what an input method is still composing.
    public var text: String {
        get { String(cString: gtk_entry_get_text(cast(to: GtkEntry.self))) }
        nonmutating set { gtk_entry_set_text(cast(to: GtkEntry.self), newValue) }
    }

    /// Whether the user can change the text.
    public var isEditable: Bool {
        get { gtk_editable_get_editable(OpaquePointer(object)) != 0 }
        nonmutating set { gtk_editable_set_editable(OpaquePointer(object), newValue ? 1 : 0) }
    }

    /// Whether the text is crossed out.
    public var isCrossedOut: Bool {
        get { gtk_style_context_has_class(gtk_widget_get_style_context(pointer), Self.crossedOut) != 0 }
        nonmutating set { if newValue { addStyleClass(Self.crossedOut) } else { removeStyleClass(Self.crossedOut) } }
    }

    private static let crossedOut = "kiroku-crossed-out"

    /// The entry itself.
    public var frame: AnyWidget { AnyWidget(self) }

    /// Sets the text that an empty entry shows in grey.
    public func setPlaceholder(_ text: String) {
        gtk_entry_set_placeholder_text(cast(to: GtkEntry.self), text)
    }

    /// Takes the focus, with the cursor at the end and nothing selected.
    public func grabFocusAtEnd() {
        realizeInWindow()
        gtk_entry_grab_focus_without_selecting(cast(to: GtkEntry.self))
        gtk_editable_set_position(OpaquePointer(object), -1)
    }

    /// Selects the whole text.
    public func selectAll() {
        gtk_editable_select_region(OpaquePointer(object), 0, -1)
    }

    /// Calls `body` when the text has changed.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "changed", body)
    }

    /// Inserts text at the cursor, in place of the selection.
    public func insertAtCursor(_ text: String) {
        let editable = OpaquePointer(object)
        gtk_editable_delete_selection(editable)
        var position = gtk_editable_get_position(editable)
        gtk_editable_insert_text(editable, text, Int32(text.utf8.count), &position)
        gtk_editable_set_position(editable, position)
    }

    /// The place of the cursor, in Unicode scalars from the start.
    public var cursor: Int { Int(gtk_editable_get_position(OpaquePointer(object))) }

    /// Whether the cursor is after the text.
    public var isAtEnd: Bool { cursor == Int(gtk_entry_get_text_length(cast(to: GtkEntry.self))) }

    /// Aligns the text with the start, the middle or the end of the entry.
    public func setAlignment(_ alignment: Alignment) {
        gtk_entry_set_alignment(cast(to: GtkEntry.self), alignment.fraction)
    }

    /// Whether the input method uses the key; while it composes, it uses Enter and Esc.
    public func inputMethodTakes(_ key: KeyEvent) -> Bool {
        key.event.withMemoryRebound(to: GdkEventKey.self, capacity: 1) {
            gtk_entry_im_context_filter_keypress(cast(to: GtkEntry.self), $0) != 0
        }
    }

    /// Calls `body` when Enter is pressed and no input method uses the key.
    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "activate", body)
    }

    /// Ends what an input method composes.
    public func resetInputMethod() { gtk_entry_reset_im_context(cast(to: GtkEntry.self)) }
}

/// Creates an entry; `name` is for screen readers.
@MainActor
public func entry(name: String = "", hasFrame: Bool = true) -> Entry {
    let widget = made(gtk_entry_new())
    let entry = Entry(pointer: widget)
    gtk_entry_set_has_frame(entry.cast(to: GtkEntry.self), hasFrame ? 1 : 0)
    entry.accessibleName = name
    gtk_entry_set_input_hints(entry.cast(to: GtkEntry.self), GTK_INPUT_HINT_NO_EMOJI)
    entry.refuseEmojiList()
    return entry
}

/// Creates an entry that does not show what is typed; `name` is for screen readers.
@MainActor
public func passwordEntry(name: String) -> Entry {
    let made = entry(name: name)
    gtk_entry_set_visibility(made.cast(to: GtkEntry.self), 0)
    gtk_entry_set_input_purpose(made.cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_PASSWORD)
    return made
}

extension Widget {
    /// Calls `body` for each key before the widget itself handles it; `body` returns whether it has used the key.
    public func onKey(_ body: @escaping @MainActor (KeyEvent) -> Bool) {
        Signals.connectEvent(object, "key-press-event") { body(KeyEvent($0)) }
    }

    /// Calls `body` when the widget is clicked with Ctrl held.
    public func onControlClick(_ body: @escaping @MainActor () -> Void) {
        Signals.connectEvent(object, "button-press-event") { event in
            let button = event.pointee.button
            guard button.button == 1, button.state & GDK_CONTROL_MASK.rawValue != 0 else { return false }
            body()
            return true
        }
    }

    /// Calls `body` when the widget receives the focus.
    public func onFocusGained(_ body: @escaping @MainActor () -> Void) {
        Signals.connectEvent(object, "focus-in-event", after: true) { _ in
            body()
            return false
        }
    }

    /// Calls `body` when the widget loses the focus.
    public func onFocusLost(_ body: @escaping @MainActor () -> Void) {
        Signals.connectEvent(object, "focus-out-event", after: true) { _ in
            body()
            return false
        }
    }
}

extension Entry {
    /// Shows a symbolic icon before the text, for decoration.
    public func setIcon(_ icon: String) {
        let entry = cast(to: GtkEntry.self)
        gtk_entry_set_icon_from_icon_name(entry, GTK_ENTRY_ICON_PRIMARY, icon)
        gtk_entry_set_icon_activatable(entry, GTK_ENTRY_ICON_PRIMARY, 0)
    }

    /// Lets a box around the entry have its frame, which shows whether the entry has the focus.
    public func takeFrame(of box: Box) {
        box.addStyleClass("kiroku-framed")
        onFocusGained { box.addStyleClass("kiroku-focused") }
        onFocusLost { box.removeStyleClass("kiroku-focused") }
    }

    /// Sets the minimum width in characters, so that the entry can be narrower than usual.
    func setLeastCharacters(_ count: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), gint(count))
    }
}

extension Entry {
    /// Sets the greatest number of characters that the entry takes.
    public func setLongest(letters: Int) { gtk_entry_set_max_length(cast(to: GtkEntry.self), Int32(clamping: letters)) }

    /// Sets an approximate width and the minimum width, in characters.
    public func setWidth(letters: Int, least: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), Int32(clamping: least))
        gtk_entry_set_max_width_chars(cast(to: GtkEntry.self), Int32(clamping: letters))
    }
}
