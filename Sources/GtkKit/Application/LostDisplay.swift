import CGtk
import Glibc

/// The end of the connection to the display, after which GDK ends the program at once.
@MainActor
public enum LostDisplay {
    private static var body: (@MainActor () -> Void)?

    /// Calls `body` when the connection to an X server or a Wayland desktop is lost; no window can be shown then, and
    /// no loop runs.
    ///
    /// Does nothing with other displays.
    public static func onLoss(_ body: @escaping @MainActor () -> Void) {
        self.body = body
        watchX()
        watchWayland()
    }

    private static func notify() {
        defer { body = nil }
        body?()
    }

    // MARK: X

    private typealias Handler = @convention(c) (OpaquePointer?) -> Int32

    /// GDK's handler, which does not return.
    private static var next: Handler?

    private static func watchX() {
        // If GDK talks to an X server, it has already loaded Xlib.
        guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
        let setHandler = unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> Handler?).self)
        next = setHandler { display in
            let bits = PointerBits(display)
            return MainActor.assumeIsolated {
                LostDisplay.notify()
                return LostDisplay.next?(bits.opaque) ?? 0
            }
        }
    }

    // MARK: Wayland

    private typealias DisplayOfDisplay = @convention(c) (OpaquePointer?) -> OpaquePointer?
    private typealias FileOfDisplay = @convention(c) (OpaquePointer?) -> Int32

    /// The connection; -1 without one.
    private static var connection: Int32 = -1

    /// Checks the connection whenever GDK is about to: GDK has no handler, and ends the program without notifying it.
    private static func watchWayland() {
        guard let display = gdk_display_get_default(),
            g_type_name(kiroku_object_type(UnsafeMutableRawPointer(display))).map({ String(cString: $0) })
                == "GdkWaylandDisplay",
            let displaySymbol = dlsym(nil, "gdk_wayland_display_get_wl_display"),
            let fileSymbol = dlsym(nil, "wl_display_get_fd")
        else { return }
        let displayOf = unsafeBitCast(displaySymbol, to: DisplayOfDisplay.self)
        connection = unsafeBitCast(fileSymbol, to: FileOfDisplay.self)(displayOf(display))
        // It exists as long as the program.
        let kind = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        kind.initialize(to: GSourceFuncs())
        kind.pointee.prepare = { _, timeout in
            timeout?.pointee = -1
            MainActor.assumeIsolated { LostDisplay.checkConnection() }
            return 0
        }
        kind.pointee.check = { _ in
            MainActor.assumeIsolated { LostDisplay.checkConnection() }
            return 0
        }
        kind.pointee.dispatch = { _, _, _ in 1 }
        let source = g_source_new(kind, guint(MemoryLayout<GSource>.size))
        g_source_set_priority(source, G_PRIORITY_HIGH)
        g_source_attach(source, nil)
        g_source_unref(source)
    }

    private static func checkConnection() {
        guard body != nil else { return }
        var state = pollfd(fd: connection, events: 0, revents: 0)
        guard poll(&state, 1, 0) > 0, Int32(state.revents) & (POLLHUP | POLLERR) != 0 else { return }
        notify()
    }
}
