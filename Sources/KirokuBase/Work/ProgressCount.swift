import Synchronization

/// Counts the steps of work done by several threads, as a share of the whole.
package final class ProgressCount: Sendable {
    private let done = Atomic(0)
    private let steps: Int
    private let start: Double

    /// - Parameters:
    ///   - steps: the number of steps.
    ///   - start: the share of the whole that was done before the first step.
    package init(of steps: Int, from start: Double) {
        self.steps = steps
        self.start = start
    }

    /// Counts one or more finished steps.
    ///
    /// Returns the share that is done, from 0 to 1.
    package func next(_ count: Int = 1) -> Double {
        let count = done.add(count, ordering: .relaxed).newValue
        return min(start + (1 - start) * Double(count) / Double(steps), 1)
    }
}
