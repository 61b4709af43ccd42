import CGtk

/// A content with a limited width.
public struct Clamp: Widget {
    /// The `HdyClamp`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Sets the greatest width of the content, in pixels, unless the content cannot be narrower.
    public func setWidth(_ width: Int) {
        hdy_clamp_set_maximum_size(OpaquePointer(object), Int32(clamping: width))
        hdy_clamp_set_tightening_threshold(OpaquePointer(object), Int32(clamping: width))
    }
}

/// Limits the width of a content, in pixels, so that it is easy to read; in a wider room it is centred.
@MainActor
public func clamp(_ content: some Widget, width: Int) -> Clamp {
    let clamp = Clamp(pointer: made(hdy_clamp_new()))
    clamp.setWidth(width)
    gtk_container_add(clamp.cast(to: GtkContainer.self), content.pointer)
    return clamp
}

/// Shows a widget only if there is room for all of it, and nothing otherwise.
///
/// What the widget does must also be possible in another way.
@MainActor
public func roomyOnly(_ widget: some Widget) -> AnyWidget {
    firstThatFits([AnyWidget(widget), AnyWidget(made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))])
}

/// Shows the first of these widgets that fits into the available width, or else the last one.
@MainActor
public func firstThatFits(_ widgets: [AnyWidget]) -> AnyWidget {
    let squeezer = AnyWidget(made(hdy_squeezer_new()))
    hdy_squeezer_set_homogeneous(OpaquePointer(squeezer.object), 0)
    for widget in widgets { gtk_container_add(squeezer.cast(to: GtkContainer.self), widget.pointer) }
    return squeezer
}
