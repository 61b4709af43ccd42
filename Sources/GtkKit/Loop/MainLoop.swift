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

    /// Waits until the loop has handled what is waiting: between two pieces of a work that only the main thread can do.
    public static func idle() async {
        await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
    }
}
