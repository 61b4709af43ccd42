import KirokuCore

/// What a cell is known by when places change.
struct CellIdentity: Equatable {
    var record: RecordID?
    var field: FieldID?

    init() {}

    init(of place: CellPosition, in table: RecordTable) {
        record = table.ids[place.record]
        field = table.schema[place.field].id
    }

    /// Where it is in a table and the grid that shows it; `nil` if it is not there any longer.
    func place(in table: RecordTable, _ view: RecordView) -> GridCell? {
        guard let record, let index = table.index(of: record), let row = view.row(of: index), let field,
            let column = table.schema.index(of: field)
        else { return nil }
        return GridCell(row: row, field: column)
    }
}
