import CGtk
import Glibc

/// GTK itself, for programs and tests that have no ``Application``, which starts it too.
@MainActor
public enum Toolkit {
    /// Starts GTK and the bridge to the main actor.
    ///
    /// Returns whether there is a display to show windows on.
    public static func start() -> Bool {
        guard gtk_init_check(nil, nil) != 0 else { return false }
        MainQueueBridge.install()
        return true
    }
}

/// Why no window can be shown.
public enum DisplayFault: Error, Hashable, Sendable {
    /// There is no display, and no running process of the program that could take the files.
    case noDisplay
    /// GTK's server for browsers, `broadwayd`, is not installed.
    case noServer
    /// `broadwayd` could not be started at any of ``BrowserDisplay/ports``.
    case serverFails
    /// This GTK was built without what shows windows in a browser.
    case noBrowserBackend
}

/// The end of the connection to an X server, after which GDK ends the program at once.
@MainActor
public enum LostDisplay {
    private typealias Handler = @convention(c) (OpaquePointer?) -> Int32

    private static var body: (@MainActor () -> Void)?
    /// GDK's, which does not return.
    private static var next: Handler?

    /// Calls `body` when the connection is lost; nothing can be shown any more then, and no loop runs.
    ///
    /// Does nothing if the display is not an X server's.
    public static func onLoss(_ body: @escaping @MainActor () -> Void) {
        // GDK has Xlib loaded already if it talks to an X server.
        guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
        self.body = body
        let setHandler = unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> Handler?).self)
        next = setHandler { display in
            let bits = PointerBits(display)
            return MainActor.assumeIsolated {
                LostDisplay.body?()
                return LostDisplay.next?(bits.opaque) ?? 0
            }
        }
    }
}

/// Signals of the system that ask the program to end, as a terminal that closes and the end of a session send them.
@MainActor
public enum TerminationSignals {
    private static var sources: [guint] = []

    /// Calls `body` from the main loop at the first of these signals; after that, each ends the program at once.
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
                    // It has been removed.
                    return 1
                }, Unmanaged.passRetained(called).toOpaque(), { releaseBox($0) })
        }
    }
}
