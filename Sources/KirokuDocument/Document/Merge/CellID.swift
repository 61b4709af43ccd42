/// A cell, by what its record and field are known by.
public struct CellID: Sendable, Hashable {
    /// The record.
    public let record: RecordID
    /// The field.
    public let field: FieldID

    /// The cell of a record in a field.
    public init(record: RecordID, field: FieldID) {
        self.record = record
        self.field = field
    }
}

extension CellChange {
    /// The cell.
    package var cell: CellID { CellID(record: record, field: field) }
}
