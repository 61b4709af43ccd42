import CGtk

/// Takes the keys of a whole window before the window itself sees them, with its accelerators and mnemonics.
@MainActor
public final class WindowKeys {
    private let window: WeakWidget
    private var handlers: [UInt] = []

    /// Takes the keys of the window that `widget` lies in, until ``stop()``; nothing if it lies in none.
    ///
    /// - Parameters:
    ///   - pressed: says whether the key goes no further.
    ///   - released: the same, of a key that is let go.
    public init(
        around widget: some Widget, pressed: @escaping @MainActor (KeyEvent) -> Bool,
        released: @escaping @MainActor (KeyEvent) -> Bool
    ) {
        let top = widget.topLevel
        window = WeakWidget(top ?? AnyWidget(widget))
        guard let top else { return }
        handlers = [
            Signals.connectEvent(top.object, "key-press-event") { pressed(KeyEvent($0)) },
            Signals.connectEvent(top.object, "key-release-event") { released(KeyEvent($0)) },
        ]
    }

    /// Leaves the keys to the window again.
    public func stop() {
        if let window = window.widget {
            for handler in handlers { Signals.disconnect(window.object, handler) }
        }
        handlers = []
    }
}
