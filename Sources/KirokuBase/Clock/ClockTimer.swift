import FoundationEssentials

/// An action on the main actor at a certain time of a clock.
///
/// The action does not run if the timer is released or cancelled before.
public final class ClockTimer: Sendable {
    private let task: Task<Void, Never>

    init(_ clock: AppClock, _ deadline: Date, _ body: @escaping @MainActor () -> Void) {
        task = Task { @MainActor in
            guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
            body()
        }
    }

    deinit {
        task.cancel()
    }

    /// Cancels the action.
    ///
    /// After a call on the main actor, the action certainly does not run any more.
    public func cancel() {
        task.cancel()
    }
}

extension AppClock {
    /// Calls `body` when this clock has advanced by `seconds` since this call, as long as the caller keeps the timer.
    public func after(_ seconds: Double, do body: @escaping @MainActor () -> Void) -> ClockTimer {
        at(now + seconds, do: body)
    }

    /// Calls `body` when this clock shows `deadline` or later, as long as the caller keeps the timer.
    ///
    /// Never calls it before this method returns.
    public func at(_ deadline: Date, do body: @escaping @MainActor () -> Void) -> ClockTimer {
        ClockTimer(self, deadline, body)
    }
}
