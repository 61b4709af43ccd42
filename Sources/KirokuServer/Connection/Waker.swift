import CPostgreSQL
import Glibc

/// Ends a wait for a socket from another thread.
final class Waker: Sendable {
    /// Readable once ``wake()`` has been called; -1 if the system provided none.
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func wake() {
        _ = eventfd_write(descriptor, 1)
    }

    /// Resets it for the next wait.
    func reset() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
