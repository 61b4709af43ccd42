import CGtk

/// Signals of the system that ask the program to end, as a terminal that closes and the end of a session send them.
@MainActor
public enum TerminationSignals {
    private static var sources: [guint] = []

    /// Has the first of these signals call `body` from the main loop; after that, each ends the program at once.
    public static func onFirst(of signals: [Int32], _ body: @escaping @MainActor (Int32) -> Void) {
        sources = signals.map { number in
            let called = ClosureBox<Signals.Plain> {
                // What has no source left does again what it does by itself.
                for source in sources { g_source_remove(source) }
                sources = []
                body(number)
            }
            return g_unix_signal_add_full(
                G_PRIORITY_HIGH, number,
                { data in
                    let body = boxedBody(data, as: Signals.Plain.self)
                    MainActor.assumeIsolated { body?() }
                    // It has been removed.
                    return 1
                }, Unmanaged.passRetained(called).toOpaque(), { releaseBox($0) })
        }
    }
}
