import CGtk

/// Handles the keys of a window before the window itself does, with its accelerators and mnemonics.
@MainActor
public final class WindowKeys {
    private let window: WeakWidget
    private var handlers: [UInt] = []

    /// Handles the keys of the window around `widget` until ``stop()``; does nothing if there is no window.
    ///
    /// - Parameters:
    ///   - pressed: handles a press; returns whether the key goes no further.
    ///   - released: handles a release; returns whether the key goes no further.
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

/// Follows the focus in the window around a widget, even if the widget moves to another window.
@MainActor
public final class FocusWatch {
    private var window: WeakWidget?
    private var handler: UInt = 0

    /// Starts following the focus; keep the watch, so that it also follows the widget to another window.
    ///
    /// - Parameter body: called with the widget that receives the focus; `nil` if none does.
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
    /// Does what a key does that activates the widget.
    public func activate() { gtk_widget_activate(pointer) }

    /// Whether Enter belongs to the widget itself while it has the focus, as with buttons.
    public var takesEnter: Bool { gtk_widget_get_receives_default(pointer) != 0 }

    /// Takes the number that has been typed, if this is a spin button.
    public func commitNumber() {
        guard kiroku_is_a(object, gtk_spin_button_get_type()) != 0 else { return }
        gtk_spin_button_update(cast(to: GtkSpinButton.self))
    }
}

/// What has happened to a key.
public enum KeyDelivery: Sendable {
    /// No widget has handled the key.
    case unused
    /// A widget has handled the key.
    case used
    /// The key was Enter in an entry, and neither its input method nor its completion has used it.
    case activatedEntry
}

extension KeyEvent {
    /// Passes the key to the focused widget, and then to the widgets around it, up to `last`.
    public func deliver(to focus: some Widget, upTo last: some Widget) -> KeyDelivery {
        // Handlers may destroy their own widget.
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
            // A widget that was never on the screen may have the focus, but handles no events.
            let isReady = widget.isSensitive && gtk_widget_get_realized(widget.pointer) != 0
            if isReady, gtk_widget_event(widget.pointer, event) != 0 { return true }
            if widget.pointer == last.pointer { return false }
            next = gtk_widget_get_parent(widget.pointer).map { ObjectRef(retaining: UnsafeMutableRawPointer($0)) }
        }
        return false
    }

    /// Presses the widget with this mnemonic in the window of `widget`, if the modifier for mnemonics is held.
    public func activateMnemonic(inWindowOf widget: some Widget) -> Bool {
        guard let window = widget.topLevel?.cast(to: GtkWindow.self) else { return false }
        let modifier = gtk_window_get_mnemonic_modifier(window)
        guard modifiers.rawValue == modifier.rawValue else { return false }
        return gtk_window_mnemonic_activate(window, event.pointee.key.keyval, modifier) != 0
    }

    /// The code of the key on the keyboard, whatever the key means.
    public var code: Int { Int(event.pointee.key.hardware_keycode) }

    /// The code of the key whose press is being handled; `nil` if none is.
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
