import CGtk

/// A handle by which a person drags what it is on, with the pointer or a finger.
public struct DragHandle: Widget {
    /// The `GtkEventBox`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Calls `body` while it is dragged, with how far the pointer is below the place where it took hold of the handle.
    ///
    /// In pixels, negative above it, and measured from where the handle is now: moving the handle to the pointer
    /// brings it back to nothing.
    public func onDrag(_ body: @escaping @MainActor (Double) -> Void) {
        guard let gesture = gtk_gesture_drag_new(pointer) else { return }
        let handler: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = {
            _, _, offset, data in
            let body = boxedBody(data, as: (@MainActor (Double) -> Void).self)
            MainActor.assumeIsolated { body?(offset) }
        }
        let object = UnsafeMutableRawPointer(gesture)
        _ = Signals.connect(
            object, "drag-update", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
        // The gesture goes with the widget.
        Signals.connect(self.object, "destroy") { g_object_unref(object) }
    }
}

/// A handle with the usual icon; `name` is its tooltip.
@MainActor
public func dragHandle(name: String) -> DragHandle {
    let widget = made(gtk_event_box_new())
    let handle = DragHandle(pointer: widget)
    let image = icon("list-drag-handle-symbolic", name: name)
    gtk_container_add(handle.cast(to: GtkContainer.self), image.pointer)
    handle.accessibleName = name
    return handle
}
