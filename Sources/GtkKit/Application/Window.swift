import CGtk

/// A top-level window of the application.
public struct Window: Widget {
    /// The `HdyApplicationWindow`, which GTK owns until the window is closed.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The title that the desktop shows for the window.
    public var title: String {
        get { gtk_window_get_title(cast(to: GtkWindow.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_window_set_title(cast(to: GtkWindow.self), newValue) }
    }

    /// Whether the window receives the keys.
    public var isActive: Bool { gtk_window_is_active(cast(to: GtkWindow.self)) != 0 }

    /// Fills the window from edge to edge, header bar included; call it only once for a window.
    public func setContent(_ content: some Widget) {
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
    }

    /// Shows the window in front of the others.
    public func present() { gtk_window_present(cast(to: GtkWindow.self)) }

    /// Shows the window over another one.
    public func present(over parent: Window) {
        gtk_window_set_transient_for(cast(to: GtkWindow.self), parent.cast(to: GtkWindow.self))
        present()
    }

    /// Opens a file in the user's program for its kind; returns `false` if there is none.
    public func show(file path: String) -> Bool {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return false }
        defer { g_free(uri) }
        return show(uri: String(cString: uri))
    }

    /// Opens an address in the user's program for its kind; returns `false` if there is none.
    public func show(uri: String) -> Bool {
        // `gtk_show_uri_on_window` does not report failures (3.24.38).
        let context = gdk_display_get_app_launch_context(gtk_widget_get_display(pointer))
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        return g_app_info_launch_default_for_uri(
            uri, UnsafeMutableRawPointer(context)?.assumingMemoryBound(to: GAppLaunchContext.self), nil) != 0
    }

    /// The size in pixels, as ``setInitialSize(width:height:)`` takes it.
    public var size: (width: Int, height: Int) {
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_size(cast(to: GtkWindow.self), &width, &height)
        return (Int(width), Int(height))
    }

    /// Whether the window fills the part of the screen that the desktop leaves to windows.
    public var isMaximized: Bool { gtk_window_is_maximized(cast(to: GtkWindow.self)) != 0 }

    /// Maximizes the window.
    public func maximize() { gtk_window_maximize(cast(to: GtkWindow.self)) }

    /// Sets the size in pixels, reduced to that of the screen; call it before the window is shown.
    public func setInitialSize(width: Int, height: Int) {
        var room = GdkRectangle(x: 0, y: 0, width: .max, height: .max)
        if let display = gtk_widget_get_display(pointer),
            let monitor = gdk_display_get_primary_monitor(display) ?? gdk_display_get_monitor(display, 0)
        {
            gdk_monitor_get_workarea(monitor, &room)
        }
        let (width, height) = (Int32(clamping: max(width, 1)), Int32(clamping: max(height, 1)))
        gtk_window_set_default_size(cast(to: GtkWindow.self), min(width, room.width), min(height, room.height))
    }

    /// Calls `body` when the window starts or stops receiving the keys.
    public func onActiveChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connectNotify(object, "is-active", body)
    }

    /// Requests that the window is closed, as its close button does.
    public func close() { gtk_window_close(cast(to: GtkWindow.self)) }

    /// Calls `body` when the window is about to close; `body` returns whether it may close at once.
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        Signals.connectEvent(object, "delete-event") { _ in !body() }
    }

    /// Adds an action "win.`name`".
    @discardableResult
    public func addAction(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
        Action(name, in: OpaquePointer(object), body)
    }

    /// Adds an action that chooses one of several things: "win.`name`::`choice`".
    public func addChoice(_ name: String, chosen: String, _ body: @escaping @MainActor (String) -> Void) -> RadioAction
    {
        RadioAction(name, chosen: chosen, in: OpaquePointer(object), body)
    }
}

/// Creates an empty window of the application; the size is in pixels.
///
/// The window has no title bar: its content begins with a ``HeaderBar``, so that something can be placed over both.
@MainActor
public func window(of application: Application, width: Int, height: Int) -> Window {
    hdy_init()
    let widget = made(hdy_application_window_new())
    let window = Window(pointer: widget)
    gtk_window_set_application(window.cast(to: GtkWindow.self), application.pointer)
    gtk_window_set_default_size(window.cast(to: GtkWindow.self), Int32(width), Int32(height))
    StyleSheet.followTheme(window)
    InvisibleMenu.free(window)
    FirstFrame.expect(in: window)
    return window
}

extension Application {
    /// Adds an action "app.`name`".
    @discardableResult
    public func addAction(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
        Action(name, in: OpaquePointer(pointer), body)
    }
}
