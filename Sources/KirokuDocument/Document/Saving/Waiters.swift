/// Lets callers wait until something has been done.
@MainActor
final class Waiters {
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Returns at the next call of ``wake()``.
    func wait() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Wakes all callers: something has been done.
    func wake() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}
