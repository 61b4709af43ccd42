import CGtk

/// A button that opens a menu.
public struct MenuButton: Widget {
    /// The `GtkMenuButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Replaces the menu.
    public func setMenu(_ menu: Menu) {
        gtk_menu_button_set_menu_model(
            cast(to: GtkMenuButton.self), menu.model.cast(to: GMenuModel.self))
        guard let popover = gtk_menu_button_get_popover(cast(to: GtkMenuButton.self)) else { return }
        MenuKeys.show(menu, in: AnyWidget(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)))
        let shown = AnyWidget(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self))
        shown.accessibleName = accessibleName
        PopoverHeight.limit(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self), below: pointer)
    }

    /// Opens the menu, as a press of the button does.
    public func open() { gtk_button_clicked(cast(to: GtkButton.self)) }
}

/// Creates a button with a symbolic icon and a menu; `name` is for screen readers, and is the default tooltip.
@MainActor
public func menuButton(_ icon: String, name: String, tooltip: String? = nil, menu: Menu) -> MenuButton {
    let widget = made(gtk_menu_button_new())
    let image = made(gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
    let button = MenuButton(pointer: widget)
    gtk_button_set_image(button.cast(to: GtkButton.self), image)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.setTooltip(tooltip ?? name)
    button.accessibleName = name
    button.setMenu(menu)
    return button
}
