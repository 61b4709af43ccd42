import CGtk
import Geometry

/// A widget with others on top of it; each layout requests their places.
public struct Overlay: Widget {
    /// The `GtkOverlay`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts `widget` over the content.
    ///
    /// `place` returns its rectangle, in the overlay's own pixels.
    public func add(_ widget: some Widget, place: @escaping @MainActor () -> Rectangle) {
        gtk_overlay_add_overlay(cast(to: GtkOverlay.self), widget.pointer)
        let child = widget.pointer
        onPlace { asked in asked.pointer == child ? place() : nil }
    }

    /// Makes GTK request the places again.
    public func placesChanged() {
        gtk_widget_queue_resize(pointer)
    }
}

/// Creates an overlay in the size of its content.
@MainActor
public func overlay(_ content: some Widget) -> Overlay {
    let widget = made(gtk_overlay_new())
    let overlay = Overlay(pointer: widget)
    gtk_container_add(overlay.cast(to: GtkContainer.self), content.pointer)
    return overlay
}

extension Overlay {
    /// Asks `body` for the places of the widgets over the content; `nil` leaves a widget to other handlers.
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
                    // GTK requires that a widget's size is requested before it is set.
                    gtk_widget_get_preferred_size(child, nil, nil)
                    rectangle.pointee = GdkRectangle(place)
                    return 1
                }
            }
        _ = Signals.connect(
            object, "get-child-position", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }
}

extension GdkRectangle {
    /// Creates GTK's rectangle, in whole pixels.
    init(_ rectangle: Rectangle) {
        self.init(
            x: Int32(rectangle.x), y: Int32(rectangle.y), width: Int32(rectangle.width),
            height: Int32(rectangle.height))
    }
}
