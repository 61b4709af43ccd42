import CGtk

/// Something to press.
public struct Button: Widget {
    /// The `GtkButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// What stands on it, mnemonic underscore included; empty for a button that shows an icon.
    public var caption: String {
        get { gtk_button_get_label(cast(to: GtkButton.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_button_set_label(cast(to: GtkButton.self), newValue) }
    }
}

/// A button with a caption.
///
/// An underscore before a letter makes it the mnemonic.
@MainActor
public func button(
    _ caption: String, tooltip: String? = nil, action: String? = nil,
    pressed: (@MainActor () -> Void)? = nil
) -> Button {
    let widget = made(gtk_button_new_with_mnemonic(caption))
    return setUp(Button(pointer: widget), tooltip: tooltip, action: action, pressed: pressed)
}

/// A button that shows a symbolic icon; its name is what a screen reader says, and the tooltip's first words.
@MainActor
public func iconButton(
    _ icon: String, name: String, tooltip: String? = nil, action: String? = nil,
    pressed: (@MainActor () -> Void)? = nil
) -> Button {
    let widget = made(gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
    let made = setUp(Button(pointer: widget), tooltip: tooltip ?? name, action: action, pressed: pressed)
    made.accessibleName = name
    return made
}

@MainActor
private func setUp(
    _ button: Button, tooltip: String?, action: String?, pressed: (@MainActor () -> Void)?
) -> Button {
    button.setTooltip(tooltip)
    gtk_widget_set_valign(button.pointer, GTK_ALIGN_CENTER)
    if let action { button.onPress(action) }
    if let pressed { Signals.connect(button.object, "clicked", pressed) }
    return button
}

extension Button {
    /// Has the button do the action of that name, such as "win.undo".
    public func onPress(_ action: String) {
        gtk_actionable_set_detailed_action_name(OpaquePointer(object), action)
    }

    /// Calls `body` when the button is pressed.
    public func onPress(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "clicked", body)
    }
}
