import GtkKit
import KirokuCore

/// The page of a window that has no document: it offers a new one, files, and those that were opened last.
@MainActor
final class VacantPage {
    let widget: AnyWidget
    private let recent = column(spacing: 6)
    private weak var window: DocumentWindow?
    private var filling: Task<Void, Never>?

    /// The maximum number of documents that are offered.
    private static let limit = 3

    init(in window: DocumentWindow) {
        self.window = window
        let new = button(localized("New Document…"), action: Command.newDocument.action)
        new.addStyleClass("suggested-action")
        let buttons = row(spacing: 12)
        buttons.setCentered()
        buttons.append(new)
        buttons.append(button(localized("Open…"), action: Command.open.action))
        let server = button(localized("From a Server…"), action: Command.openFromServer.action)
        server.styleAsLink()
        server.setAlignedAcross(.center)
        let content = column(spacing: 18)
        for part in [AnyWidget(buttons), AnyWidget(recent), AnyWidget(server)] { content.append(part) }
        widget = statusPage(
            icon: "x-office-document-symbolic", title: localized("No document open"),
            text: localized("Create a new document, or open a document or a text file."),
            content: clamp(content, width: 420))
        widget.showAll()
        widget.setShownExplicitly()
        recent.setShownExplicitly()
        recent.isVisible = false
        widget.isVisible = false
        widget.onDestroy { [weak self] in self?.filling?.cancel() }
    }

    /// Shows the page, with the documents that were opened last, or puts it away.
    func show(_ isVacant: Bool) {
        guard isVacant != widget.isVisible else { return }
        widget.isVisible = isVacant
        filling?.cancel()
        guard isVacant else { return }
        filling = Task { [weak self] in
            let paths = await RecentDocuments.existing(
                // A text that became a document is not offered beside it.
                among: RecentFiles.paths(in: RecentDocuments.group).filter { FileKind.namesDocument($0) },
                limit: Self.limit)
            if !Task.isCancelled { self?.fill(paths) }
        }
    }

    private func fill(_ paths: [String]) {
        recent.removeAll()
        recent.isVisible = !paths.isEmpty
        guard let window, !paths.isEmpty else { return }
        let title = heading(localized("Recent Documents"))
        let list = column()
        list.addStyleClass("kiroku-group")
        for path in paths {
            list.append(RecentDocuments.line(for: path, in: window) { [weak window] in window?.openRecent(path) })
        }
        for part in [AnyWidget(title), AnyWidget(list)] {
            recent.append(part)
            part.showAll()
        }
    }
}
