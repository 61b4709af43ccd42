import FoundationEssentials

/// Something that is to be done on the main actor when a clock shows a certain time.
///
/// It is not done if the timer goes, or is cancelled, before.
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

    /// Calls it off.
    ///
    /// After a call on the main actor it is certain that it is not done any more.
    public func cancel() {
        task.cancel()
    }
}

extension AppClock {
    /// Calls `body` when this clock has gone `seconds` on, counted from this call, as long as the timer is kept.
    public func after(_ seconds: Double, do body: @escaping @MainActor () -> Void) -> ClockTimer {
        at(now + seconds, do: body)
    }

    /// Calls `body` when this clock shows `deadline` or a later time, as long as the timer is kept.
    ///
    /// Never within this call.
    public func at(_ deadline: Date, do body: @escaping @MainActor () -> Void) -> ClockTimer {
        ClockTimer(self, deadline, body)
    }
}
