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
