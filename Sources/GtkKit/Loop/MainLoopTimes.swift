import CGtk
import Glibc

/// Measures how long the program is busy at a time, so that keys and clicks have to wait.
///
/// GLib's loop polls for events, and then does everything that there is to do. The time between two polls is a stretch,
/// which a person feels as a pause. Measuring neither wakes the program nor draws anything.
@MainActor
public enum MainLoopTimes {
    /// A stretch, or a moment that was noted.
    public struct Entry: Sendable {
        /// When it began, in seconds of the system's monotonic clock.
        public let start: Double
        /// How long it lasted, in milliseconds; 0 for a moment.
        public let milliseconds: Double
        /// For how long in that time the thread had a processor, in milliseconds.
        public let processor: Double
        /// The name of a moment; empty for a stretch.
        public let name: String
    }

    /// In milliseconds; no one notices a shorter stretch.
    private static let least = 2.0

    /// The stretches and moments so far.
    public private(set) static var entries: [Entry] = []
    private static var isRecording = false
    private static var last = Reading()

    /// Starts measuring; a second call does nothing.
    public static func record() {
        guard !isRecording else { return }
        isRecording = true
        last = Reading()
        g_main_context_set_poll_func(nil) { descriptors, count, timeout in
            MainActor.assumeIsolated { MainLoopTimes.endStretch() }
            let ready = g_poll(descriptors, count, timeout)
            MainActor.assumeIsolated { MainLoopTimes.last = Reading() }
            return ready
        }
    }

    /// Records a moment, if measuring has started.
    public static func record(_ name: String) {
        guard isRecording else { return }
        entries.append(Entry(start: Reading().wall, milliseconds: 0, processor: 0, name: name))
    }

    private static func endStretch() {
        let now = Reading()
        let milliseconds = (now.wall - last.wall) * 1e3
        guard milliseconds >= least else { return }
        entries.append(
            Entry(
                start: last.wall, milliseconds: milliseconds, processor: (now.processor - last.processor) * 1e3,
                name: ""))
    }

    /// The time on both clocks, in seconds.
    private struct Reading {
        let wall = seconds(CLOCK_MONOTONIC)
        let processor = seconds(CLOCK_THREAD_CPUTIME_ID)

        private static func seconds(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }
}
