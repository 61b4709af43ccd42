import Glibc
import Synchronization

/// What the developer should know: one line with date, time, and a code that names the component and the call (spec 8).
///
/// What the user is told is a separate thing.
public enum Reports {
    /// Takes a report.
    public typealias Sink = @Sendable (Report) -> Void

    private static let settings = Mutex((sink: writeToStandardError as Sink, clock: AppClock.shared))

    /// Reports an error, at the time that the clock shows.
    ///
    /// - Parameters:
    ///   - code: names the component and the call: "KRK_ST_RD".
    ///   - message: what happened, in English.
    public static func error(_ code: String, _ message: String) {
        let (sink, clock) = settings.withLock { $0 }
        sink(Report(time: LocalTime(clock.now), code: code, message: message))
    }

    /// Sends all reports to `newSink` from now on.
    public static func send(to newSink: @escaping Sink) {
        settings.withLock { $0.sink = newSink }
    }

    /// Takes the time of reports from `newClock` from now on; at first it is ``AppClock/shared``.
    public static func tellTime(by newClock: AppClock) {
        settings.withLock { $0.clock = newClock }
    }

    /// One line on standard error (see ``Report/line``).
    public static func writeToStandardError(_ report: Report) {
        let line = Array((report.line + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
