import CGtk

/// Something that is on or off.
public struct Switch: Widget {
    /// The `GtkSwitch`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether it is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(cast(to: GtkSwitch.self)) != 0 }
        nonmutating set { gtk_switch_set_active(cast(to: GtkSwitch.self), newValue ? 1 : 0) }
    }

    /// Calls `body` after it was turned on or off, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connectNotify(object, "active", body)
    }
}

/// A switch that is off; a screen reader calls it by `name`.
@MainActor
public func toggleSwitch(name: String) -> Switch {
    let widget = made(gtk_switch_new())
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    let made = Switch(pointer: widget)
    made.accessibleName = name
    return made
}
