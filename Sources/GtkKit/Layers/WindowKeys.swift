import CGtk

/// Takes the keys of a whole window before the window itself sees them, with its accelerators and mnemonics.
@MainActor
public final class WindowKeys {
    private let window: WeakWidget
    private var handlers: [UInt] = []

    /// Takes the keys of the window that `widget` lies in, until ``stop()``; nothing if it lies in none.
    ///
    /// - Parameters:
    ///   - pressed: says whether the key goes no further.
    ///   - released: the same, of a key that is let go.
    public init(
        around widget: some Widget, pressed: @escaping @MainActor (KeyEvent) -> Bool,
        released: @escaping @MainActor (KeyEvent) -> Bool
    ) {
        let top = widget.topLevel
        window = WeakWidget(top ?? AnyWidget(widget))
        guard let top else { return }
        handlers = [
            Signals.connectEvent(top.object, "key-press-event") { pressed(KeyEvent($0)) },
            Signals.connectEvent(top.object, "key-release-event") { released(KeyEvent($0)) },
        ]
    }

    /// Leaves the keys to the window again.
    public func stop() {
        if let window = window.widget {
            for handler in handlers { Signals.disconnect(window.object, handler) }
        }
        handlers = []
    }
}

/// Sees where the focus goes in the window that a widget lies in, whichever window that is.
@MainActor
public final class FocusWatch {
    private var window: WeakWidget?
    private var handler: UInt = 0

    /// Watches as long as this is kept.
    ///
    /// - Parameter body: is given what gets the focus; `nil` if nothing does.
    public init(around widget: some Widget, _ body: @escaping @MainActor (AnyWidget?) -> Void) {
        let pointer = widget.pointer
        Signals.connectPointer(widget.object, "hierarchy-changed") { [weak self] _ in
            self?.watch(AnyWidget(pointer).topLevel, body)
            return false
        }
        watch(widget.topLevel, body)
    }

    private func watch(_ newWindow: AnyWidget?, _ body: @escaping @MainActor (AnyWidget?) -> Void) {
        if let old = window?.widget { Signals.disconnect(old.object, handler) }
        window = newWindow.map { WeakWidget($0) }
        guard let newWindow else { return }
        handler = Signals.connectPointer(newWindow.object, "set-focus") { focus in
            body(focus.map { AnyWidget($0.assumingMemoryBound(to: GtkWidget.self)) })
            return false
        }
    }
}

extension Widget {
    /// Does what a widget does when it is activated by a key.
    public func activate() { gtk_widget_activate(pointer) }

    /// Whether Enter is for the widget itself while it has the focus, as it is for buttons.
    public var takesEnter: Bool { gtk_widget_get_receives_default(pointer) != 0 }

    /// Takes the number that is typed into it, if it is a spin button.
    public func commitNumber() {
        guard kiroku_is_a(object, gtk_spin_button_get_type()) != 0 else { return }
        gtk_spin_button_update(cast(to: GtkSpinButton.self))
    }
}

/// What became of a key.
public enum KeyDelivery: Sendable {
    /// It was not handled.
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
