import GtkKit
import KirokuCore
import KirokuViews

/// A window with one document in it: what it shows of the document, and what can be done with it.
@MainActor
final class DocumentWindow {
    /// Called when the window has gone.
    var onClosed: (() -> Void)?

    let application: KirokuApplication
    let window: Window
    let header = headerBar()
    let messageLine = MessageLine()
    let content = column()
    let fixButton: Button
    let opening = OpeningRow()
    let vacantPage = VacantPage()
    var actions: [Command: Action] = [:]
    private(set) var shown: ShownDocument?
    /// The document that is being opened.
    private(set) var task: Task<Void, Never>?
    private var path: String?
    private var closing = Closing.no
    private var hasSavingFailed = false

    /// A document in the window, with its grid.
    struct ShownDocument {
        let path: String
        let document: Document
        let grid: RecordGrid
        let observation: Observation
    }

    /// How far the closing of the window has come.
    enum Closing {
        case no
        /// The last edits are being saved.
        case saving
        /// They could not be saved, and the user was told; the next time the window closes without them.
        case warned
    }

    init(for application: KirokuApplication, in gtk: Application) {
        self.application = application
        window = GtkKit.window(of: gtk, width: 960, height: 640)
        fixButton = button("")
        build()
        attach(self, to: window, key: "kiroku-document-window")
        window.onCloseRequest { [weak self] in self?.mayClose() ?? true }
        window.onDestroy { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
        refresh()
    }

    /// Whether this window shows, or is about to show, the file at `path`.
    func shows(_ path: String) -> Bool { self.path == path || shown?.path == path }

    /// Whether nothing is in the window, nor on its way there.
    var isVacant: Bool { shown == nil && task == nil }

    func present() { window.present() }

    func close() { window.close() }

    // MARK: Opening

    /// Opens a file in this window, which must be vacant.
    func open(_ path: String) {
        self.path = path
        opening.begin(fileName: path.split(separator: "/").last.map(String.init) ?? path)
        opening.onCancel = { [weak self] in self?.task?.cancel() }
        messageLine.show(nil)
        let opener = DocumentOpener(folder: application.links.documentFolder)
        let progress = ProgressRelay { [weak self] fraction in self?.opening.fraction = fraction }
        task = Task { [weak self] in
            let result: Result<DocumentOpener.Result, StorageError>
            do throws(StorageError) {
                result = .success(try await opener.open(path) { progress.report($0) })
            } catch {
                result = .failure(error)
            }
            self?.finishOpening(result)
        }
        refresh()
        window.present()
    }

    private func finishOpening(_ result: Result<DocumentOpener.Result, StorageError>) {
        task = nil
        opening.end()
        switch result {
        case .success(let result):
            show(result)
        case .failure(let error):
            path = nil
            messageLine.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
        refresh()
    }

    private func show(_ result: DocumentOpener.Result) {
        let document = Document(
            title: DocumentName.title(of: result.path), contents: result.opened.contents, link: result.opened.link)
        let grid = RecordGrid(document: document, name: localized("Cards"))
        grid.onMessage = { [weak self] in self?.messageLine.show($0) }
        grid.onEditingChange = { [weak self] in self?.refresh() }
        let observation = document.observe { [weak self] event in
            if case .saveStateChanged = event { self?.tellAboutSaving() }
            self?.refresh()
        }
        shown = ShownDocument(path: result.path, document: document, grid: grid, observation: observation)
        path = result.path
        content.append(grid.widget, fills: true)
        grid.widget.showAll()
        grid.grabFocus()
        application.remember(result.path)
        tellAboutOpening(result)
    }

    private func tellAboutOpening(_ result: DocumentOpener.Result) {
        guard let imported = result.imported else { return }
        let news = localized(
            "Imported {count} record from {file}.", "Imported {count} records from {file}.", count: imported.records,
            ["file": imported.fileName])
        let mended = imported.notices.first.map { " " + $0.message } ?? ""
        messageLine.show(Message(news + mended, mended.isEmpty ? .ok : .caution))
    }

    /// Says why the last edits are not saved, and when they are after all.
    private func tellAboutSaving() {
        guard let state = shown?.document.saveState else { return }
        if case .failed(let error) = state {
            hasSavingFailed = true
            let text = localized("Your edits are kept here, and saving is tried again.")
            messageLine.show(Message(error.message + " " + text, .error))
        } else if state == .saved, hasSavingFailed {
            hasSavingFailed = false
            closing = .no
            messageLine.show(Message(localized("All edits are saved now."), .ok))
        }
    }

    // MARK: Closing

    /// Whether the window may close at once.
    ///
    /// If edits are still to be saved it closes by itself when they are.
    private func mayClose() -> Bool {
        guard let shown, closing != .warned else { return true }
        guard closing == .no else { return false }
        shown.grid.commitEditing()
        closing = .saving
        application.untilDone { [weak self] in
            await shown.document.finishSaving()
            guard case .failed(let error) = shown.document.saveState else {
                await shown.document.close()
                self?.window.destroy()
                return
            }
            self?.closing = .warned
            let text = localized("The last edits are not saved. Close again to lose them.")
            self?.messageLine.show(Message(error.message + " " + text, .error))
        }
        return false
    }
}
