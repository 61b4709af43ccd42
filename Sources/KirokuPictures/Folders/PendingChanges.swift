import Synchronization

/// Changes that have not been taken yet, each once, for one task that waits for them.
final class PendingChanges: Sendable {
    private struct State {
        /// The pending changes, the oldest first.
        var changes: [PictureChange] = []
        var known: Set<PictureChange> = []
        var waiting: CheckedContinuation<PictureChange?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Adds those changes that are not pending already.
    func add(_ changes: some Sequence<PictureChange>) {
        let waiting = state.withLock { state in
            for change in changes where !state.isFinished && state.known.insert(change).inserted {
                state.changes.append(change)
            }
            return Self.serve(&state)
        }
        waiting?.task.resume(returning: waiting?.change)
    }

    /// Ends the sequence, and forgets the changes that have not been taken.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            state.changes = []
            return state.waiting.take()
        }
        waiting?.resume(returning: nil)
    }

    /// The next change; `nil` after the end, or if the task is cancelled.
    func next() async -> PictureChange? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = state.withLock {
                    state -> (task: CheckedContinuation<PictureChange?, Never>, change: PictureChange?)? in
                    // A cancellation before this point has found no waiting task.
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

    /// Takes the oldest change for the waiting task, if there are both.
    private static func serve(
        _ state: inout State
    ) -> (task: CheckedContinuation<PictureChange?, Never>, change: PictureChange?)? {
        guard !state.changes.isEmpty, let waiting = state.waiting.take() else { return nil }
        let change = state.changes.removeFirst()
        state.known.remove(change)
        return (waiting, change)
    }
}
