import CGtk

/// Puts the content into a popover when the loop is idle after a window's first frame, or before that when it opens.
///
/// Popovers hold most widgets of a window, which is on the screen without them.
@MainActor
final class LaterContent {
    private static let key = "kiroku-later-content"
    private var make: (@MainActor () -> Void)?

    private init(_ make: @escaping @MainActor () -> Void) { self.make = make }

    /// - Parameters:
    ///   - popover: the popover, which is empty.
    ///   - button: the button that opens it.
    ///   - make: puts the content into the popover.
    static func put(
        into popover: UnsafeMutablePointer<GtkWidget>, of button: some Widget, _ make: @escaping @MainActor () -> Void
    ) {
        let later = LaterContent {
            make()
            PopoverHeight.limit(popover, below: button.pointer)
            Window.setDisabledReason(in: AnyWidget(popover), of: button)
        }
        attach(later, to: AnyWidget(popover), key: key)
        Signals.connect(UnsafeMutableRawPointer(popover), "show") { [weak later] in later?.complete() }
        FirstFrame.afterwards { [weak later] in later?.complete() }
    }

    private func complete() {
        let make = make
        self.make = nil
        make?()
    }
}
