import CGtk

/// Words that lead to a page of the web, which the desktop's browser shows.
@MainActor
public func linkButton(_ caption: String, address: String) -> Button {
    let widget = made(gtk_link_button_new_with_label(address, caption))
    let button = Button(pointer: widget)
    button.setTooltip(address)
    return button
}

/// A large picture of an icon, which says nothing by itself.
@MainActor
public func largeIcon(_ icon: String, size: Int) -> AnyWidget {
    let widget = made(gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_DIALOG))
    gtk_image_set_pixel_size(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkImage.self), Int32(clamping: size))
    let image = AnyWidget(widget)
    // It stands beside the words that say what it is of.
    atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_ICON)
    return image
}
