import GtkKit
import KirokuCore
import KirokuViews

/// The sign before a message of the window, which shows its kind without colour, and the button that closes a warning.
@MainActor
final class MessageSigns {
    let sign = symbol()
    let close: Button
    /// Returns whether the message describes a lasting state, and so cannot be closed.
    var isLasting: (() -> Bool)?
    /// Called before the button disappears while it has the focus.
    var onFocusLost: (() -> Void)?
    private weak var line: MessageLine?

    /// - Parameter line: the line with the messages; it lives as long as the signs.
    init(of line: MessageLine) {
        self.line = line
        close = iconButton("window-close-symbolic", name: localized("Close Message"))
        close.addStyleClass("flat")
        for part in [AnyWidget(sign), AnyWidget(close)] {
            part.isVisible = false
            part.setShownExplicitly()
        }
        close.onPress { [weak self] in self?.line?.show(nil) }
        line.onChange = { [weak self] in self?.follow() }
    }

    private func follow() {
        let kind = line?.message?.kind
        sign.show(kind)
        sign.isVisible = kind != nil
        let isClosable = (kind == .caution || kind == .error) && isLasting?() != true
        let hadFocus = close.hasFocusInWindow
        close.isVisible = isClosable
        if hadFocus, !isClosable { onFocusLost?() }
    }
}
