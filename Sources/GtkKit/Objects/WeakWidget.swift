import CGtk

/// Refers to a widget that may go at any time.
@MainActor
public final class WeakWidget {
    private let reference: UnsafeMutablePointer<GWeakRef>

    /// A reference that keeps nothing alive.
    public init(_ widget: some Widget) {
        reference = .allocate(capacity: 1)
        g_weak_ref_init(reference, widget.object)
    }

    isolated deinit {
        g_weak_ref_clear(reference)
        reference.deallocate()
    }

    /// The widget, or `nil` if it has gone.
    public var widget: AnyWidget? {
        guard let object = g_weak_ref_get(reference) else { return nil }
        // Others own it; within this call of the main loop it stays.
        g_object_unref(object)
        return AnyWidget(object.assumingMemoryBound(to: GtkWidget.self))
    }
}
