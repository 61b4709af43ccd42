import CGtk
import Glibc

/// Lets Swift's main actor run under a GLib main loop.
///
/// On Linux the main dispatch queue announces work through an eventfd. The bridge watches it from the GLib loop, so
/// that `await`, `Task.sleep` and everything on `@MainActor` work, and an idle program sleeps.
@MainActor
public enum MainQueueBridge {
    private static var source: guint = 0

    /// How often the loop was woken for the main queue; the number does not grow while the program is idle.
    private(set) static var wakeUps = 0

    /// Starts to watch the main queue; a second call does nothing.
    public static func install() {
        guard source == 0 else { return }
        source = g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { descriptor, _, _ in
                MainActor.assumeIsolated {
                    MainQueueBridge.wakeUps += 1
                    MainQueueBridge.work(off: descriptor)
                }
                return 1
            }, nil)
    }

    /// Does the work of the main queue, and nothing else, after the main loop has ended.
    ///
    /// - Parameters:
    ///   - seconds: the longest time that the call takes.
    ///   - isDone: whether the call can return.
    public static func run(atMost seconds: Double, until isDone: () -> Bool) {
        let queue = _dispatch_get_main_queue_handle_4CF()
        let end = g_get_monotonic_time() + gint64(seconds * 1_000_000)
        while !isDone() {
            let left = end - g_get_monotonic_time()
            guard left > 0 else { return }
            var wait = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
            if poll(&wait, 1, Int32(left / 1_000 + 1)) > 0 { work(off: queue) }
        }
    }

    private static func work(off queue: Int32) {
        // An eventfd stays readable until its counter is read; otherwise the loop would spin.
        var counter: UInt64 = 0
        _ = read(queue, &counter, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
