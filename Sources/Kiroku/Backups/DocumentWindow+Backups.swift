import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Shows the backups of the document in the window, and offers to back up everything.
    func showBackups() {
        guard dialog == nil else { return }
        screen?.commitEditing()
        let shown = shown
        Task { [weak self] in
            let backups = await shown?.backups() ?? []
            guard let self, dialog == nil, self.shown === shown else { return }
            let sheet = BackupsSheet(over: self, title: shown?.document.title, backups: backups)
            var chosen: BackupSet?
            sheet.onOpen = { [weak self] in self?.application.open([$0]) }
            sheet.onRestore = { chosen = $0 }
            hold(sheet) { [weak self] in
                if let chosen { self?.showRestore(chosen) }
            }
            sheet.open()
        }
    }

    private func showRestore(_ set: BackupSet) {
        let sheet = RestoreSheet(set, over: self)
        hold(sheet)
        sheet.open()
    }

    /// Closes the document, once all its edits are saved, so that its file can be replaced.
    ///
    /// Returns `false` if the document is busy, or its edits cannot be saved. After `true`, the caller opens it again.
    func giveUpDocument() async -> Bool {
        guard let shown, !opening.isRunning, !closing.isUnderway else { return false }
        screen?.commitEditing()
        await shown.finishSaving()
        guard self.shown === shown, shown.document.saveState == .saved || shown.document.isReadOnly else {
            return false
        }
        remembered.keep()
        put(nil)
        refresh()
        await shown.close()
        return true
    }
}
