import CGtk
import Geometry

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

    /// Asks for the places again.
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
                    rectangle.pointee = GdkRectangle(place)
                    return 1
                }
            }
        _ = Signals.connect(
            object, "get-child-position", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }
}

extension GdkRectangle {
    /// The rectangle in whole pixels, as GTK has it.
    init(_ rectangle: Rectangle) {
        self.init(
            x: Int32(rectangle.x), y: Int32(rectangle.y), width: Int32(rectangle.width),
            height: Int32(rectangle.height))
    }
}
