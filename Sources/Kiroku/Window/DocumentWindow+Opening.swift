import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Opens a file in this window, which must be vacant.
    func open(_ path: String) {
        self.path = path
        show(.cards)
        showOpening(path)
        frame.messageLine.show(nil)
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

    /// Says in the first screen that a file is being opened.
    func showOpening(_ path: String) {
        cards.opening.fraction = 0
        cards.opening.begin(localized("Opening {file}…", ["file": FilePath.name(of: path)]))
        cards.opening.onCancel = { [weak self] in self?.task?.cancel() }
    }

    private func finishOpening(_ result: Result<DocumentOpener.Result, StorageError>) {
        task = nil
        cards.opening.end()
        switch result {
        case .success(let result):
            show(result)
        case .failure(let error):
            path = nil
            frame.messageLine.show(Message(error.message, error == .cancelled ? .normal : .error))
        }
        refresh()
        application.tellAboutPreferences(in: self)
    }

    private func tellAboutBackup(_ error: StorageError) {
        let text = localized("No backup could be made; it is tried again in a minute.")
        show(Message(error.message + " " + text, .caution))
    }

    private func show(_ result: DocumentOpener.Result) {
        let shown = ShownDocument(result, backupFolder: application.links.backupFolder(result.path)) {
            [weak self] event in
            self?.documentSaid(event)
        }
        shown.onBackupFailure = { [weak self] in self?.tellAboutBackup($0) }
        shown.makeBackups(by: application.preferences.backupPolicy)
        self.shown = shown
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
        frame.messageLine.show(Message(([news] + notices).joined(separator: " "), notices.isEmpty ? .ok : .caution))
    }
}
