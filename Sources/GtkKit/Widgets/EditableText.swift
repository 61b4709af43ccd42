import CGtk

/// A widget with a text that can be edited: an ``Entry`` for a line, a ``TextArea`` for several.
public protocol EditableText: Widget {
    /// The text, without what an input method is still composing.
    var text: String { get nonmutating set }
    /// Whether the user can change the text.
    var isEditable: Bool { get nonmutating set }
    /// Whether its text is crossed out.
    var isCrossedOut: Bool { get nonmutating set }
    /// The widget to lay out, show and hide: itself, or the widget that it scrolls in.
    var frame: AnyWidget { get }
    /// Sets the text that is shown in it in grey while it is empty.
    func setPlaceholder(_ text: String)
    /// Inserts text at the cursor, in place of the selection.
    func insertAtCursor(_ text: String)
    /// Whether the input method uses the key; while it composes, it uses Enter and Esc.
    func inputMethodTakes(_ key: KeyEvent) -> Bool
    /// Ends what an input method composes.
    func resetInputMethod()
    /// Selects the whole text.
    func selectAll()
    /// Takes the focus, with the cursor at the end and nothing selected.
    func grabFocusAtEnd()
    /// Calls `body` when the text has changed.
    func onChange(_ body: @escaping @MainActor () -> Void)
}

extension EditableText {
    /// Takes the focus with the whole text selected.
    public func grabFocusSelectingAll() {
        grabFocus()
        selectAll()
    }

    /// Lets the input method, and then the widget itself, handle a key that another widget has received.
    public func handle(_ key: KeyEvent) -> Bool { gtk_widget_event(pointer, key.event) != 0 }

    /// Calls `body` with `true` when the widget's menu opens, and with `false` when it has closed.
    public func onMenu(_ body: @escaping @MainActor (Bool) -> Void) {
        Signals.connectPointer(object, "populate-popup") { menu in
            body(true)
            if let menu { Signals.connect(menu, "unmap") { body(false) } }
            return false
        }
    }

    /// Disables GTK's list of emoji; input methods have their own.
    ///
    /// If the widget is hidden while the list appears, as a cell's editor is, the window calls the list after it has
    /// been freed. GTK (3.24.38) also makes a list of 10 MB for each widget, and never returns 6 MB of it.
    func refuseEmojiList() {
        let widget = self
        Signals.connect(object, "insert-emoji") { g_signal_stop_emission_by_name(widget.object, "insert-emoji") }
    }
}
