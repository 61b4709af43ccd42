import CGtk

/// Work for the main loop that is not tied to a signal.
@MainActor
public enum MainLoop {
    /// Calls `body` once, when the loop has handled all pending events and drawn what has to be drawn.
    public static func whenIdle(_ body: @escaping @MainActor () -> Void) {
        add(G_PRIORITY_LOW, body)
    }

    /// Calls `body` once, before anything else that is pending.
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

    /// Waits until the loop has handled what is pending; for use between parts of long work on the main thread.
    public static func idle() async {
        await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
    }
}

/// Calls back with each frame that a widget's window draws, until it is stopped or the widget is destroyed.
@MainActor
public final class FrameTicks {
    private let widget: WeakWidget
    private var id: guint = 0

    /// Starts the calls.
    ///
    /// - Parameter body: called with the frame's time in seconds from an arbitrary start; returns whether to continue.
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

    /// Stops the calls.
    ///
    /// This is unnecessary if `body` has returned `false`.
    public func stop() {
        if let widget = widget.widget { gtk_widget_remove_tick_callback(widget.pointer, id) }
    }
}
