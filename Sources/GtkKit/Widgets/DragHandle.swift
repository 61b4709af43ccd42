import CGtk

/// A handle for dragging the thing that it belongs to, with the pointer or a finger.
public struct DragHandle: Widget {
    /// The `GtkEventBox`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Calls `body` during a drag, with the distance of the pointer below the upper edge of `container`.
    ///
    /// It is in pixels, and negative above the edge. Only the pointer's place on the screen counts, so `body` may move
    /// what is in the container, whether or not that has been laid out again.
    public func onDrag(within container: some Widget, _ body: @escaping @MainActor (Double) -> Void) {
        guard let gesture = gtk_gesture_drag_new(pointer) else { return }
        let object = UnsafeMutableRawPointer(gesture)
        let report: @MainActor () -> Void = {
            if let y = container.distanceBelowTop(of: gtk_gesture_get_last_event(gesture, nil)) { body(y) }
        }
        let handler: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = {
            _, _, _, data in
            let report = boxedBody(data, as: (@MainActor () -> Void).self)
            MainActor.assumeIsolated { report?() }
        }
        _ = Signals.connect(
            object, "drag-update", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(report))
        // The gesture is released with the widget.
        Signals.connect(self.object, "destroy") { g_object_unref(object) }
    }
}

extension Widget {
    /// The distance of a pointer event below the widget's upper edge, in pixels.
    fileprivate func distanceBelowTop(of event: UnsafePointer<GdkEvent>?) -> Double? {
        var (x, y) = (0.0, 0.0)
        guard let event, gdk_event_get_root_coords(event, &x, &y) != 0, let window = gtk_widget_get_window(pointer)
        else {
            return nil
        }
        var (left, top) = (CInt(0), CInt(0))
        gdk_window_get_origin(window, &left, &top)
        var allocation = GtkAllocation()
        gtk_widget_get_allocation(pointer, &allocation)
        return y - Double(top + allocation.y)
    }
}

/// Creates a handle with the usual icon; `name` is its tooltip.
@MainActor
public func dragHandle(name: String) -> DragHandle {
    let widget = made(gtk_event_box_new())
    let handle = DragHandle(pointer: widget)
    let image = icon("list-drag-handle-symbolic", name: name)
    gtk_container_add(handle.cast(to: GtkContainer.self), image.pointer)
    handle.accessibleName = name
    return handle
}
