import FoundationEssentials
import Synchronization

extension AppClock {
    /// Returns when the clock has gone `seconds` on, by itself or because somebody moved it.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for seconds: Double) async throws(CancellationError) {
        try await sleep(until: now + seconds)
    }

    /// Returns when the clock shows `deadline` or a later time; at once if it does so already.
    ///
    /// Whoever wants to be sure of the deadline, whatever happens to the clock before the task gets to run, computes it
    /// first and calls this then.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Date) async throws(CancellationError) {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation) }
                // Cancelled before it was in the list, it was not found there.
                if Task.isCancelled { end(id) } else { look(after: [id]) }
            }
        } onCancel: {
            end(id)
        }
        guard isReached else { throw CancellationError() }
    }

    /// Changes how the clock is set, and wakes those whose time has come by that.
    func move(_ change: (inout State) -> Void) {
        let sleepers = state.withLock { state in
            change(&state)
            return Array(state.sleepers.keys)
        }
        look(after: sleepers)
    }

    /// Wakes those whose time has come, and sets a timer for the others.
    private func look(after ids: [UInt64]) {
        let real = realTime.now
        let woken = state.withLock { state in
            let now = state.now(real: real)
            return ids.compactMap { id -> Sleeper? in
                guard let sleeper = state.sleepers[id] else { return nil }
                sleeper.timer?.cancel()
                guard sleeper.deadline > now else { return state.sleepers.removeValue(forKey: id) }
                let seconds = sleeper.deadline.timeIntervalSince(now) / state.ratio
                state.sleepers[id]?.timer = timer(for: id, seconds: seconds)
                return nil
            }
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }

    /// Wakes a sleeper after `seconds` of real time; none if that is never.
    ///
    /// It does not look at the clock again when they are over: somebody may have set the system's time meanwhile, and
    /// what was to be there for five seconds is to go after five seconds.
    private func timer(for id: UInt64, seconds: Double) -> Task<Void, Never>? {
        guard seconds.isFinite else { return nil }
        let pause = min(seconds, Self.longestPause)
        return Task { [realTime] in
            do {
                try await realTime.sleep(seconds: pause)
            } catch {
                return
            }
            if pause < seconds { look(after: [id]) } else { wake(id) }
        }
    }

    /// Ends a sleep whose timer has run out.
    private func wake(_ id: UInt64) {
        let sleeper = state.withLock { state in
            // Timers are cancelled under the lock, so one that is not has not been replaced by another.
            Task.isCancelled ? nil : state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume(returning: true)
    }

    /// Ends a sleep whose task was cancelled.
    private func end(_ id: UInt64) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.timer?.cancel()
        sleeper?.continuation.resume(returning: false)
    }

    /// Longer sleeps look at the clock in between, so that they follow when the computer was asleep, too, or somebody
    /// has set the system's time.
    private static let longestPause = 3_600.0

    /// Somebody who waits for a time.
    struct Sleeper {
        let deadline: Date
        /// Is told whether the time has come; otherwise the task was cancelled.
        let continuation: CheckedContinuation<Bool, Never>
        var timer: Task<Void, Never>?

        init(deadline: Date, continuation: CheckedContinuation<Bool, Never>) {
            self.deadline = deadline
            self.continuation = continuation
        }
    }
}
