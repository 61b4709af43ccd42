import CGtk
import Glibc

/// How long the program was busy at a time, so that keys and clicks had to wait, for those who measure it.
///
/// Between two looks at what has come in, GLib's loop does whatever there is to do. That is one stretch; it is what a
/// person feels as a pause. Nothing is woken or drawn for being measured.
@MainActor
public enum MainLoopTimes {
    /// One stretch, or a moment that was noted.
    public struct Entry: Sendable {
        /// When it began: seconds of the system's monotonic clock.
        public let start: Double
        /// How long it took, in milliseconds; 0 for a moment.
        public let milliseconds: Double
        /// For how much of that the thread had a processor.
        public let processor: Double
        /// What a moment is; empty for a stretch.
        public let name: String
    }

    /// Shorter stretches cannot be felt.
    private static let least = 2.0

    /// What was measured so far.
    public private(set) static var entries: [Entry] = []
    private static var isRecording = false
    private static var last = Reading()

    /// Begins to measure; a second call does nothing.
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

    /// Notes a moment, if anybody measures.
    public static func note(_ name: String) {
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

    /// What both clocks say, in seconds.
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
