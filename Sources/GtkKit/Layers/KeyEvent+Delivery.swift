import CGtk

/// What became of a key.
public enum KeyDelivery: Sendable {
    /// Nobody wanted it.
    case unused
    /// It has done something.
    case used
    /// It was Enter in an entry, and neither for its input method nor for its completion.
    case activatedEntry
}

extension KeyEvent {
    /// Hands the key to the widget that has the focus, then to what that lies in, up to `last`.
    public func deliver(to focus: some Widget, upTo last: some Widget) -> KeyDelivery {
        // Handlers may destroy what they belong to.
        let owner = ObjectRef(retaining: focus.object)
        guard key == .enter, kiroku_is_a(owner.pointer, gtk_entry_get_type()) != 0 else {
            return deliver(from: owner, upTo: last) ? .used : .unused
        }
        let flag = Flag()
        let handler = Signals.connect(owner.pointer, "activate", after: true) { flag.isSet = true }
        let isUsed = deliver(from: owner, upTo: last)
        Signals.disconnect(owner.pointer, handler)
        return flag.isSet ? .activatedEntry : isUsed ? .used : .unused
    }

    private func deliver(from focus: ObjectRef, upTo last: some Widget) -> Bool {
        var next: ObjectRef? = focus
        while let current = next {
            let widget = AnyWidget(current.pointer.assumingMemoryBound(to: GtkWidget.self))
            // What was never on the screen may have the focus, too, but takes no events.
            let isReady = widget.isSensitive && gtk_widget_get_realized(widget.pointer) != 0
            if isReady, gtk_widget_event(widget.pointer, event) != 0 { return true }
            if widget.pointer == last.pointer { return false }
            next = gtk_widget_get_parent(widget.pointer).map { ObjectRef(retaining: UnsafeMutableRawPointer($0)) }
        }
        return false
    }

    /// Presses what has this key as its mnemonic in the window of `widget`, if the mnemonics' modifier is held.
    public func activateMnemonic(inWindowOf widget: some Widget) -> Bool {
        guard let window = widget.topLevel?.cast(to: GtkWindow.self) else { return false }
        let modifier = gtk_window_get_mnemonic_modifier(window)
        guard modifiers.rawValue == modifier.rawValue else { return false }
        return gtk_window_mnemonic_activate(window, event.pointee.key.keyval, modifier) != 0
    }

    /// The key on the keyboard, whatever it means.
    public var code: Int { Int(event.pointee.key.hardware_keycode) }

    /// The key whose press is being handled at this moment, if one is.
    public static var codeBeingPressed: Int? {
        guard let event = gtk_get_current_event() else { return nil }
        defer { gdk_event_free(event) }
        guard event.pointee.type == GDK_KEY_PRESS else { return nil }
        return Int(event.pointee.key.hardware_keycode)
    }
}

@MainActor
private final class Flag {
    var isSet = false
}
