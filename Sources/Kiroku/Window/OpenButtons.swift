import GtkKit
import KirokuCore

/// The buttons that make or open documents: a new one, a file, or one that was used last; in a narrow window with a
/// picture for a caption, and in the narrowest without the new one, which is in the menu.
@MainActor
final class OpenButtons {
    let widget: AnyWidget
    private let recent: [RecentDocuments]

    init(in window: DocumentWindow) {
        let recent = (0..<3).map { _ in RecentDocuments(in: window) }
        self.recent = recent
        let icons = ("document-new-symbolic", "document-open-symbolic")
        widget = firstThatFits([
            Self.buttons(new: Self.newButton(), open: Self.openButton(), recent[0]),
            Self.buttons(new: Self.newButton(icon: icons.0), open: Self.openButton(icon: icons.1), recent[1]),
            Self.buttons(new: nil, open: Self.openButton(icon: icons.1), recent[2]),
        ])
        attach(self, to: widget, key: "kiroku-open-buttons")
    }

    /// Opens the list of documents that were used last, or closes it.
    func toggleRecent() {
        recent.first { $0.button.isMapped }?.button.toggle()
    }

    private static func buttons(new: Button?, open: Button, _ recent: RecentDocuments) -> AnyWidget {
        let buttons = row()
        if let new { buttons.append(new) }
        buttons.append(linkedRow(open, recent.button))
        return AnyWidget(buttons)
    }

    private static func newButton(icon: String? = nil) -> Button {
        made(
            localized("New"), icon: icon, tooltip: localized("Make a new document (Shift+Ctrl+N)"), .newDocument)
    }

    private static func openButton(icon: String? = nil) -> Button {
        made(localized("Open"), icon: icon, tooltip: localized("Open a document or a text file (Ctrl+O)"), .open)
    }

    private static func made(_ name: String, icon: String?, tooltip: String, _ command: Command) -> Button {
        guard let icon else { return button(name, tooltip: tooltip, action: command.action) }
        return iconButton(icon, name: name, tooltip: tooltip, action: command.action)
    }
}
