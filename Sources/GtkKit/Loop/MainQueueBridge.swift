import CGtk
import Glibc

/// Lets Swift's main actor run under a GLib main loop.
///
/// On Linux the main dispatch queue announces work through an eventfd. The bridge watches it from the GLib loop, so that
/// `await`, `Task.sleep` and everything `@MainActor` just work, and a program with nothing to do sleeps.
@MainActor
public enum MainQueueBridge {
    private static var source: guint = 0

    /// How often the loop was woken for the main queue; an idle program's count stands still.
    public private(set) static var wakeUps = 0

    /// Starts watching.
    ///
    /// A second call does nothing.
    public static func install() {
        guard source == 0 else { return }
        source = g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                // The counter of an eventfd stays readable until it is read: without this the loop would spin.
                var counter: UInt64 = 0
                _ = read(descriptor, &counter, MemoryLayout<UInt64>.size)
                MainActor.assumeIsolated { MainQueueBridge.wakeUps += 1 }
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil)
    }
}
