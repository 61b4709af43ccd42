import Glibc
import KirokuCore
import Synchronization

/// A line in the terminal that says how far a command is, for work that takes longer than a moment.
///
/// It is cleared in the end. Where standard error is no terminal, nothing is written.
final class ProgressLine: Sendable {
    private struct State {
        /// In seconds; when the line is written next at the earliest.
        var next: Double
        var shown: Int?
    }

    private let text: String
    private let isShown: Bool
    private let state: Mutex<State>

    /// In seconds.
    private static let (delay, pause) = (0.5, 0.2)

    /// - Parameters:
    ///   - text: what is done.
    ///   - isQuiet: whether nothing is to be said.
    init(_ text: String, isQuiet: Bool) {
        self.text = text
        // A terminal that cannot move its cursor back would get a line for each.
        let terminal = getenv("TERM").map { String(cString: $0) } ?? ""
        isShown = !isQuiet && isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(terminal)
        state = Mutex(State(next: Self.now + Self.delay))
    }

    /// Says how far it is; may be called from any thread, often.
    ///
    /// - Parameter share: of the work, up to 1.
    func report(_ share: Double) {
        guard isShown else { return }
        let percent = Int(min(max(share, 0), 1) * 100)
        state.withLock { state in
            let now = Self.now
            guard percent != state.shown, now >= state.next else { return }
            (state.shown, state.next) = (percent, now + Self.pause)
            Console.rewriteLine("\(text) \(percent) %")
        }
    }

    /// Clears the line.
    func end() {
        state.withLock { state in
            if state.shown != nil { Console.rewriteLine("") }
            (state.shown, state.next) = (nil, .infinity)
        }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
