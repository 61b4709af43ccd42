/// What a document link writes: a change in terms of identifiers, which stay good whatever happened meanwhile.
public enum StoredChange: Sendable {
    /// These cells hold something else from now on.
    case setCells([StoredCell])
    /// These records, with the identifiers they bear, are new.
    case insertRecords(RecordTable)
    /// These records, as they were, are no longer there.
    case deleteRecords(RecordTable)
    /// These records go by other identifiers from now on. Some of the new ones may be the old ones of others.
    case renumberRecords([RecordIDMove])
    /// The fields are others from now on.
    case setSchema(StoredSchema)
    /// All cells of one field.
    case fillField(StoredField)
    /// How wide fields are shown, in pixels at a text scale of 1.
    case setWidths([FieldID: Int])
    /// Texts by name, which tell how the document is looked at; `nil` for those that go.
    case setSettings([String: String?])
    /// What can be taken back and done again is something else from now on. A link that keeps no history ignores it.
    case history(HistoryChange)
}

/// One cell of a ``StoredChange``.
public struct StoredCell: Sendable {
    /// The record, which the link knows already or gets in the same commit.
    public let record: RecordID
    /// The field, whatever its name and its place are by now.
    public let field: FieldID
    /// What the cell held before.
    public let base: CellValue
    /// What the cell holds from now on; unfit text is to be stored as it is.
    public let value: CellValue
}

/// The fields of a ``StoredChange``.
public struct StoredSchema: Sendable {
    /// The fields from now on, in their order; those that were not there before are empty everywhere.
    public let schema: Schema
    /// The fields as they were before.
    public let base: Schema
    /// The field that is no longer there, with all its cells; `nil` if all are.
    public let removed: StoredField?
}

/// One field of a ``StoredChange``, with all its cells.
public struct StoredField: Sendable {
    /// The field whose cells all become these.
    public let field: FieldID
    /// All records of the table, in record order.
    public let records: [RecordID]
    let cells: FieldCells

    /// The cell of the record at `index` of ``records``.
    public func value(at index: Int) -> CellValue {
        cells.value(at: index, of: records[index])
    }
}
