import GtkKit

/// One line in which a view tells the user what happened; the text is also its accessible name.
@MainActor
public final class MessageLine {
    /// To be put into a window.
    public let widget: Label
    /// What is shown now; `nil` while the line is empty.
    public private(set) var message: Message?

    /// An empty line, which takes the width that is left over.
    public init() {
        widget = label()
        widget.addStyleClass("kiroku-message")
        widget.setExpands(horizontally: true)
    }

    /// Shows a message in the colour of its kind, or with `nil` nothing.
    ///
    /// A long one can be read whole in the tooltip.
    public func show(_ message: Message?) {
        if let kind = self.message?.kind { widget.removeStyleClass(kind.role.styleClass) }
        self.message = message
        if let kind = message?.kind { widget.addStyleClass(kind.role.styleClass) }
        widget.text = message?.text ?? ""
        widget.setTooltip(message?.text)
    }
}
