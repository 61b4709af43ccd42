import CGtk

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
