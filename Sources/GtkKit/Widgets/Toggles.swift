import CGtk

/// A button that stays down until it is pressed again.
public struct ToggleButton: Widget {
    /// The `GtkToggleButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether the button is down.
    public var isOn: Bool {
        get { gtk_toggle_button_get_active(cast(to: GtkToggleButton.self)) != 0 }
        nonmutating set { gtk_toggle_button_set_active(cast(to: GtkToggleButton.self), newValue ? 1 : 0) }
    }

    /// Calls `body` when the button has gone down or up, by the user or by the program.
    public func onToggle(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "toggled", body)
    }
}

/// Creates a toggle button with a symbolic icon, which is up; `name` is for screen readers, and is the default tooltip.
@MainActor
public func toggleButton(_ icon: String, name: String, tooltip: String? = nil) -> ToggleButton {
    let widget = made(gtk_toggle_button_new())
    let image = made(gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
    let button = ToggleButton(pointer: widget)
    gtk_button_set_image(button.cast(to: GtkButton.self), image)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.setTooltip(tooltip ?? name)
    button.accessibleName = name
    return button
}

/// A box that is ticked, empty or neither.
public struct CheckButton: Widget {
    /// The `GtkCheckButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether the box is ticked; `nil` if it is neither ticked nor empty, which a dash shows.
    public var isOn: Bool? {
        get {
            let toggle = cast(to: GtkToggleButton.self)
            return gtk_toggle_button_get_inconsistent(toggle) != 0 ? nil : gtk_toggle_button_get_active(toggle) != 0
        }
        nonmutating set {
            let toggle = cast(to: GtkToggleButton.self)
            gtk_toggle_button_set_inconsistent(toggle, newValue == nil ? 1 : 0)
            gtk_toggle_button_set_active(toggle, newValue == true ? 1 : 0)
        }
    }

    /// Calls `body` when the user ticks or empties the box, and when ``isOn`` is set to another value.
    public func onToggle(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "toggled", body)
    }
}

/// Creates a check box with a caption; an underscore before a letter makes that letter the mnemonic.
@MainActor
public func checkButton(_ caption: String = "", name: String? = nil) -> CheckButton {
    let widget = made(caption.isEmpty ? gtk_check_button_new() : gtk_check_button_new_with_mnemonic(caption))
    let button = CheckButton(pointer: widget)
    if let name { button.accessibleName = name }
    return button
}

/// Creates a check box beside a label; unlike a caption, its text has no mnemonic.
@MainActor
public func checkButton(with label: Label) -> CheckButton {
    let button = CheckButton(pointer: made(gtk_check_button_new()))
    gtk_container_add(button.cast(to: GtkContainer.self), label.pointer)
    button.addStyleClass("text-button")  // GTK gives it to those with a caption
    return button
}

/// A switch that is on or off.
public struct Switch: Widget {
    /// The `GtkSwitch`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether the switch is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(cast(to: GtkSwitch.self)) != 0 }
        nonmutating set { gtk_switch_set_active(cast(to: GtkSwitch.self), newValue ? 1 : 0) }
    }

    /// Calls `body` when the switch was turned on or off, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connectNotify(object, "active", body)
    }
}

/// Creates a switch that is off; `name` is for screen readers.
@MainActor
public func toggleSwitch(name: String) -> Switch {
    let widget = made(gtk_switch_new())
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    let made = Switch(pointer: widget)
    made.accessibleName = name
    return made
}
