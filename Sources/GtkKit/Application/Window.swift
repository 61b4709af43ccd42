import CGtk

/// A top-level window of the application.
public struct Window: Widget {
    /// The `GtkApplicationWindow`, which GTK owns until the window is closed.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// What the desktop shows for the window.
    public var title: String {
        get { gtk_window_get_title(cast(to: GtkWindow.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_window_set_title(cast(to: GtkWindow.self), newValue) }
    }

    /// Whether it is the one that gets the keys.
    public var isActive: Bool { gtk_window_is_active(cast(to: GtkWindow.self)) != 0 }

    /// Puts the header bar in place of the desktop's title bar; to be called before the window is shown.
    public func setHeader(_ header: HeaderBar) {
        gtk_window_set_titlebar(cast(to: GtkWindow.self), header.pointer)
    }

    /// Fills the window below its header; a window takes one content only.
    public func setContent(_ content: some Widget) {
        gtk_container_add(cast(to: GtkContainer.self), content.pointer)
    }

    /// Shows it, in front of the others.
    public func present() { gtk_window_present(cast(to: GtkWindow.self)) }

    /// Asks for the window to be closed, as its close button does.
    public func close() { gtk_window_close(cast(to: GtkWindow.self)) }

    /// Calls `body` when the window is to be closed; it says whether it may be, at once.
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        Signals.connectEvent(object, "delete-event") { _ in !body() }
    }

    /// Adds an action "win.`name`".
    @discardableResult
    public func addAction(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
        Action(name, in: OpaquePointer(object), body)
    }
}

/// An empty window of the application, of this size in pixels.
@MainActor
public func window(of application: Application, width: Int, height: Int) -> Window {
    guard let widget = gtk_application_window_new(application.pointer) else {
        preconditionFailure("GTK made no window")
    }
    let window = Window(pointer: widget)
    gtk_window_set_default_size(window.cast(to: GtkWindow.self), Int32(width), Int32(height))
    StyleSheet.followTheme(window)
    return window
}

/// Something that can be done by button, menu or key, as long as it is enabled.
@MainActor
public struct Action {
    private let pointer: OpaquePointer

    init(_ name: String, in map: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { preconditionFailure("“\(name)” is no action name") }
        pointer = action
        Signals.connectPointer(UnsafeMutableRawPointer(action), "activate") { _ in
            body()
            return false
        }
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Whether it can be done now; the buttons and menu items that stand for it are grey otherwise.
    public var isEnabled: Bool {
        get { g_action_get_enabled(pointer) != 0 }
        nonmutating set { g_simple_action_set_enabled(pointer, newValue ? 1 : 0) }
    }
}

extension Application {
    /// Adds an action "app.`name`".
    @discardableResult
    public func addAction(_ name: String, _ body: @escaping @MainActor () -> Void) -> Action {
        Action(name, in: OpaquePointer(pointer), body)
    }
}
