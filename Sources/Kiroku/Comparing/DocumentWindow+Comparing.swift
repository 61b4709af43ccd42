import GtkKit
import KirokuCore

extension DocumentWindow {
    /// Compares the document with another table, in a sheet.
    func showComparison() {
        guard dialog == nil, let shown else { return }
        screen?.commitEditing()
        Task { [weak self] in
            let backups = await shown.backups()
            guard let self, dialog == nil, self.shown === shown else { return }
            let sheet = ComparisonSheet(of: shown, backups: backups.reversed(), over: self)
            sheet.onClosed = { [weak self] in self?.dialog = nil }
            dialog = sheet
            sheet.open()
        }
    }
}
