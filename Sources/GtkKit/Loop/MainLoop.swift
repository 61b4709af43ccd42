import CGtk

/// Work for the main loop that is not tied to a signal.
@MainActor
public enum MainLoop {
    /// Calls `body` once, when the loop has handled what is waiting and drawn what is to be drawn.
    public static func whenIdle(_ body: @escaping @MainActor () -> Void) {
        add(G_PRIORITY_LOW, body)
    }

    /// Calls `body` once, before anything else that is waiting.
    public static func next(_ body: @escaping @MainActor () -> Void) {
        add(G_PRIORITY_HIGH, body)
    }

    private static func add(_ priority: Int32, _ body: @escaping @MainActor () -> Void) {
        g_idle_add_full(
            priority,
            { data in
                let body = boxedBody(data, as: Signals.Plain.self)
                MainActor.assumeIsolated { body?() }
                return 0
            }, Unmanaged.passRetained(ClosureBox<Signals.Plain>(body)).toOpaque(), { releaseBox($0) })
    }

    /// Waits until the loop has handled what is waiting: between two parts of work that only the main thread can do.
    public static func idle() async {
        await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
    }
}

/// Calls with each frame that a widget's window draws, until it is stopped or the widget goes.
@MainActor
public final class FrameTicks {
    private let widget: WeakWidget
    private var id: guint = 0

    /// Starts them.
    ///
    /// - Parameter body: is given the frame's time in seconds, which counts from anywhere, and says whether to go on.
    public init(of widget: some Widget, _ body: @escaping @MainActor (Double) -> Bool) {
        self.widget = WeakWidget(widget)
        id = gtk_widget_add_tick_callback(
            widget.pointer,
            { _, clock, data in
                let body = boxedBody(data, as: (@MainActor (Double) -> Bool).self)
                let microseconds = gdk_frame_clock_get_frame_time(clock)
                return MainActor.assumeIsolated { body?(Double(microseconds) / 1e6) ?? false } ? 1 : 0
            }, Unmanaged.passRetained(ClosureBox(body)).toOpaque(), { releaseBox($0) })
    }

    /// Ends them; `body` is not called again.
    ///
    /// It need not be called if `body` has returned false.
    public func stop() {
        if let widget = widget.widget { gtk_widget_remove_tick_callback(widget.pointer, id) }
    }
}
