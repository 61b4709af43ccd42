import CGtk

/// Sees where the focus goes in the window that a widget lies in, whichever window that is.
@MainActor
public final class FocusWatch {
    private var window: WeakWidget?
    private var handler: UInt = 0

    /// Watches as long as this is kept.
    ///
    /// - Parameter body: is given what gets the focus; `nil` if nothing does.
    public init(around widget: some Widget, _ body: @escaping @MainActor (AnyWidget?) -> Void) {
        let pointer = widget.pointer
        Signals.connectPointer(widget.object, "hierarchy-changed") { [weak self] _ in
            self?.watch(AnyWidget(pointer).topLevel, body)
            return false
        }
        watch(widget.topLevel, body)
    }

    private func watch(_ newWindow: AnyWidget?, _ body: @escaping @MainActor (AnyWidget?) -> Void) {
        if let old = window?.widget { Signals.disconnect(old.object, handler) }
        window = newWindow.map { WeakWidget($0) }
        guard let newWindow else { return }
        handler = Signals.connectPointer(newWindow.object, "set-focus") { focus in
            body(focus.map { AnyWidget($0.assumingMemoryBound(to: GtkWidget.self)) })
            return false
        }
    }
}
