import Dispatch
import Synchronization

/// Bytes that somebody makes and others wait for.
final class ReadyBytes: Sendable {
    private let bytes = Mutex<[UInt8]?>(nil)
    private let isReady = DispatchSemaphore(value: 0)

    func set(_ new: [UInt8]) {
        bytes.withLock { $0 = new }
        isReady.signal()
    }

    /// Blocks the thread until the bytes are there, at most for so long; `nil` if they are not there then.
    func wait(atMost seconds: Double) -> [UInt8]? {
        if isReady.wait(timeout: .now() + seconds) == .success { isReady.signal() }
        return bytes.withLock { $0 }
    }
}
