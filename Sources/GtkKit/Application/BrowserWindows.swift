import CGtk

/// Does the work of a window manager, which the page of a browser lacks.
@MainActor
enum BrowserWindows {
    /// From now on, each window fills the page and takes the focus; when it closes, the previous one takes the focus.
    ///
    /// Title bars have no button to minimize, because nothing could restore the window.
    static func manage() {
        kiroku_string_property(gtk_settings_get_default(), "gtk-decoration-layout", ":maximize,close")
        watch("map") { hasCome($0) }
        watch("unmap") { isGoing($0) }
    }

    /// Calls `body` with each widget that emits a signal.
    private static func watch(_ signal: String, _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) {
        let box = Unmanaged.passRetained(ClosureBox(body)).toOpaque()
        g_signal_add_emission_hook(
            g_signal_lookup(signal, gtk_widget_get_type()), 0,
            { _, _, values, data in
                let bits = (widget: PointerBits(g_value_get_object(values)), data: PointerBits(data))
                MainActor.assumeIsolated {
                    boxedBody(bits.data.raw, as: (@MainActor (UnsafeMutableRawPointer?) -> Void).self)?(bits.widget.raw)
                }
                return 1
            }, box, { releaseBox($0) })
    }

    private static func hasCome(_ widget: UnsafeMutableRawPointer?) {
        guard let window = topLevel(widget) else { return }
        focus(window)
        if kiroku_is_a(window, gtk_dialog_get_type()) == 0 { return gtk_window_maximize(window) }
        // GTK's own dialogs first request a size.
        let dialog = ObjectRef(retaining: window)
        MainLoop.whenIdle { gtk_window_maximize(dialog.cast(to: GtkWindow.self)) }
    }

    private static func isGoing(_ hidden: UnsafeMutableRawPointer?) {
        guard topLevel(hidden) != nil else { return }
        MainLoop.whenIdle {
            guard let application = g_application_get_default() else { return }
            // The window that had the focus last comes first.
            var rest = gtk_application_get_windows(
                UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
            while let node = rest {
                if let window = topLevel(node.pointee.data), gtk_widget_get_mapped(widget(of: window)) != 0 {
                    return focus(window)
                }
                rest = node.pointee.next
            }
        }
    }

    /// The widget as a window; `nil` if it is something else, or a menu or tooltip.
    private static func topLevel(_ widget: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<GtkWindow>? {
        guard let widget, kiroku_is_a(widget, gtk_window_get_type()) != 0 else { return nil }
        let window = widget.assumingMemoryBound(to: GtkWindow.self)
        return gtk_window_get_window_type(window) == GTK_WINDOW_TOPLEVEL ? window : nil
    }

    private static func focus(_ window: UnsafeMutablePointer<GtkWindow>) {
        if let shown = gtk_widget_get_window(widget(of: window)) { gdk_window_focus(shown, guint32(GDK_CURRENT_TIME)) }
    }

    private static func widget(of window: UnsafeMutablePointer<GtkWindow>) -> UnsafeMutablePointer<GtkWidget> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
    }
}
