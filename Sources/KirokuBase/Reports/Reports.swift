import FoundationEssentials
import Glibc
import Synchronization

/// Messages for developers: one line with the date, the time, and a code that names the component and the call.
///
/// They are separate from messages for the user.
public enum Reports {
    /// Takes a report.
    public typealias Sink = @Sendable (Report) -> Void

    /// A struct, because a function stored directly in a `Mutex`, or in a tuple in it, is wrapped once more with each
    /// access, until calling it overflows the stack.
    private struct Settings {
        var sink: Sink = writeToStandardError
        var clock = AppClock.shared
    }

    private static let refusals = Mutex(RefusalCount())
    private static let settings = Mutex(Settings())

    /// Reports an error with the current time.
    ///
    /// - Parameters:
    ///   - code: names the component and the call: "KRK_ST_RD".
    ///   - message: what happened.
    public static func error(_ code: String, _ message: ReportText) {
        let settings = settings.withLock { $0 }
        settings.sink(Report(time: LocalTime(settings.clock.now), code: code, message: message.text))
    }

    /// Reports a mistake in the program after which it cannot continue, and ends it with the same sentence.
    ///
    /// A failed precondition would end a release build without a word.
    public static func stop(_ code: String, _ message: ReportText) -> Never {
        error(code, message)
        fatalError(message.text)
    }

    /// Counts a refusal with this code, and returns their number in this minute.
    static func countRefusal(of code: String) -> Int {
        let minute = Int((settings.withLock { $0.clock }.now.timeIntervalSince1970 / 60).rounded(.down))
        return refusals.withLock { $0.next(of: code, minute: minute) }
    }

    /// Sends all reports to `newSink` from now on.
    public static func send(to newSink: @escaping Sink) {
        settings.withLock { $0.sink = newSink }
    }

    /// Takes the time of reports from `newClock` from now on, instead of ``AppClock/shared``.
    public static func setClock(_ newClock: AppClock) {
        settings.withLock { $0.clock = newClock }
    }

    /// Writes a report as one line to standard error (see ``Report/line``).
    public static func writeToStandardError(_ report: Report) {
        let line = Array((report.line + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
