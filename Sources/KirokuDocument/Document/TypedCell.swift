/// A cell that the user is typing into, with its value before: others may change it meanwhile.
public struct TypedCell: Sendable, Hashable {
    /// The record.
    public let record: RecordID
    /// The field, as it was when typing began.
    public let field: FieldDefinition
    /// What the cell held when typing began.
    public let before: CellValue

    /// A cell that held this value when typing began.
    public init(record: RecordID, field: FieldDefinition, before: CellValue) {
        self.record = record
        self.field = field
        self.before = before
    }

    /// A cell of a table; both indexes must be in range.
    public init(_ cell: CellPosition, in table: RecordTable) {
        self.init(
            record: table.ids[cell.record], field: table.schema[cell.field], before: table[cell.record, cell.field])
    }

    /// The conflict if the typed value cannot be put into the cell, because others have changed or removed it.
    ///
    /// - Parameters:
    ///   - value: the typed value.
    ///   - table: the current table.
    /// - Returns: `nil` if they have not, or if the result is the same.
    public func conflict(with value: CellValue, in table: RecordTable) -> EditConflict? {
        func conflict(_ reason: EditConflict.Reason, _ theirs: CellValue) -> EditConflict {
            EditConflict(
                reason: reason, record: record, field: field.id, fieldName: field.name, own: value, theirs: theirs,
                base: before)
        }
        if value == before { return nil }
        guard let record = table.index(of: record) else { return conflict(.recordGone, .empty) }
        guard let field = table.schema.index(of: field.id) else { return conflict(.fieldGone, .empty) }
        let now = table[record, field]
        return now == before || now == value ? nil : conflict(.cellChanged, now)
    }
}
