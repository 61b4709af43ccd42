import GtkKit
import KirokuCore

/// The buttons that open documents: a file, or one that was used last; in a narrow window with a picture for a caption.
@MainActor
final class OpenButtons {
    let widget: AnyWidget
    private let recent: [RecentDocuments]

    init(in window: DocumentWindow) {
        let tooltip = localized("Open a document or a text file (Ctrl+O)")
        let action = Command.open.action
        let captions = [
            button(localized("Open"), tooltip: tooltip, action: action),
            iconButton("document-open-symbolic", name: localized("Open"), tooltip: tooltip, action: action),
        ]
        let recent = captions.map { _ in RecentDocuments(in: window) }
        self.recent = recent
        widget = firstThatFits(zip(captions, recent).map { AnyWidget(linkedRow($0, $1.button)) })
        attach(self, to: widget, key: "kiroku-open-buttons")
    }

    /// Opens the list of documents that were used last, or closes it.
    func toggleRecent() {
        recent.first { $0.button.isMapped }?.button.toggle()
    }
}
