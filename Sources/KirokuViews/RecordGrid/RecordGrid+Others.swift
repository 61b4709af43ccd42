import Geometry
import KirokuCore
import KirokuPresentation

/// Showing changes by others.
extension RecordGrid {
    /// Puts the cursor on the next record that others have changed, in a changed field, and highlights the changed
    /// cells.
    ///
    /// Costs at most a pass over the rows.
    ///
    /// - Returns: whether one of the records is shown.
    @discardableResult
    public func goToNext(of changes: OthersChanges) -> Bool {
        commitEditing()
        let (table, view) = (model.table, rows.view)
        let after = (0..<view.count).map { (current.cell.row + 1 + $0) % view.count }
        func record(inRow row: Int) -> RecordID? { view[row].map { table.ids[$0] } }
        guard
            let row = after.first(where: { row in record(inRow: row).map { changes.records.contains($0) } ?? false }),
            let record = record(inRow: row)
        else { return false }
        let column = table.schema.fields.firstIndex {
            changes.cells.contains(CellID(record: record, field: $0.id))
        }
        current.go(to: CellIndex(row: row, column: column ?? current.cell.column))
        showCellMessage()
        highlights.show(changes.cells)
        grabFocus()
        return true
    }
}
