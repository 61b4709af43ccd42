import FoundationEssentials
import Synchronization

extension AppClock {
    /// Waits until the clock has advanced by `seconds`, by the passing of time or because it was set.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for seconds: Double) async throws(CancellationError) {
        try await sleep(until: now + seconds)
    }

    /// Waits until the clock shows `deadline` or later; returns at once if it already does.
    ///
    /// Compute the deadline first and pass it here if it must not depend on when the task gets to run.
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
                // A cancellation before this point did not find the sleeper in the list.
                if Task.isCancelled { end(id) } else { wakeDue(among: [id]) }
            }
        } onCancel: {
            end(id)
        }
        guard isReached else { throw CancellationError() }
    }

    /// Sets the clock, and wakes the tasks whose time has come.
    func move(_ change: (inout State) -> Void) {
        let sleepers = state.withLock { state in
            change(&state)
            return Array(state.sleepers.keys)
        }
        wakeDue(among: sleepers)
    }

    /// Wakes the tasks whose time has come, and sets a timer for the others.
    private func wakeDue(among ids: [UInt64]) {
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

    /// A timer that wakes a sleeper after `seconds` of real time; `nil` if they are infinite.
    ///
    /// The timer does not check the clock again at its end. The system's time may have been set in the meantime, and
    /// what should wait for five seconds waits for five seconds.
    private func timer(for id: UInt64, seconds: Double) -> Task<Void, Never>? {
        guard seconds.isFinite else { return nil }
        let pause = min(seconds, Self.longestPause)
        return Task { [realTime] in
            do {
                try await realTime.sleep(seconds: pause)
            } catch {
                return
            }
            if pause < seconds { wakeDue(among: [id]) } else { wake(id) }
        }
    }

    /// Ends a sleep when its timer runs out.
    private func wake(_ id: UInt64) {
        let sleeper = state.withLock { state in
            // Timers are cancelled under the lock, so if this one is not cancelled, no other has replaced it.
            Task.isCancelled ? nil : state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume(returning: true)
    }

    /// Ends a sleep when its task is cancelled.
    private func end(_ id: UInt64) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.timer?.cancel()
        sleeper?.continuation.resume(returning: false)
    }

    /// In seconds; longer sleeps check the clock in between, as the computer may have been suspended or the system's
    /// time set.
    private static let longestPause = 3_600.0

    /// A task that waits for a time.
    struct Sleeper {
        let deadline: Date
        /// Resumed with whether the time has come; otherwise the task was cancelled.
        let continuation: CheckedContinuation<Bool, Never>
        var timer: Task<Void, Never>?

        init(deadline: Date, continuation: CheckedContinuation<Bool, Never>) {
            self.deadline = deadline
            self.continuation = continuation
        }
    }
}
