import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    func perform(_ command: Command) {
        switch command {
        case .addRecord: grid?.addRecord()
        case .deleteRecords: deleteRecords()
        case .copyTable: copyTable()
        case .undo: grid?.undo()
        case .redo: grid?.redo()
        case .nextToFix: grid?.goToNextUnfitCell()
        default: break
        }
    }

    func isPossible(_ command: Command) -> Bool {
        guard let document = grid?.document else { return false }
        let isEditable = !document.isReadOnly
        return switch command {
        case .copyTable: true
        case .addRecord: isEditable
        case .deleteRecords: isEditable && document.table.count > 0
        // While a cell is edited, undo takes back the typing.
        case .undo: document.undoTitle != nil || grid?.isEditing == true
        case .redo: document.redoTitle != nil
        case .nextToFix: document.table.unfitCount > 0
        default: false
        }
    }

    private func deleteRecords() {
        guard let count = grid?.deleteSelectedRecords(), count > 0 else { return }
        let text = localized(
            "Deleted {count} record. Undo brings it back.", "Deleted {count} records. Undo brings them back.",
            count: count)
        window?.show(Message(text, .ok))
    }

    /// Puts the table on the clipboard as it is now, and says so when its text is made.
    private func copyTable() {
        guard let grid, let window else { return }
        grid.commitEditing()
        let table = grid.document.table
        let text = TableText(of: table, options: window.application.preferences.copyOptions)
        Clipboard.offer(targets: Clipboard.plainTextTargets + ["text/tab-separated-values"]) { _ in text.bytes }
        text.whenDone { [weak self] in
            let news = localized(
                "Copied {count} record to the clipboard.", "Copied {count} records to the clipboard.",
                count: table.count)
            self?.window?.show(Message(news, .ok))
        }
    }
}
