import CGtk

/// A widget with others on top of it, each at a place that is asked for whenever the layout is made.
public struct Overlay: Widget {
    /// The `GtkOverlay`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Lays `widget` over the content.
    ///
    /// `place` gives its rectangle, in the overlay's own pixels.
    public func add(_ widget: some Widget, place: @escaping @MainActor () -> Rectangle) {
        gtk_overlay_add_overlay(cast(to: GtkOverlay.self), widget.pointer)
        let child = widget.pointer
        onPlace { asked in asked.pointer == child ? place() : nil }
    }

    /// Has the places asked for again.
    public func placesChanged() {
        gtk_widget_queue_resize(pointer)
    }
}

/// An overlay that is as large as its content.
@MainActor
public func overlay(_ content: some Widget) -> Overlay {
    let widget = made(gtk_overlay_new())
    let overlay = Overlay(pointer: widget)
    gtk_container_add(overlay.cast(to: GtkContainer.self), content.pointer)
    return overlay
}
