import CGtk
import GtkKit

extension TestWindow {
    /// Presses and releases a key, as the keyboard does for the window that gets the keys.
    ///
    /// - Parameter key: one of GDK's key values, such as `GDK_KEY_Left`.
    public func press(_ key: Int32, _ modifiers: Modifiers = []) {
        hold(key, modifiers)
        letGo(key, modifiers)
    }

    /// Presses a key that stays down; again, as the keyboard repeats it.
    public func hold(_ key: Int32, _ modifiers: Modifiers = []) { send(GDK_KEY_PRESS, key, modifiers) }

    /// Releases a key.
    public func letGo(_ key: Int32, _ modifiers: Modifiers = []) { send(GDK_KEY_RELEASE, key, modifiers) }

    private func send(_ type: GdkEventType, _ key: Int32, _ modifiers: Modifiers) {
        guard let event = makeEvent(type, in: gtk_widget_get_window(pointer), device: keyboard) else { return }
        event.pointee.key.keyval = guint(key)
        event.pointee.key.state = modifiers.rawValue
        event.pointee.key.hardware_keycode = keycode(of: guint(key))
        gtk_main_do_event(event)
        gdk_event_free(event)
    }

    /// Types these characters, one key each.
    public func type(_ text: String) {
        for scalar in text.unicodeScalars { press(Int32(gdk_unicode_to_keyval(scalar.value))) }
    }
}

/// What the pointer's primary button does.
public enum PointerAction: Sendable {
    case press, release
    /// The other button goes down, which asks for a menu.
    case secondaryPress
    /// The second press of a double click.
    case secondPress
    /// A movement while the button is held.
    case drag
    /// A movement while it is not.
    case move
}

extension Widget {
    /// Has the pointer do something on the widget, at this place of it.
    public func point(_ action: PointerAction, x: Double, y: Double, _ modifiers: Modifiers = []) {
        let window = gtk_widget_get_window(pointer)
        guard let event = makeEvent(action.eventType, in: window, device: mouse) else { return }
        switch action {
        case .press, .release, .secondPress, .secondaryPress:
            event.pointee.button.x = x
            event.pointee.button.y = y
            event.pointee.button.button = action == .secondaryPress ? 3 : 1
            event.pointee.button.state = modifiers.rawValue
        case .drag, .move:
            event.pointee.motion.x = x
            event.pointee.motion.y = y
            event.pointee.motion.state = modifiers.rawValue | (action == .drag ? GDK_BUTTON1_MASK.rawValue : 0)
        }
        // A menu wants to know the event that it is opened by.
        if action == .secondaryPress { gtk_main_do_event(event) } else { gtk_widget_event(pointer, event) }
        gdk_event_free(event)
    }

    /// A click of the primary button.
    public func click(x: Double, y: Double, _ modifiers: Modifiers = []) {
        point(.press, x: x, y: y, modifiers)
        point(.release, x: x, y: y, modifiers)
    }

    /// A double click, with all the events that one is made of.
    public func doubleClick(x: Double, y: Double) {
        click(x: x, y: y)
        point(.press, x: x, y: y)
        point(.secondPress, x: x, y: y)
        point(.release, x: x, y: y)
    }
}

extension PointerAction {
    fileprivate var eventType: GdkEventType {
        switch self {
        case .press, .secondaryPress: GDK_BUTTON_PRESS
        case .secondPress: GDK_2BUTTON_PRESS
        case .release: GDK_BUTTON_RELEASE
        case .drag, .move: GDK_MOTION_NOTIFY
        }
    }
}

/// An event with the window that it goes to, which it holds a reference to.
@MainActor
func makeEvent(
    _ type: GdkEventType, in window: OpaquePointer?, device: OpaquePointer?
) -> UnsafeMutablePointer<GdkEvent>? {
    guard let window, let event = gdk_event_new(type) else { return nil }
    g_object_ref(UnsafeMutableRawPointer(window))
    event.pointee.any.window = window
    gdk_event_set_device(event, device)
    return event
}

@MainActor
private var keyboard: OpaquePointer? { seat.flatMap { gdk_seat_get_keyboard($0) } }

@MainActor
var mouse: OpaquePointer? { seat.flatMap { gdk_seat_get_pointer($0) } }

@MainActor
private var seat: UnsafeMutablePointer<GdkSeat>? {
    gdk_display_get_default().flatMap { gdk_display_get_default_seat($0) }
}

/// The key of the keyboard that has this value; 0 if none has.
@MainActor
private func keycode(of key: guint) -> guint16 {
    var keys: UnsafeMutablePointer<GdkKeymapKey>?
    var count: gint = 0
    let keymap = gdk_keymap_get_for_display(gdk_display_get_default())
    guard gdk_keymap_get_entries_for_keyval(keymap, key, &keys, &count) != 0 else { return 0 }
    defer { g_free(keys) }
    return guint16(keys?.pointee.keycode ?? 0)
}
