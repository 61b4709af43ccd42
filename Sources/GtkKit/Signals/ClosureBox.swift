/// Holds a Swift closure for C.
///
/// Retained when a signal is connected, released only by GTK's destroy notify.
///
/// The live count lets tests see that opening and closing something left nothing behind.
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

/// The closures that GTK holds at this moment.
@MainActor
public enum ClosureBoxes {
    /// Their number, of those made since counting began; it is back where it was when all that was opened is closed.
    public fileprivate(set) static var live = 0

    /// The present count's number.
    fileprivate static var count = 0

    /// Counts from zero: what is there already is not counted, and does not disturb the count when it goes later.
    public static func startCounting() {
        count += 1
        live = 0
    }
}

/// Releases a box that was passed retained, from a destroy notify.
func releaseBox(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// The closure inside a box that is borrowed from a C callback's data.
func boxedBody<Body>(_ data: UnsafeMutableRawPointer?, as type: Body.Type) -> Body? {
    guard let data else { return nil }
    return Unmanaged<ClosureBox<Body>>.fromOpaque(data).takeUnretainedValue().body
}
