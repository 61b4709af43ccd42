import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Asks in a sheet what of the document is written to a file for other programs.
    func showExport() {
        guard let window, window.dialog == nil, let document = grid?.document else { return }
        commitEditing()
        let export = ExportSheet(exportChoices(of: document.table), of: document, over: window)
        export.onDone = { [weak window] path, count in
            let text = localized(
                "Exported {count} record to {file}.", "Exported {count} records to {file}.", count: count,
                ["file": path])
            window?.show(Message(text, .ok))
        }
        export.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = export
        export.open()
    }

    private func exportChoices(of table: RecordTable) -> [ExportedRecords] {
        let whole = TablePart(table)
        var choices = [
            ExportedRecords(
                title: localized("All {count} record", "All {count} records", count: whole.recordCount), part: whole)
        ]
        if let shown = grid?.shownPart {
            choices.append(
                ExportedRecords(
                    title: localized(
                        "The {count} record shown, as ordered", "The {count} records shown, as ordered",
                        count: shown.recordCount), part: shown))
        }
        if let selected = grid?.selectedPart {
            choices.append(
                ExportedRecords(
                    title: localized(
                        "The {count} selected record", "The {count} selected records", count: selected.recordCount),
                    part: selected))
        }
        return choices
    }
}
