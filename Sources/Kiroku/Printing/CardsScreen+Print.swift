import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Asks in a sheet what is printed and how, with a preview.
    func showPrinting() {
        guard let window, window.dialog == nil, let document = grid?.document else { return }
        commitEditing()
        let printing = PrintSheet(choicesToPrint(of: document.table), of: document, over: window)
        printing.onDone = { [weak window] in window?.show($0) }
        printing.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = printing
        printing.open()
    }

    /// Records are printed whole, also where only some of their cells are selected.
    private func choicesToPrint(of table: RecordTable) -> [ExportedRecords] {
        let fields = Array(table.schema.fields.indices)
        return recordChoices(of: table).map { choice in
            ExportedRecords(title: choice.title, part: (try? choice.part.taking(fields: fields)) ?? choice.part)
        }
    }
}
