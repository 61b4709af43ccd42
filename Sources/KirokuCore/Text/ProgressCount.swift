import Synchronization

/// Counts the steps of some work that is done by several threads, as a share of the whole.
final class ProgressCount: Sendable {
    private let done = Atomic(0)
    private let steps: Int
    private let start: Double

    /// - Parameters:
    ///   - steps: how many there are.
    ///   - start: the share of the whole that was done before the first.
    init(of steps: Int, from start: Double) {
        self.steps = steps
        self.start = start
    }

    /// One more step is done, or several.
    ///
    /// Returns the share that is done by now, from 0 to 1.
    func next(_ count: Int = 1) -> Double {
        let count = done.add(count, ordering: .relaxed).newValue
        return min(start + (1 - start) * Double(count) / Double(steps), 1)
    }
}
