import Glibc
import KirokuCore
import Synchronization

/// A line in the terminal that shows the progress of a command, for work that takes longer than a moment.
///
/// It is cleared at the end. If standard error is not a terminal, nothing is written.
final class ProgressLine: Sendable {
    private struct State {
        /// The earliest time at which the line is written next; `nil` if it is not written any more.
        var next: ClockReading?
        var shown: Int?
    }

    private let text: String
    private let isShown: Bool
    private let state: Mutex<State>

    private static let (delay, pause) = (Duration.milliseconds(500), Duration.milliseconds(200))

    /// - Parameters:
    ///   - text: what is being done.
    ///   - isQuiet: whether nothing is to be written.
    init(_ text: String, isQuiet: Bool) {
        self.text = text
        // A terminal that cannot move its cursor back would get a line for each.
        let terminal = getenv("TERM").map { String(cString: $0) } ?? ""
        isShown = !isQuiet && isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(terminal)
        state = Mutex(State(next: AppClock.shared.reading + Self.delay))
    }

    /// Reports the progress; may be called often and from any thread.
    ///
    /// - Parameter share: of the work, up to 1.
    func report(_ share: Double) {
        guard isShown else { return }
        let percent = Int(min(max(share, 0), 1) * 100)
        state.withLock { state in
            let now = AppClock.shared.reading
            guard percent != state.shown, let next = state.next, now >= next else { return }
            (state.shown, state.next) = (percent, now + Self.pause)
            Console.rewriteLine("\(text) \(percent) %")
        }
    }

    /// Clears the line.
    func end() {
        state.withLock { state in
            if state.shown != nil { Console.rewriteLine("") }
            (state.shown, state.next) = (nil, nil)
        }
    }
}
