import CGtk
import Geometry

/// Content with layers over it that come and go; each layout requests the places of the layers.
public struct Layers: Widget {
    /// The `GtkOverlay`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts a widget below all layers; it determines the size of the whole.
    ///
    /// Call it only once.
    public func setContent(_ content: some Widget) {
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
    }

    /// Puts a widget on top of all others.
    public func add(_ layer: some Widget) {
        gtk_overlay_add_overlay(cast(to: GtkOverlay.self), layer.pointer)
    }

    /// Removes a layer, which is destroyed unless it is referenced elsewhere.
    public func remove(_ layer: some Widget) {
        gtk_container_remove(cast(to: GtkContainer.self), layer.pointer)
    }

    /// Makes the next frame request the places again.
    public func placesChanged() {
        gtk_widget_queue_allocate(pointer)
    }

    /// The width of the whole in pixels, as GTK last laid it out.
    public var width: Int { Int(gtk_widget_get_allocated_width(pointer)) }

    /// The height of the whole in pixels, as GTK last laid it out.
    public var height: Int { Int(gtk_widget_get_allocated_height(pointer)) }
}

/// Creates layers without a content.
///
/// - Parameter place: returns the place of a layer, in pixels of the whole.
@MainActor
public func layers(place: @escaping @MainActor (AnyWidget) -> Rectangle?) -> Layers {
    let widget = made(gtk_overlay_new())
    Overlay(pointer: widget).onPlace(place)
    return Layers(pointer: widget)
}
