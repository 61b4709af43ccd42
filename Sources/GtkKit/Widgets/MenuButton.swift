import CGtk

/// A button that opens a menu.
public struct MenuButton: Widget {
    /// The `GtkMenuButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Replaces the menu.
    ///
    /// Its items are made when the loop is idle, or before that when it opens.
    public func setMenu(_ menu: Menu) {
        let popover = made(gtk_popover_new(pointer))
        AnyWidget(popover).accessibleName = accessibleName
        gtk_menu_button_set_popover(cast(to: GtkMenuButton.self), popover)
        LaterContent.put(into: popover, of: self) {
            gtk_popover_bind_model(
                UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self),
                menu.model.cast(to: GMenuModel.self), nil)
            MenuKeys.show(menu, in: AnyWidget(popover))
        }
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
