import CGtk

/// Creates a symbolic icon that has a meaning; `name` is for screen readers, and is the tooltip.
@MainActor
public func icon(_ icon: String, name: String) -> AnyWidget {
    let widget = made(gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_MENU))
    let image = AnyWidget(widget)
    image.accessibleName = name
    image.setTooltip(name)
    return image
}

/// A symbolic icon for decoration, in the colour of text; the text beside it gives its meaning.
public struct Symbol: Widget {
    /// The `GtkImage`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Shows the icon of this name, or nothing.
    public func setIcon(_ name: String?) {
        guard let name else { return gtk_image_clear(cast(to: GtkImage.self)) }
        gtk_image_set_from_icon_name(cast(to: GtkImage.self), name, GTK_ICON_SIZE_MENU)
    }
}

/// Creates a symbolic icon, which is empty at first if it has no name.
@MainActor
public func symbol(_ icon: String? = nil) -> Symbol {
    let symbol = Symbol(pointer: made(gtk_image_new()))
    symbol.setIcon(icon)
    atk_object_set_role(gtk_widget_get_accessible(symbol.pointer), ATK_ROLE_ICON)
    return symbol
}
