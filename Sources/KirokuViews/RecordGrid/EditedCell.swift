import KirokuCore

/// The cell that is being edited, and what was in it before.
struct EditedCell {
    /// Where it is now.
    var place: CellPlace
    /// What it is known by when places change.
    let record: RecordID
    let field: FieldID
    let fieldName: String
    let text: String

    init(at place: CellPlace, in table: RecordTable) {
        self.place = place
        record = table.ids[place.record]
        field = table.schema[place.field].id
        fieldName = table.schema[place.field].name
        text = table[place.record, place.field].plainText ?? ""
    }

    /// Where it is after the table changed as a whole; `nil` if it has gone.
    func place(in table: RecordTable) -> CellPlace? {
        guard let record = table.index(of: record), let field = table.schema.index(of: field) else { return nil }
        return CellPlace(record: record, field: field)
    }
}
