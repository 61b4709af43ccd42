import Dispatch
import Synchronization

/// Bytes that somebody makes and others wait for.
final class ReadyBytes: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let isReady = DispatchSemaphore(value: 0)

    func set(_ new: [UInt8]) {
        bytes.withLock { $0 = new }
        isReady.signal()
    }

    /// Blocks the thread until the bytes are there.
    func wait() -> [UInt8] {
        isReady.wait()
        isReady.signal()
        return bytes.withLock { $0 }
    }
}
