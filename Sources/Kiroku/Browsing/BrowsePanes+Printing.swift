import KirokuCore
import KirokuServer
import KirokuViews

/// Printing the records that are browsed on their server, including those that are not loaded.
extension BrowsePanes {
    /// Fetches them, of very many the first ones, and shows a sheet that asks how to print them.
    func showPrinting() {
        guard window?.dialog == nil else { return }
        start { [rows] () async throws(ServerError) in
            try await rows.firstRecords(limit: Self.takenLimit)
        } done: { [weak self] in
            self?.print($0.table, isAll: $0.isAll)
            if $0.shortened > 0 { self?.window?.show(Message(BrowseText.leftOut($0.shortened), .caution)) }
        }
    }

    private func print(_ table: RecordTable, isAll: Bool) {
        guard let window, window.dialog == nil else { return }
        let title =
            isAll
            ? localized("{count} record", "{count} records", count: table.count)
            : localized("The first {count} record", "The first {count} records", count: table.count)
        let document = Document(
            title: rows.facts.name, contents: DocumentContents(table: table, fieldWidths: rows.fieldWidths), store: nil)
        for name in [PrintSheet.note, PrintSheet.fieldsNote] {
            if let note = printed?.note(named: name) { document.keepNote(note, named: name) }
        }
        printed = document
        window.showPrinting([ExportedRecords(title: title, part: TablePart(table))], of: document)
    }
}
