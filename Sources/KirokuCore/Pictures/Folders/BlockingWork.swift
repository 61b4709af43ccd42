import Dispatch
import Synchronization

/// Says to work on another thread that nobody waits for it any more.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}

extension DispatchQueue {
    /// Does work that may wait for a disk on this queue.
    ///
    /// When the task is cancelled, this returns at once; the work looks at the flag, if the disk ever answers.
    ///
    /// - Throws: what the work throws, or ``PictureError/cancelled``.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (StopFlag) throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        let results = AsyncStream<Result<Value, PictureError>> { continuation in
            let flag = StopFlag()
            continuation.onTermination = { _ in flag.set() }
            self.async {
                if !flag.isSet {
                    continuation.yield(Result { () throws(PictureError) in try work(flag) })
                }
                continuation.finish()
            }
        }
        for await result in results { return try result.get() }
        throw .cancelled
    }
}
