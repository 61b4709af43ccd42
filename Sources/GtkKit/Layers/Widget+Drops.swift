import CGtk

extension Widget {
    /// Refuses drops on this widget, and keeps them from the widgets that it lies in.
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

extension Widget {
    /// Accepts files that are dragged here from a file manager or another program.
    ///
    /// If `accepts` refuses them, GTK offers them to the widgets that contain this one.
    ///
    /// - Parameters:
    ///   - accepts: whether files can be dropped at this place, in the widget's pixels; called as the pointer moves.
    ///   - onLeave: called when the pointer has moved on or the files were dropped, to remove a mark that `accepts` has
    ///     set.
    ///   - onDrop: called with the URIs of files that were dropped here, in the order of the other program.
    public func acceptFileDrops(
        _ accepts: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        onLeave: @escaping @MainActor () -> Void = {},
        onDrop: @escaping @MainActor (_ uris: [String], _ x: Double, _ y: Double) -> Void
    ) {
        gtk_drag_dest_set(pointer, GtkDestDefaults(rawValue: 0), nil, 0, GDK_ACTION_COPY)
        gtk_drag_dest_add_uri_targets(pointer)
        let drops = FileDrops(accepts: accepts, onLeave: onLeave, onDrop: onDrop)
        connectPlace("drag-motion") { widget, drag, x, y, time in
            guard FileDrops.target(widget, drag) != nil, drops.accepts(x, y) else { return false }
            gdk_drag_status(drag, GDK_ACTION_COPY, time)
            return true
        }
        connectLeave(drops)
        connectPlace("drag-drop") { widget, drag, x, y, time in
            guard let target = FileDrops.target(widget, drag), drops.accepts(x, y) else { return false }
            gtk_drag_get_data(widget, drag, target, time)
            return true
        }
        connectData(drops)
    }

    /// Connects a signal for which `body` returns whether files are taken at a place.
    private func connectPlace(_ signal: String, _ body: @escaping FileDrops.Place) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt, CInt, CUnsignedInt, UnsafeMutableRawPointer?
            ) -> gboolean = { widget, context, x, y, time, data in
                let body = boxedBody(data, as: FileDrops.Place.self)
                let (widget, context) = (PointerBits(widget), PointerBits(context))
                return MainActor.assumeIsolated {
                    guard let body, let widget = widget.typed(GtkWidget.self), let drag = context.opaque else {
                        return 0
                    }
                    return body(widget, drag, Double(x), Double(y), time) ? 1 : 0
                }
            }
        _ = Signals.connect(
            object, signal, after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }

    private func connectLeave(_ drops: FileDrops) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CUnsignedInt, UnsafeMutableRawPointer?
            ) -> Void = { _, _, _, data in
                let drops = boxedBody(data, as: FileDrops.self)
                MainActor.assumeIsolated { drops?.onLeave() }
            }
        _ = Signals.connect(
            object, "drag-leave", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(drops))
    }

    private func connectData(_ drops: FileDrops) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt, CInt, UnsafeMutableRawPointer?, CUnsignedInt,
                CUnsignedInt, UnsafeMutableRawPointer?
            ) -> Void = { _, context, x, y, selection, _, time, data in
                let drops = boxedBody(data, as: FileDrops.self)
                let (context, selection) = (PointerBits(context), PointerBits(selection))
                MainActor.assumeIsolated {
                    let uris = FileDrops.uris(selection.opaque)
                    if let drag = context.opaque { gtk_drag_finish(drag, uris.isEmpty ? 0 : 1, 0, time) }
                    drops?.onLeave()
                    if !uris.isEmpty { drops?.onDrop(uris, Double(x), Double(y)) }
                }
            }
        _ = Signals.connect(
            object, "drag-data-received", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(drops))
    }
}

/// The handlers of files that are dropped on a widget.
@MainActor
private struct FileDrops {
    typealias Place =
        @MainActor (
            _ widget: UnsafeMutablePointer<GtkWidget>, _ drag: OpaquePointer, _ x: Double, _ y: Double, _ time: UInt32
        ) -> Bool

    let accepts: @MainActor (_ x: Double, _ y: Double) -> Bool
    let onLeave: @MainActor () -> Void
    let onDrop: @MainActor (_ uris: [String], _ x: Double, _ y: Double) -> Void

    /// The form in which the files are available; `nil` if no files are being dragged.
    static func target(_ widget: UnsafeMutablePointer<GtkWidget>, _ drag: OpaquePointer) -> GdkAtom? {
        gtk_drag_dest_find_target(widget, drag, nil)
    }

    static func uris(_ selection: OpaquePointer?) -> [String] {
        guard let selection, let list = gtk_selection_data_get_uris(selection) else { return [] }
        defer { g_strfreev(list) }
        var uris: [String] = []
        var place = 0
        while let uri = list[place] {
            uris.append(String(cString: uri))
            place += 1
        }
        return uris
    }
}
