/// What a document link writes: a change in terms of identifiers, which stay good whatever happened meanwhile.
public enum StoredChange: Sendable {
    case setCells([StoredCell])
    /// These records, with the identifiers they bear, are new.
    case insertRecords(RecordTable)
    case deleteRecords([RecordID])
    /// These records go by other identifiers from now on. Some of the new ones may be the old ones of others.
    case renumberRecords([RecordIDMove])
    /// The fields are these from now on, in this order. Fields that were not there before are empty everywhere.
    case setSchema(Schema)
    /// All cells of one field.
    case fillField(StoredField)
    /// How wide fields are shown, in pixels at a text scale of 1.
    case setWidths([FieldID: Int])
}

/// One cell of a ``StoredChange``.
public struct StoredCell: Sendable {
    public let record: RecordID
    public let field: FieldID
    public let value: CellValue
}

/// One field of a ``StoredChange``, with all its cells.
public struct StoredField: Sendable {
    public let field: FieldID
    public let records: [RecordID]
    let cells: FieldCells

    /// The cell of the record at `index` of ``records``.
    public func value(at index: Int) -> CellValue {
        cells.value(at: index, of: records[index])
    }
}
