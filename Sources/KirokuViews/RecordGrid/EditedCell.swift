import KirokuCore

/// The cell that is being edited, and what was in it before.
struct EditedCell {
    /// Where it is now.
    var place: GridCell
    /// What it is known by when places change.
    let identity: CellIdentity
    let fieldName: String
    let text: String

    /// - Parameters:
    ///   - place: where the grid shows it.
    ///   - cell: where it is in the table.
    ///   - table: the table.
    init(at place: GridCell, _ cell: CellPosition, in table: RecordTable) {
        self.place = place
        identity = CellIdentity(of: cell, in: table)
        fieldName = table.schema[cell.field].name
        text = table[cell.record, cell.field].plainText ?? ""
    }
}
