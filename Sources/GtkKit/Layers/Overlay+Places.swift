import CGtk

extension Overlay {
    /// Has `body` say where the widgets over the content are; `nil` leaves one to others.
    func onPlace(_ body: @escaping @MainActor (AnyWidget) -> Rectangle?) {
        typealias Place = @MainActor (AnyWidget) -> Rectangle?
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> gboolean = { _, child, rectangle, data in
                let body = boxedBody(data, as: Place.self)
                let child = PointerBits(child)
                let target = PointerBits(rectangle)
                return MainActor.assumeIsolated {
                    guard let body, let child = child.typed(GtkWidget.self),
                        let rectangle = target.typed(GdkRectangle.self), let place = body(AnyWidget(child))
                    else { return 0 }
                    // GTK wants to be asked for a widget's size before it is given one.
                    gtk_widget_get_preferred_size(child, nil, nil)
                    rectangle.pointee = place.gdk
                    return 1
                }
            }
        _ = Signals.connect(
            object, "get-child-position", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }
}
