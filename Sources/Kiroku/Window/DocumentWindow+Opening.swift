import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Opens a file in this window, which must be vacant.
    func open(_ path: String) {
        self.path = path
        show(.cards)
        cards.opening.begin(fileName: FilePath.name(of: path))
        cards.opening.onCancel = { [weak self] in self?.task?.cancel() }
        messageLine.show(nil)
        let opener = DocumentOpener(folder: application.links.documentFolder)
        let progress = ProgressRelay { [weak self] fraction in self?.cards.opening.fraction = fraction }
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
        cards.opening.end()
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
        let observation = document.observe { [weak self] event in
            self?.documentSaid(event)
        }
        shown = ShownDocument(path: result.path, document: document, observation: observation)
        path = result.path
        for screen in screens.values { screen.documentChanged() }
        screen?.grabFocus()
        application.remember(result.path)
        tellAboutOpening(result)
    }

    private func tellAboutOpening(_ result: DocumentOpener.Result) {
        guard let imported = result.imported else { return }
        let news = localized(
            "Imported {count} record from {file}.", "Imported {count} records from {file}.", count: imported.records,
            ["file": imported.fileName])
        let notices = imported.notices.map(\.message)
        messageLine.show(Message(([news] + notices).joined(separator: " "), notices.isEmpty ? .ok : .caution))
    }
}
