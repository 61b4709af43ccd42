import KirokuCore

/// What was done to a record since the cursor came to it, so that it can be taken back as a whole.
struct RecordVisit {
    private(set) var record: RecordID?
    /// What was in the cells that were changed, before.
    private var before: [FieldID: CellValue] = [:]
    /// Whether the record was added while the cursor was on it.
    private(set) var isNew = false
    /// Whether something was entered into the record during the visit.
    var hasEntries: Bool { !before.isEmpty }
    /// Esc was pressed once, and the next one takes the record back.
    var isEscapePressed = false

    /// The cursor is on this record now; a visit that goes on is not begun anew.
    mutating func go(to record: RecordID?, isNew: Bool = false) {
        isEscapePressed = false
        guard record != self.record || isNew else { return }
        self.record = record
        self.isNew = isNew
        before = [:]
    }

    /// The user is about to change a cell.
    mutating func willChange(_ place: CellPosition, in table: RecordTable) {
        let field = table.schema[place.field].id
        guard table.ids[place.record] == record, before[field] == nil else { return }
        before[field] = table[place.record, place.field]
    }

    /// What brings the record back; `nil` if it is as it was.
    func restoration(in table: RecordTable) -> Change? {
        guard let record, let index = table.index(of: record) else { return nil }
        if isNew { return .deleteRecords(at: RecordIndexes(index)) }
        let edits = before.compactMap { field, value -> CellEdit? in
            guard let column = table.schema.index(of: field), table[index, column] != value else { return nil }
            return CellEdit(record: index, field: column, value: value)
        }
        return edits.isEmpty ? nil : .setCells(edits)
    }
}
