import CGtk

/// Work for the main loop that is not tied to a signal.
@MainActor
public enum MainLoop {
    /// Calls `body` once, when the loop has handled what is waiting and drawn what is to be drawn.
    public static func whenIdle(_ body: @escaping @MainActor () -> Void) {
        g_idle_add_full(
            G_PRIORITY_LOW,
            { data in
                let body = boxedBody(data, as: Signals.Plain.self)
                MainActor.assumeIsolated { body?() }
                return 0
            }, Unmanaged.passRetained(ClosureBox<Signals.Plain>(body)).toOpaque(), { releaseBox($0) })
    }
}
