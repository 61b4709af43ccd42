import CGtk
import Glibc

/// GTK itself, for programs and tests without an ``Application``, which starts it too.
@MainActor
public enum Toolkit {
    /// Starts GTK and the bridge to the main actor.
    ///
    /// Returns `false` if there is no display for windows.
    public static func start() -> Bool {
        guard gtk_init_check(nil, nil) != 0 else { return false }
        MainQueueBridge.install()
        return true
    }
}

/// Why no window can be shown.
public enum DisplayFault: Error, Hashable, Sendable {
    /// There is no display, and no running process of the program to pass the files to.
    case noDisplay
    /// GTK's server for browsers, `broadwayd`, is not installed.
    case noServer
    /// `broadwayd` could not be started at any of ``BrowserDisplay/ports``.
    case serverFails
    /// This GTK was built without support for browsers.
    case noBrowserBackend
}

/// Signals of the system that ask the program to end, such as those of a closing terminal or an ending session.
@MainActor
public enum TerminationSignals {
    private static var sources: [guint] = []

    /// Calls `body` from the main loop at the first of these signals; the next one ends the program at once.
    public static func onFirst(of signals: [Int32], _ body: @escaping @MainActor (Int32) -> Void) {
        sources = signals.map { number in
            let called = ClosureBox<Signals.Plain> {
                // A signal without a source has its default effect again.
                for source in sources { g_source_remove(source) }
                sources = []
                body(number)
            }
            return g_unix_signal_add_full(
                G_PRIORITY_HIGH, number,
                { data in
                    let body = boxedBody(data, as: Signals.Plain.self)
                    MainActor.assumeIsolated { body?() }
                    // The source has already been removed.
                    return 1
                }, Unmanaged.passRetained(called).toOpaque(), { releaseBox($0) })
        }
    }
}
