/// One edit of a table, from a keystroke to an import of a million records (the house's one door for changes).
///
/// Records and fields are named by their indexes at the time the change is applied. The inverse of a change is a change
/// again, which is all that undo needs.
public enum Change: Sendable {
    /// New values for cells, of any records and fields; where a cell comes twice, the last counts.
    case setCells([CellEdit])
    /// The records, with the table's fields, end up at these places.
    indirect case insertRecords(RecordTable, at: RecordIndexes)
    /// The records at these places go.
    case deleteRecords(at: RecordIndexes)
    /// A field comes, goes, moves or becomes another one.
    indirect case changeFields(FieldChange)
    /// Several changes, one after the other, as one step.
    case sequence([Change])
}

/// A new value for one cell.
public struct CellEdit: Sendable, Hashable {
    /// The index of the record when the change is applied.
    public let record: Int
    /// The index of the field when the change is applied.
    public let field: Int
    /// What the cell holds from then on; it must fit the field's type (see ``CellValue/fits(_:)``).
    public let value: CellValue

    /// An edit that is checked only when it is applied.
    public init(record: Int, field: Int, value: CellValue) {
        self.record = record
        self.field = field
        self.value = value
    }
}

/// A change of the schema.
public enum FieldChange: Sendable {
    /// A field with its cells comes, and stands at this index then.
    case insert(FieldContents, at: Int)
    /// The field at this index goes, with all its cells; the last one stays.
    case remove(at: Int)
    /// Another name or initial value; identifier and type stay.
    case redefine(at: Int, FieldDefinition)
    /// Another type, with the cells in it. The identifier is a new one.
    case replace(at: Int, FieldContents)
    /// The field at the first index stands at the second one then.
    case move(from: Int, to: Int)
}

/// A field with all its cells, to be put into a table.
public struct FieldContents: Sendable, Hashable {
    /// The field's name, type and initial value.
    public let definition: FieldDefinition
    let column: Column
    /// By the index of the record, which is the same again when a change is taken back; its identifier may be another.
    let unfitTexts: [Int: String]

    /// A field that is empty in all of `count` records.
    public init(empty definition: FieldDefinition, count: Int) {
        var column = Column(type: definition.type)
        column.reserveCapacity(count)
        for _ in 0..<count { column.append(.empty) }
        self.init(definition, column: column, unfitTexts: [:])
    }

    init(_ definition: FieldDefinition, column: Column, unfitTexts: [Int: String]) {
        self.definition = definition
        self.column = column
        self.unfitTexts = unfitTexts
    }

    /// The field as it stands in a table.
    init(_ index: Int, of table: RecordTable) {
        self.init(
            table.schema[index], column: table.column(index), unfitTexts: table.unfitTexts(inField: index))
    }

    /// The cells as cells of these records.
    ///
    /// - Throws: ``TableError/fieldsDiffer`` if there are more records, or fewer.
    func cells(of records: [RecordID]) throws(TableError) -> FieldCells {
        guard column.count == records.count else { throw .fieldsDiffer }
        var texts: [RecordID: String] = [:]
        for (index, text) in unfitTexts { texts[records[index]] = text }
        return FieldCells(column: column, unfitTexts: texts)
    }
}
