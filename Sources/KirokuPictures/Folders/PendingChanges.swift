import Synchronization

/// Changes that nobody has taken yet, each once, for one task that waits for them.
final class PendingChanges: Sendable {
    private struct State {
        /// The oldest first.
        var changes: [PictureChange] = []
        var known: Set<PictureChange> = []
        var waiting: CheckedContinuation<PictureChange?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Adds what is not there yet.
    func add(_ changes: some Sequence<PictureChange>) {
        let waiting = state.withLock { state in
            for change in changes where !state.isFinished && state.known.insert(change).inserted {
                state.changes.append(change)
            }
            return Self.serve(&state)
        }
        waiting?.task.resume(returning: waiting?.change)
    }

    /// No more will come; what nobody has taken is forgotten.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            state.changes = []
            return state.waiting.take()
        }
        waiting?.resume(returning: nil)
    }

    /// The next change; `nil` when there will be no more, or the task is cancelled.
    func next() async -> PictureChange? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = state.withLock {
                    state -> (task: CheckedContinuation<PictureChange?, Never>, change: PictureChange?)? in
                    // Cancelled before it waited, it was not found waiting.
                    if Task.isCancelled || state.isFinished { return (continuation, nil) }
                    let earlier = state.waiting
                    state.waiting = continuation
                    return Self.serve(&state) ?? earlier.map { ($0, nil) }
                }
                waiting?.task.resume(returning: waiting?.change)
            }
        } onCancel: {
            state.withLock { $0.waiting.take() }?.resume(returning: nil)
        }
    }

    /// Takes the oldest change for the task that waits, if there are both.
    private static func serve(
        _ state: inout State
    ) -> (task: CheckedContinuation<PictureChange?, Never>, change: PictureChange?)? {
        guard !state.changes.isEmpty, let waiting = state.waiting.take() else { return nil }
        let change = state.changes.removeFirst()
        state.known.remove(change)
        return (waiting, change)
    }
}
