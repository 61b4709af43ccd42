import CGtk

/// Has all of these be as wide as the widest of them needs, wherever they are in a window.
@MainActor
public func makeSameWidth(_ widgets: [some Widget]) {
    let group = made(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
    for widget in widgets { gtk_size_group_add_widget(group, widget.pointer) }
    // The widgets keep it.
    g_object_unref(UnsafeMutableRawPointer(group))
}
