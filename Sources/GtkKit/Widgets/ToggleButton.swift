import CGtk

/// A button that stays down until it is pressed again.
public struct ToggleButton: Widget {
    /// The `GtkToggleButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether it is down.
    public var isOn: Bool {
        get { gtk_toggle_button_get_active(cast(to: GtkToggleButton.self)) != 0 }
        nonmutating set { gtk_toggle_button_set_active(cast(to: GtkToggleButton.self), newValue ? 1 : 0) }
    }

    /// Calls `body` after it went down or up, by the user or by the program.
    public func onToggle(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "toggled", body)
    }
}

/// A toggle button with a symbolic icon, which is up; its name is what a screen reader says, and its tooltip.
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

/// A toggle button with a caption, which is up; an underscore before a letter makes it the mnemonic.
@MainActor
public func toggleButton(caption: String, tooltip: String? = nil) -> ToggleButton {
    let widget = made(gtk_toggle_button_new_with_mnemonic(caption))
    let button = ToggleButton(pointer: widget)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.setTooltip(tooltip)
    return button
}
