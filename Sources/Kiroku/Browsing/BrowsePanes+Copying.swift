import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// Copying records that are browsed on their server, including those that are not loaded.
extension BrowsePanes {
    /// How many records are copied or printed at most.
    static let takenLimit = 100_000

    /// Puts the selected cells on the clipboard, or only the first ones of very many.
    func copySelection() {
        guard let selected = grid.selectedCells else { return }
        start { [rows] () async throws(ServerError) in
            try await rows.records(inRows: selected.rows, limit: Self.takenLimit)
        } done: { [weak self] copied in
            guard let copied else {
                let text = localized(
                    "The selected records are no longer loaded. Select them again, from the first to the last.")
                self?.window?.show(Message(text, .caution))
                return
            }
            self?.offer(copied.table, fields: selected.fields, isAll: copied.isAll, shortened: copied.shortened)
        }
    }

    private func offer(_ table: RecordTable, fields: Range<Int>, isAll: Bool, shortened: Int) {
        guard let window,
            let part = try? TablePart(table, records: RecordIndexes(0..<table.count), fields: Array(fields))
        else { return }
        let cells = CopiedCells(part, as: window.application.preferences.copyOptions)
        cells.offer()
        cells.whenDone { [weak window] in
            let count = part.recordCount * part.fields.count
            let copied =
                isAll
                ? localized(
                    "Copied {count} cell to the clipboard.", "Copied {count} cells to the clipboard.", count: count)
                : localized(
                    "Copied only the first selected record, which is the limit.",
                    "Copied only the first {count} selected records, which is the limit.",
                    count: table.count)
            let leftOut = shortened > 0 ? [BrowseText.leftOut(shortened)] : []
            window?.show(
                Message(localizedSentences([copied] + leftOut), isAll && leftOut.isEmpty ? .ok : .caution))
        }
    }
}
