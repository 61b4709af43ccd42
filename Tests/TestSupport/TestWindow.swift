import CGtk
import GtkKit

/// A bare window, without an application, to put things into.
public struct TestWindow: Widget {
    /// The `GtkWindow`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether it is the one that gets the keys.
    public var isActive: Bool { gtk_window_is_active(window) != 0 }

    /// Has it come to the front and lets the main loop work until it gets the keys.
    ///
    /// Returns whether it does.
    public func activate() -> Bool {
        gtk_window_present(window)
        return work(until: { isActive })
    }

    /// A window that is there already, with an application perhaps.
    public init(_ window: some Widget) {
        pointer = window.pointer
    }

    fileprivate init(pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
    }

    fileprivate var window: UnsafeMutablePointer<GtkWindow> { object.assumingMemoryBound(to: GtkWindow.self) }
}

/// A window with this content, on the screen.
@MainActor
public func testWindow(_ content: some Widget, width: Int = 400, height: Int = 300) -> TestWindow {
    guard let widget = gtk_window_new(GTK_WINDOW_TOPLEVEL) else { preconditionFailure("GTK made no window") }
    let window = TestWindow(pointer: widget)
    gtk_window_set_default_size(window.window, Int32(width), Int32(height))
    gtk_container_add(window.object.assumingMemoryBound(to: GtkContainer.self), content.pointer)
    window.showAll()
    workOff()
    return window
}
