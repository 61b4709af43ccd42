import KirokuCore
import Synchronization

/// Wakes the sync loop when there is something to send.
final class WorkSignal: Sendable {
    private struct State {
        var isThere = false
        var waiting: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    func set() {
        state.withLock {
            $0.isThere = true
            $0.waiting?.finish()
        }
    }

    /// Whether there was something to send; resets the signal.
    @discardableResult
    func take() -> Bool {
        state.withLock { state in
            defer { state.isThere = false }
            return state.isThere
        }
    }

    /// Returns when there is something to send, after a pause by a clock, or when the task is cancelled.
    func wait(_ pause: Duration, by clock: AppClock) async {
        // A new stream for each wait, because cancelling its reader ends a stream for good.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let isThere = state.withLock {
            $0.waiting = continuation
            return $0.isThere
        }
        guard !isThere else { return }
        let timer = Task {
            try? await clock.sleep(for: pause)
            continuation.finish()
        }
        for await _ in stream {}
        timer.cancel()
    }
}
