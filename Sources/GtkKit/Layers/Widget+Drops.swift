import CGtk

extension Widget {
    /// Lets nothing be dropped here, nor through it on what it lies in.
    func refuseDrops() {
        gtk_drag_dest_set(pointer, GtkDestDefaults(rawValue: 0), nil, 0, GdkDragAction(rawValue: 0))
        for (signal, isDrop) in [("drag-motion", false), ("drag-drop", true)] {
            let handler:
                @convention(c) (
                    UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt, CInt, CUnsignedInt,
                    UnsafeMutableRawPointer?
                ) -> gboolean = { _, context, _, _, time, data in
                    let isDrop = boxedBody(data, as: Bool.self)
                    guard let context, let isDrop else { return 0 }
                    let drag = OpaquePointer(context)
                    if isDrop {
                        gtk_drag_finish(drag, 0, 0, time)
                    } else {
                        gdk_drag_status(drag, GdkDragAction(rawValue: 0), time)
                    }
                    return 1
                }
            _ = Signals.connect(
                object, signal, after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(isDrop))
        }
    }
}
