import GtkKit
import KirokuCore

/// The buttons that make or open documents: a new one, a file, or a recent one.
///
/// In a narrow window the button to open has only an icon; in a very narrow one, there is no button for a new document,
/// which is in the menu.
@MainActor
final class OpenButtons {
    let widget: AnyWidget
    private let recent: [RecentDocuments]

    init(in window: DocumentWindow) {
        let recent = (0..<3).map { _ in RecentDocuments(in: window) }
        self.recent = recent
        widget = firstThatFits([
            Self.buttons(new: Self.newButton(), open: Self.openButton(), recent[0]),
            Self.buttons(new: Self.newButton(), open: Self.openButton(icon: "document-open-symbolic"), recent[1]),
            Self.buttons(new: nil, open: Self.openButton(icon: "document-open-symbolic"), recent[2]),
        ])
        attach(self, to: widget, key: "kiroku-open-buttons")
    }

    /// Opens or closes the list of recent documents.
    func toggleRecent() {
        recent.first { $0.button.isMapped }?.button.toggle()
    }

    private static func buttons(new: Button?, open: Button, _ recent: RecentDocuments) -> AnyWidget {
        AnyWidget(new.map { linkedRow($0, open, recent.button) } ?? linkedRow(open, recent.button))
    }

    /// The button has only an icon, as the header has many buttons.
    private static func newButton() -> Button {
        iconButton(
            "document-new-symbolic", name: localized("New"), tooltip: localized("New document (Ctrl+Shift+N)"),
            action: Command.newDocument.action)
    }

    private static func openButton(icon: String? = nil) -> Button {
        let (name, tooltip) = (localized("Open"), localized("Open a document or a text file (Ctrl+O)"))
        guard let icon else { return button(name, tooltip: tooltip, action: Command.open.action) }
        return iconButton(icon, name: name, tooltip: tooltip, action: Command.open.action)
    }
}
