import CSecret

/// Ends a call of GLib from another thread.
///
/// GLib lets any thread cancel; the pointer never changes.
final class StopSign: @unchecked Sendable {
    let cancellable: UnsafeMutablePointer<GCancellable>

    init() {
        guard let cancellable = g_cancellable_new() else { preconditionFailure("GLib made no object") }
        self.cancellable = cancellable
    }

    deinit {
        g_object_unref(cancellable)
    }

    func set() { g_cancellable_cancel(cancellable) }
}
