import Synchronization

/// A mark that one thread sets and another one takes away.
final class Flag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Returns whether it was there.
    func lower() -> Bool { isRaised.exchange(false, ordering: .acquiringAndReleasing) }
}
