import Dispatch
import Synchronization

/// Work that waits for a disk or a network, which may take forever: a share whose server is gone does not answer.
///
/// The work is done on separate threads, because it would soon use up the few threads that all tasks share.
public enum BlockingIO {
    private static let threads = DispatchQueue(
        label: "kiroku.blocking-io", qos: .userInitiated, attributes: .concurrent)

    /// Does the work, and returns when it is done; cannot be cancelled.
    ///
    /// - Parameters:
    ///   - queue: the queue that it runs on; `nil` to start at once.
    ///   - work: the work, which may block.
    public static func run<Value: Sendable, Failure: Error>(
        on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            (queue ?? threads).async {
                continuation.resume(returning: Result { () throws(Failure) in try work() })
            }
        }
        return try result.get()
    }

    /// Does work that can be abandoned.
    ///
    /// When the task is cancelled, this returns at once; the work checks the flag, if the disk ever answers.
    ///
    /// - Throws: what the work throws, or the error's own `cancelled`.
    package static func run<Value: Sendable, Failure: CancellableError>(
        on queue: DispatchQueue? = nil, untilCancelled work: @escaping @Sendable (StopFlag) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let results = AsyncStream<Result<Value, Failure>> { continuation in
            let stop = StopFlag()
            continuation.onTermination = { _ in stop.set() }
            (queue ?? threads).async {
                if !stop.isSet { continuation.yield(Result { () throws(Failure) in try work(stop) }) }
                continuation.finish()
            }
        }
        for await result in results where !Task.isCancelled { return try result.get() }
        throw .cancelled
    }
}

/// Tells work on another thread that its result is no longer wanted.
package final class StopFlag: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .relaxed) }

    package func set() {
        flag.store(true, ordering: .relaxed)
    }
}

/// An error of work that can be abandoned.
package protocol CancellableError: Error {
    /// The result is no longer wanted.
    static var cancelled: Self { get }
}

extension StorageError: CancellableError {}
