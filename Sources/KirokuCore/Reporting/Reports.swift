import FoundationEssentials
import Glibc
import Synchronization

/// What the developer should know: one line with date, time, and a code that names the component and the call.
///
/// What the user is told is a separate thing.
public enum Reports {
    /// Takes a report.
    public typealias Sink = @Sendable (Report) -> Void

    /// A type of its own: a function that lies in a `Mutex` by itself, or in a tuple, is wrapped once more with each look at
    /// it, until a call of it ends the stack.
    private struct Settings {
        var sink: Sink = writeToStandardError
        var clock = AppClock.shared
    }

    private static let refusals = Mutex(RefusalCount())
    private static let settings = Mutex(Settings())

    /// Reports an error, at the time that the clock shows.
    ///
    /// - Parameters:
    ///   - code: names the component and the call: "KRK_ST_RD".
    ///   - message: what happened.
    public static func error(_ code: String, _ message: ReportText) {
        let settings = settings.withLock { $0 }
        settings.sink(Report(time: LocalTime(settings.clock.now), code: code, message: message.text))
    }

    /// Counts a refusal of this code; returns how many there were in this minute.
    static func countRefusal(of code: String) -> Int {
        let minute = Int((settings.withLock { $0.clock }.now.timeIntervalSince1970 / 60).rounded(.down))
        return refusals.withLock { $0.next(of: code, minute: minute) }
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
