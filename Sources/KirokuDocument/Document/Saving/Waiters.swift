/// Lets callers wait until something has been done.
@MainActor
final class Waiters {
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Returns when the next thing has been done.
    func wait() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Something has been done.
    func wake() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}
