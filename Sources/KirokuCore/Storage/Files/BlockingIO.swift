import Dispatch

/// Work that waits for a disk or a network, which may take for ever: a share whose server has gone does not answer.
///
/// It is done on a thread of its own. The few threads that all tasks share would soon be used up by it.
public enum BlockingIO {
    private static let queue = DispatchQueue(
        label: "kiroku.blocking-io", qos: .userInitiated, attributes: .concurrent)

    /// Does the work; cannot be cancelled.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    /// Does work that may fail; cannot be cancelled.
    public static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result = await run { () -> Result<Value, StorageError> in
            do throws(StorageError) {
                return .success(try work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
