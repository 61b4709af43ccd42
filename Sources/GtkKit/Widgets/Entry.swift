import CGtk

/// A line of text that can be edited.
public struct Entry: Widget {
    /// The `GtkEntry`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// What is in it now; not what an input method is still composing.
    public var text: String {
        get { String(cString: gtk_entry_get_text(cast(to: GtkEntry.self))) }
        nonmutating set { gtk_entry_set_text(cast(to: GtkEntry.self), newValue) }
    }

    /// Whether a person can change the text.
    public var isEditable: Bool {
        get { gtk_editable_get_editable(OpaquePointer(object)) != 0 }
        nonmutating set { gtk_editable_set_editable(OpaquePointer(object), newValue ? 1 : 0) }
    }

    /// Shown in grey while nothing is in it.
    public func setPlaceholder(_ text: String) {
        gtk_entry_set_placeholder_text(cast(to: GtkEntry.self), text)
    }

    /// Takes the focus, the cursor at the end, nothing selected.
    public func grabFocusAtEnd() {
        realizeInWindow()
        gtk_entry_grab_focus_without_selecting(cast(to: GtkEntry.self))
        gtk_editable_set_position(OpaquePointer(object), -1)
    }

    /// Takes the focus with the whole text selected.
    public func grabFocusSelectingAll() {
        realizeInWindow()
        gtk_widget_grab_focus(pointer)
        gtk_editable_select_region(OpaquePointer(object), 0, -1)
    }

    /// Selects the whole text.
    public func selectAll() {
        gtk_editable_select_region(OpaquePointer(object), 0, -1)
    }

    /// Calls `body` whenever the text has changed.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "changed", body)
    }

    /// Puts text in where the cursor is, in place of what is selected.
    public func insertAtCursor(_ text: String) {
        let editable = OpaquePointer(object)
        gtk_editable_delete_selection(editable)
        var position = gtk_editable_get_position(editable)
        gtk_editable_insert_text(editable, text, Int32(text.utf8.count), &position)
        gtk_editable_set_position(editable, position)
    }

    /// Puts the text at the start, in the middle or at the end of the entry.
    public func setAlignment(_ alignment: Alignment) {
        gtk_entry_set_alignment(cast(to: GtkEntry.self), alignment.fraction)
    }

    /// Lets the input method, then the entry itself, handle a key that another widget got.
    public func handle(_ key: KeyEvent) -> Bool {
        gtk_widget_event(pointer, key.event) != 0
    }

    /// Whether the input method wants the key for itself: it is composing, and Enter and Esc belong to it.
    public func inputMethodTakes(_ key: KeyEvent) -> Bool {
        key.event.withMemoryRebound(to: GdkEventKey.self, capacity: 1) {
            gtk_entry_im_context_filter_keypress(cast(to: GtkEntry.self), $0) != 0
        }
    }

    /// Calls `body` when Enter is pressed in it and no input method wanted the key.
    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "activate", body)
    }

    /// Calls `body` with true when the entry's own menu comes up, and with false when it has gone.
    public func onMenu(_ body: @escaping @MainActor (Bool) -> Void) {
        Signals.connectPointer(object, "populate-popup") { menu in
            body(true)
            if let menu { Signals.connect(menu, "unmap") { body(false) } }
            return false
        }
    }

    /// Keeps GTK's own list of emoji away; input methods have theirs.
    ///
    /// It is called by the window after it has been freed if its entry is hidden while it comes up, as the editor of a
    /// cell is; and GTK makes one of 10 MB for each entry, of which 6 MB are never given back (3.24.38).
    func refuseEmojiList() {
        gtk_entry_set_input_hints(cast(to: GtkEntry.self), GTK_INPUT_HINT_NO_EMOJI)
        let entry = self
        Signals.connect(object, "insert-emoji") { g_signal_stop_emission_by_name(entry.object, "insert-emoji") }
    }
}

/// An entry; a screen reader calls it by its name.
@MainActor
public func entry(name: String = "", hasFrame: Bool = true) -> Entry {
    let widget = made(gtk_entry_new())
    let entry = Entry(pointer: widget)
    gtk_entry_set_has_frame(entry.cast(to: GtkEntry.self), hasFrame ? 1 : 0)
    entry.accessibleName = name
    entry.refuseEmojiList()
    return entry
}

extension Widget {
    /// Calls `body` for each key before the widget itself handles it; it returns whether the key was used up.
    public func onKey(_ body: @escaping @MainActor (KeyEvent) -> Bool) {
        Signals.connectEvent(object, "key-press-event") { body(KeyEvent($0)) }
    }

    /// Calls `body` when it gets the focus.
    public func onFocusGained(_ body: @escaping @MainActor () -> Void) {
        Signals.connectEvent(object, "focus-in-event", after: true) { _ in
            body()
            return false
        }
    }

    /// Calls `body` when it loses the focus.
    public func onFocusLost(_ body: @escaping @MainActor () -> Void) {
        Signals.connectEvent(object, "focus-out-event", after: true) { _ in
            body()
            return false
        }
    }
}

extension Entry {
    /// Lets it be narrower than GTK would make it; the width is in characters.
    public func setLeastCharacters(_ count: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), gint(count))
    }
}

extension Entry {
    /// Sets its width in characters, approximately, and its minimum width.
    public func setWidth(letters: Int, least: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), Int32(clamping: least))
        gtk_entry_set_max_width_chars(cast(to: GtkEntry.self), Int32(clamping: letters))
    }
}
