import Synchronization

/// Puts together how far two threads have come that each do a part of the same work.
final class SharedProgress: Sendable {
    private let done = Mutex(0.0)
    private let report: ProgressHandler?

    init(_ report: ProgressHandler?) {
        self.report = report
    }

    /// Adds to what is done, and tells how much that is by now; throws if the task was cancelled.
    func add(_ share: Double) throws(StorageError) {
        guard !Task.isCancelled else { throw .cancelled }
        done.withLock { done in
            done = min(done + share, 1)
            // Told inside, so that no share comes after a larger one.
            report?(done)
        }
    }

    /// Tells that all is done.
    func finish() throws(StorageError) {
        try add(1)
    }
}
