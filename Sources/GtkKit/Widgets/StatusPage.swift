import CGtk

/// Creates a page that says why there is nothing to see, with what can be done about it: all centred, and scrolled where
/// there is no room.
///
/// - Parameters:
///   - icon: a large symbolic icon, for decoration.
///   - title: what is the case, in a few words.
///   - text: what can be done, in a sentence.
///   - content: the buttons.
@MainActor
public func statusPage(icon: String, title: String, text: String, content: some Widget) -> AnyWidget {
    let page = AnyWidget(made(hdy_status_page_new()))
    hdy_status_page_set_icon_name(OpaquePointer(page.object), icon)
    hdy_status_page_set_title(OpaquePointer(page.object), title)
    hdy_status_page_set_description(OpaquePointer(page.object), text)
    gtk_container_add(page.cast(to: GtkContainer.self), content.pointer)
    page.setExpands(horizontally: true, vertically: true)
    return page
}
