import Geometry
import KirokuCore
import KirokuPresentation

/// What others have changed.
extension RecordGrid {
    /// Puts the cursor on the next record that others have changed, in a field that they have, and lights their cells.
    ///
    /// Costs at most a pass over the rows.
    ///
    /// - Returns: whether one of the records is shown.
    @discardableResult
    public func goToNext(of changes: OthersChanges) -> Bool {
        commitEditing()
        let (table, view) = (model.table, rows.view)
        let after = (0..<view.count).map { (current.cell.row + 1 + $0) % view.count }
        guard let row = after.first(where: { changes.records.contains(table.ids[view[$0]]) }) else { return false }
        let record = table.ids[view[row]]
        let column = table.schema.fields.firstIndex {
            changes.cells.contains(OthersChanges.Cell(record: record, field: $0.id))
        }
        current.go(to: CellIndex(row: row, column: column ?? current.cell.column))
        tellAboutCell()
        lights.show(changes.cells)
        grabFocus()
        return true
    }
}
