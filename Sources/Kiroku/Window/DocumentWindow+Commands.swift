import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    func chooseFiles() {
        shown?.grid.commitEditing()
        let filters = [
            FileChooser.Filter(
                name: localized("Documents and text files"),
                patterns: ["*" + DocumentName.suffix, "*.tsv", "*.csv", "*.tab", "*.txt"]),
            FileChooser.Filter(name: localized("All files"), patterns: ["*"]),
        ]
        FileChooser.open(
            over: window, title: localized("Open"), accept: localized("_Open"), cancel: localized("_Cancel"),
            filters: filters, folder: nil
        ) { [weak self] paths in
            self?.application.open(paths)
        }
    }

    func deleteRecords() {
        guard let count = shown?.grid.deleteSelectedRecords(), count > 0 else { return }
        let text = localized(
            "Deleted {count} record. Undo brings it back.", "Deleted {count} records. Undo brings them back.",
            count: count)
        messageLine.show(Message(text, .ok))
    }

    /// Puts the table on the clipboard as it is now, and says so when its text is made.
    func copyTable() {
        guard let shown else { return }
        shown.grid.commitEditing()
        let table = shown.document.table
        let text = TableText(of: table)
        Clipboard.offer(targets: Clipboard.plainTextTargets + ["text/tab-separated-values"]) { text.bytes }
        text.whenDone { [weak self] in
            let news = localized(
                "Copied {count} record to the clipboard.", "Copied {count} records to the clipboard.",
                count: table.count)
            self?.messageLine.show(Message(news, .ok))
        }
    }
}
