import CGtk

/// Keeps a content no wider than it can be read well, in the middle of a room that is wider.
@MainActor
public func clamp(_ content: some Widget, width: Int) -> AnyWidget {
    let widget = made(hdy_clamp_new())
    let clamp = AnyWidget(widget)
    hdy_clamp_set_maximum_size(OpaquePointer(clamp.object), Int32(clamping: width))
    hdy_clamp_set_tightening_threshold(OpaquePointer(clamp.object), Int32(clamping: width))
    gtk_container_add(clamp.cast(to: GtkContainer.self), content.pointer)
    return clamp
}
