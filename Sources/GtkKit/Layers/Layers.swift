import CGtk
import Geometry

/// A content with layers over it that come and go, each at a place that is asked for whenever the layout is made.
public struct Layers: Widget {
    /// The `GtkOverlay`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts a widget under all layers; it decides how large the whole is.
    ///
    /// There is one only.
    public func setContent(_ content: some Widget) {
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
    }

    /// Puts a widget on top of all others.
    public func add(_ layer: some Widget) {
        gtk_overlay_add_overlay(cast(to: GtkOverlay.self), layer.pointer)
    }

    /// Takes a layer away, which is destroyed unless it is referenced elsewhere.
    public func remove(_ layer: some Widget) {
        gtk_container_remove(cast(to: GtkContainer.self), layer.pointer)
    }

    /// Asks for the places again with the next frame.
    public func placesChanged() {
        gtk_widget_queue_allocate(pointer)
    }

    /// The whole, in pixels, as GTK last laid it out.
    public var width: Int { Int(gtk_widget_get_allocated_width(pointer)) }

    /// The whole, in pixels, as GTK last laid it out.
    public var height: Int { Int(gtk_widget_get_allocated_height(pointer)) }
}

/// Layers over nothing as yet.
///
/// - Parameter place: says where a layer is, in pixels of the whole.
@MainActor
public func layers(place: @escaping @MainActor (AnyWidget) -> Rectangle?) -> Layers {
    let widget = made(gtk_overlay_new())
    Overlay(pointer: widget).onPlace(place)
    return Layers(pointer: widget)
}
