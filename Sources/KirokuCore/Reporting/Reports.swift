import Glibc
import Synchronization

/// What the developer should know: one line with a code that names the component and the call (spec 8).
///
/// What the user is told is a separate thing.
public enum Reports {
    /// Takes a code such as "KRK_ST_RD" and what happened.
    public typealias Sink = @Sendable (_ code: String, _ message: String) -> Void

    private static let sink = Mutex<Sink>(writeToStandardError)

    /// Reports an error.
    public static func error(_ code: String, _ message: String) {
        sink.withLock { $0 }(code, message)
    }

    /// Sends all reports to `newSink` from now on.
    public static func send(to newSink: @escaping Sink) {
        sink.withLock { $0 = newSink }
    }

    /// One line on standard error: "ERROR:KRK_ST_RD:cannot read …".
    public static func writeToStandardError(_ code: String, _ message: String) {
        let line = Array("ERROR:\(code):\(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
