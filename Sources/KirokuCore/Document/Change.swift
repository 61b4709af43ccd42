/// One edit of a table, from a keystroke to an import of a million records (the house's one door for changes).
///
/// Records and fields are named by their indexes at the time the change is applied. The inverse of a change is a change
/// again, which is all that undo needs.
public enum Change: Sendable {
    case setCells([CellEdit])
    /// The records, with the table's fields, end up at these places.
    case insertRecords(RecordTable, at: RecordIndexes)
    case deleteRecords(at: RecordIndexes)
    case changeFields(FieldChange)
    /// Several changes, one after the other, as one step.
    case sequence([Change])
}

/// A new value for one cell.
public struct CellEdit: Sendable, Hashable {
    public let record: Int
    public let field: Int
    public let value: CellValue

    public init(record: Int, field: Int, value: CellValue) {
        self.record = record
        self.field = field
        self.value = value
    }
}

/// A change of the schema.
public enum FieldChange: Sendable {
    case insert(FieldContents, at: Int)
    case remove(at: Int)
    /// Another name or initial value; identifier and type stay.
    case redefine(at: Int, FieldDefinition)
    /// Another type, with the cells in it. The identifier is a new one.
    case replace(at: Int, FieldContents)
    case move(from: Int, to: Int)
}

/// A field with all its cells, to be put into a table.
public struct FieldContents: Sendable, Hashable {
    public let definition: FieldDefinition
    let cells: FieldCells

    /// A field that is empty in all of `count` records.
    public init(empty definition: FieldDefinition, count: Int) {
        var cells = FieldCells(type: definition.type)
        cells.column.reserveCapacity(count)
        for _ in 0..<count { cells.column.append(.empty) }
        self.init(definition: definition, cells: cells)
    }

    init(definition: FieldDefinition, cells: FieldCells) {
        self.definition = definition
        self.cells = cells
    }
}
