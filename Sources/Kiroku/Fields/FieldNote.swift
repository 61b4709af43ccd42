import GtkKit
import KirokuCore
import KirokuViews

/// The note below a field: a few lines, and a line that opens the others.
@MainActor
final class FieldNote {
    let widget = column(spacing: 2)
    private let text = paragraph("", width: 80)
    private let others = paragraph("", width: 80)
    private let more: Expander
    private var role: ColorRole?

    /// What is only shown on request.
    struct More: Sendable, Hashable {
        /// What it contains, in a few words.
        let title: String
        let text: String
    }

    init() {
        more = expander(others)
        // Below the name of the field.
        widget.setMargins(horizontal: 30)
        widget.append(text)
        widget.append(more)
    }

    /// Hides the note until there is something to show.
    func hide() {
        for part: any Widget in [widget, more] {
            part.setShownExplicitly()
            part.isVisible = false
        }
    }

    /// Shows a text, or nothing if it is empty.
    func show(_ text: String, _ role: ColorRole?, more: More?) {
        for label in [self.text, others] {
            if let old = self.role { label.removeStyleClass(old.styleClass) }
            if let role { label.addStyleClass(role.styleClass) }
        }
        self.role = role
        self.text.text = text
        others.text = more?.text ?? ""
        self.more.isOpen = false
        self.more.caption = more?.title ?? ""
        self.more.isVisible = more != nil
        widget.isVisible = !text.isEmpty
        if !text.isEmpty { widget.announce(text) }
    }
}
