import Geometry
import KirokuCore
import KirokuPresentation

/// Edits of whole records: adding, inserting, duplicating, moving and deleting; shows why an edit is refused.
///
/// A record has its place in the table's own order. Sorted rows show another order, so records cannot be moved there,
/// and an inserted record stays beside the cursor only until the rows are sorted again; messages tell both.
@MainActor
final class GridRecords {
    private let model: any TableModel
    private let rows: GridRows
    private let current: GridCursor
    private let editSession: GridEditSession
    private let messages: GridMessages

    init(_ rows: GridRows, _ current: GridCursor, _ editSession: GridEditSession, _ messages: GridMessages) {
        model = rows.model
        self.rows = rows
        self.current = current
        self.editSession = editSession
        self.messages = messages
    }

    // MARK: Adding

    /// Appends a record and puts the cursor on it, in the given field or else in the first field that is not pinned.
    ///
    /// Pinned fields take their values from the record under the cursor or, on the row that adds a record, from the
    /// last record; the others get their initial values.
    func add(field: Int?, pinned: Set<FieldID>) {
        let last = CellIndex(row: rows.size.rows - 1, column: current.cell.column)
        insert(at: model.table.count, row: nil, like: current.cellPosition ?? rows.position(of: last), field, pinned)
    }

    /// Adds a record above or below the selected ones; returns whether it was added.
    func insert(above: Bool, pinned: Set<FieldID>) -> Bool {
        let selected = current.selectedRows
        guard !selected.isEmpty else {
            add(field: nil, pinned: pinned)
            return true
        }
        let row = above ? selected.lowerBound : selected.upperBound
        let isDone = insert(
            at: above ? index(above: row) : index(below: row), row: row, like: current.cellPosition, nil, pinned)
        if isDone, let notice = noticeOfSorting(1) { messages.say(Message(notice)) }
        return isDone
    }

    /// Inserts copies of the selected records below them, and selects them.
    func duplicate() {
        let selected = current.selectedRows
        let records = rows.view.records(in: selected)
        guard !records.isEmpty, let copies = try? model.table.records(at: records) else { return }
        let index = rows.sortRules.isEmpty ? index(below: selected.upperBound) : records.upperBound
        let before = current.selection
        let isDone = messages.perform { () throws(EditError) in
            try rows.showing(newFrom: selected.upperBound) { () throws(EditError) in
                try model.insertRecords(
                    copies, at: RecordIndexes(index..<index + copies.count), title: .duplicateRecords(copies.count))
            }
        }
        guard isDone else { return }
        select(before, movedBy: selected.count)
        let text = localized("Duplicated {count} record.", "Duplicated {count} records.", count: copies.count)
        messages.say(Message(localizedSentences([text, noticeOfSorting(copies.count)].compactMap(\.self)), .ok))
    }

    @discardableResult
    private func insert(
        at index: Int, row: Int?, like source: CellPosition?, _ field: Int?, _ pinned: Set<FieldID>
    ) -> Bool {
        let fields = model.table.schema.fields
        var new = model.table.newRecords(at: index)
        if let source {
            for (index, field) in fields.enumerated() where pinned.contains(field.id) {
                // The type is the same, so the value cannot be refused.
                try? new.set(model.table[source.record, index], at: 0, field: index)
            }
        }
        let isDone = messages.perform { () throws(EditError) in
            try rows.showing(newFrom: row) { () throws(EditError) in
                try model.insertRecords(new, at: RecordIndexes(index))
            }
        }
        guard isDone else { return false }
        let open = fields.firstIndex { !pinned.contains($0.id) } ?? 0
        _ = current.go(to: CellPosition(record: index, field: field ?? open))
        editSession.begin(isNew: true)
        return true
    }

    /// The message about new records among sorted ones; `nil` if the rows have the table's order.
    private func noticeOfSorting(_ count: Int) -> String? {
        guard !rows.sortRules.isEmpty else { return nil }
        return localized(
            "It stays here until the records are sorted again.", "They stay here until the records are sorted again.",
            count: count)
    }

    // MARK: Moving

    /// Whether the shown records can be moved; if not, shows why.
    func mayMove() -> Bool {
        if let refusal = model.refusal {
            messages.showError(refusal)
            return false
        }
        guard rows.sortRules.isEmpty, !rows.isArranging else {
            messages.say(
                Message(
                    localized("The records are sorted. To move them, choose “Original Order” in the menu of a header."),
                    .caution))
            return false
        }
        return !rows.isOrderFixed
    }

    /// Moves the selected records one row up or down.
    ///
    /// Returns whether they were moved.
    func move(up: Bool) -> Bool {
        let selected = current.selectedRows
        return move(to: up ? selected.lowerBound - 1 : selected.upperBound + 1)
    }

    /// Moves the selected records together, so that they are shown before the row at `gap`.
    ///
    /// Returns whether they were moved.
    func move(to gap: Int) -> Bool {
        guard mayMove() else { return false }
        let selected = current.selectedRows
        guard !selected.isEmpty, (0...rows.size.rows).contains(gap),
            gap < selected.lowerBound || gap > selected.upperBound
        else { return false }
        let records = rows.view.records(in: selected)
        let isUp = gap < selected.lowerBound
        let target = isUp ? index(above: gap) : index(below: gap)
        let index = records.indexAfterRemoval(target) ?? target
        let before = current.selection
        let passed = isUp ? selected.lowerBound - gap : gap - selected.upperBound
        let span = max(target, records.upperBound) - min(target, records.lowerBound)
        guard !records.isEmpty,
            messages.perform({ () throws(EditError) in try model.moveRecords(at: records, to: index) })
        else { return false }
        select(before, movedBy: isUp ? -passed : passed)
        let hidden = span - records.count - passed
        messages.say(
            hidden > 0
                ? Message(
                    localized(
                        "Moved past {count} hidden record.",
                        "Moved past {count} hidden records.", count: hidden))
                : nil)
        return true
    }

    /// The index of the record in a row, or in the first one below it that has one.
    private func index(above row: Int) -> Int {
        let view = rows.view
        return (row..<max(row, view.count)).lazy.compactMap { view[$0] }.first ?? model.table.count
    }

    /// The index after the record in the row above, or in the first one above that which has one.
    private func index(below row: Int) -> Int {
        let view = rows.view
        return (0..<min(row, view.count)).reversed().lazy.compactMap { view[$0] }.first.map { $0 + 1 } ?? 0
    }

    /// Selects as much as before, a number of rows further down.
    private func select(_ before: GridSelection, movedBy offset: Int) {
        current.move { selection in
            selection = before
            selection.move(byRows: offset, in: rows.size)
        }
    }

    // MARK: Deleting

    /// Deletes the records with selected cells; returns the number of deleted records.
    func deleteSelected() -> Int {
        let selected = current.selectedRows
        guard !selected.isEmpty else { return 0 }
        let records = rows.view.records(in: selected)
        guard !records.isEmpty else { return 0 }
        let cell = CellIndex(row: selected.lowerBound, column: current.cell.column)
        let isDone = messages.perform { () throws(EditError) in try model.deleteRecords(at: records) }
        guard isDone else { return 0 }
        current.go(to: cell)
        return records.count
    }
}
