import GtkKit
import KirokuCore
import KirokuViews

/// The button beside “Open” with the documents and texts that were opened last.
@MainActor
final class RecentDocuments {
    /// The maximum number of documents that are offered.
    static let limit = 10
    /// The program's name in the desktop's list.
    static let program = "kiroku"
    /// The group of the program's entries in that list.
    static let group = "kiroku-opened"

    let button: PopoverButton
    /// The content of the popover.
    private var list: Box?
    private weak var window: DocumentWindow?
    private var filling: Task<Void, Never>?

    init(in window: DocumentWindow) {
        self.window = window
        button = popoverButton(
            name: localized("Recent Documents"), tooltip: localized("Recent documents (Ctrl+Shift+O)"))
        button.setContent { [weak self] in
            let list = column()
            list.setMargins(horizontal: 6, vertical: 6)
            list.showAll()
            self?.list = list
            return AnyWidget(list)
        }
        attach(self, to: button, key: "kiroku-recent-documents")
        button.onOpen { [weak self] in self?.fill() }
        button.onDestroy { [weak self] in self?.filling?.cancel() }
    }

    /// Puts a document, or a text that a document was made from, at the top of the desktop's list.
    static func add(_ path: String) {
        let type = FileKind.namesDocument(path) ? "application/x-kiroku" : "text/plain"
        RecentFiles.add(path: path, type: type, program: program, group: group)
    }

    /// Removes a document from that list, because it is in another place now.
    static func remove(_ path: String?) {
        if let path { RecentFiles.remove(path: path) }
    }

    /// The files that exist, looked up in the background, as a disk may be slow to answer.
    @concurrent
    nonisolated static func existing(among paths: [String], limit: Int) async -> [String] {
        var found: [String] = []
        for path in paths where found.count < limit && !Task.isCancelled {
            if FileKind.exists(path) { found.append(path) }
        }
        return found
    }

    /// A line that offers a document: its name and its folder.
    static func line(for path: String, in window: DocumentWindow, chosen: @escaping @MainActor () -> Void) -> Button {
        choiceLine(
            FilePath.name(of: path), detail: FilePath.shownFolder(of: path, home: window.application.links.home),
            tooltip: path, chosen: chosen)
    }

    private func fill() {
        filling?.cancel()
        list?.removeAll()
        let others = RecentFiles.paths(in: Self.group).filter { window?.shows($0) == false }
        filling = Task { [weak self] in
            let paths = await Self.existing(among: others, limit: Self.limit)
            if !Task.isCancelled { self?.show(paths) }
        }
    }

    private func show(_ paths: [String]) {
        guard let list else { return }
        list.append(heading(localized("Recent Documents")))
        let lines = paths.compactMap { path in
            window.map { Self.line(for: path, in: $0) { [weak self] in self?.open(path) } }
        }
        for line in lines { list.append(line) }
        if lines.isEmpty { list.append(paragraph(localized("No other document has been opened yet."), width: 40)) }
        let server = GtkKit.button(
            localized("From a Server…"), tooltip: localized("Open a table on a PostgreSQL server")
        ) { [weak self] in
            self?.button.close()
            self?.window?.perform(.openFromServer)
        }
        list.append(server)
        list.showAll()
        lines.first?.grabFocus()
    }

    private func open(_ path: String) {
        button.close()
        window?.openRecent(path)
    }
}

extension DocumentWindow {
    /// Opens a document of the recent ones, or takes it out of them if it is gone.
    func openRecent(_ path: String) {
        Task { [weak self] in
            if await !RecentDocuments.existing(among: [path], limit: 1).isEmpty {
                self?.application.open([path])
                return
            }
            RecentDocuments.remove(path)
            self?.show(Message(StorageError.notFound(path: path).message, .error))
        }
    }
}
