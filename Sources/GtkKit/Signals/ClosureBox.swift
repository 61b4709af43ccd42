/// Holds a Swift closure for C.
///
/// It is retained when a signal is connected, and released only by GTK's destroy notify.
///
/// The number of live boxes shows tests whether any closures have been leaked.
public final class ClosureBox<Body>: Sendable {
    nonisolated(unsafe) let body: Body
    private let count: Int

    @MainActor
    init(_ body: Body) {
        self.body = body
        count = ClosureBoxes.count
        ClosureBoxes.live += 1
    }

    deinit {
        MainActor.assumeIsolated { [count] in
            if count == ClosureBoxes.count { ClosureBoxes.live -= 1 }
        }
    }
}

/// The closures that GTK holds now.
@MainActor
public enum ClosureBoxes {
    /// The number of live closures among those made since counting began.
    public fileprivate(set) static var live = 0

    /// The number of the current count.
    fileprivate static var count = 0

    /// Starts a new count at zero, which earlier closures do not affect, even when they are released.
    public static func startCounting() {
        count += 1
        live = 0
    }
}

/// Releases a box, from the destroy notify of the call that it was passed to.
func releaseBox(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// The closure in a box that is borrowed from a C callback's data.
func boxedBody<Body>(_ data: UnsafeMutableRawPointer?, as type: Body.Type) -> Body? {
    guard let data else { return nil }
    return Unmanaged<ClosureBox<Body>>.fromOpaque(data).takeUnretainedValue().body
}
