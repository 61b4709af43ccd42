import Synchronization

/// Lets a limited number of tasks run at a time; the others wait, with the more urgent ones in front.
final class AsyncSemaphore: Sendable {
    private struct Waiting {
        let id: Int
        let urgency: PictureDecoder.Urgency
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var nextID = 0
        var waiting: [Waiting] = []
    }

    private let state: Mutex<State>

    /// - Parameter count: the number of tasks that can run at a time.
    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// The number of waiting tasks.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a turn, which ends with ``end()``.
    ///
    /// - Returns: `false` if the task was cancelled while it waited; there is then no turn to end.
    func begin(_ urgency: PictureDecoder.Urgency) async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    let index = state.waiting.firstIndex { $0.urgency < urgency } ?? state.waiting.endIndex
                    state.waiting.insert(Waiting(id: id, urgency: urgency, continuation: continuation), at: index)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let gone = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            gone?.continuation.resume(returning: false)
        }
    }

    /// Ends a turn, and gives it to the next waiting task.
    func end() {
        let next: Waiting? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
