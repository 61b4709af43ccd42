/// One edit of a table, from a keystroke to an import of a million records.
///
/// A change names records and fields by their identities, and also says what it replaces (*base*). So its meaning does
/// not depend on other changes: it is what the undo history keeps, the file stores, and others receive. Screens make
/// changes from indexes (``setCells(_:in:)`` and similar). The ``inverse`` of a change is also a change.
public enum Change: Sendable {
    /// New values for cells of any records and fields; if a cell occurs twice, the last value counts.
    case setCells([CellChange])
    /// Inserts these records, with their identities and places.
    indirect case insertRecords(RecordTable)
    /// Deletes these records. The records contain their cells; a table without fields means that the cells are unknown.
    indirect case deleteRecords(RecordTable)
    /// Moves these records.
    case setPlaces([PlaceChange])
    /// Adds, removes, moves or redefines fields.
    indirect case changeFields(FieldChange)
    /// Several changes in sequence, as one step.
    case sequence([Change])

    /// The change that undoes this one.
    public var inverse: Change {
        switch self {
        case .setCells(let cells): .setCells(cells.reversed().map(\.inverse))
        case .insertRecords(let records): .deleteRecords(records)
        case .deleteRecords(let records): .insertRecords(records)
        case .setPlaces(let changes): .setPlaces(changes.reversed().map(\.inverse))
        case .changeFields(let change): .changeFields(change.inverse)
        case .sequence(let changes): .sequence(changes.reversed().map(\.inverse))
        }
    }

    /// Whether it changes nothing.
    package var isEmpty: Bool {
        switch self {
        case .setCells(let cells): cells.isEmpty
        case .insertRecords(let records), .deleteRecords(let records): records.ids.isEmpty
        case .setPlaces(let changes): changes.isEmpty
        case .changeFields: false
        case .sequence(let changes): changes.allSatisfy(\.isEmpty)
        }
    }

    /// The change without the records and cells that it removes, for the history: they are in the table when it is
    /// applied.
    package var trimmed: Change {
        switch self {
        case .setCells, .insertRecords, .setPlaces: self
        case .deleteRecords(let records): .deleteRecords(RecordTable(identities: records.ids))
        case .changeFields(let change): .changeFields(change.trimmed)
        case .sequence(let changes): .sequence(changes.map(\.trimmed))
        }
    }
}

/// A new value for one cell.
public struct CellChange: Sendable, Hashable {
    /// The record.
    public let record: RecordID
    /// The field, whatever its current name and index are.
    public let field: FieldID
    /// The value before.
    public internal(set) var base: CellValue
    /// The new value, which must fit the field's type (see ``CellValue/fits(_:)``).
    public let value: CellValue

    /// From one value to another.
    public init(record: RecordID, field: FieldID, base: CellValue, value: CellValue) {
        self.record = record
        self.field = field
        self.base = base
        self.value = value
    }

    package var inverse: CellChange { CellChange(record: record, field: field, base: value, value: base) }
}

/// A change of the fields: all of them before and after.
public struct FieldChange: Sendable {
    /// The fields before.
    public let base: Schema
    /// The fields afterwards, in order.
    public let schema: Schema
    /// The removed fields with their cells; may be left out.
    public let removed: [FieldContents]
    /// The added fields with their cells.
    public let inserted: [FieldContents]
    /// Which added fields replace which removed ones, with another type.
    public let replaced: [FieldReplacement]

    package init(
        base: Schema, schema: Schema, removed: [FieldContents], inserted: [FieldContents],
        replaced: [FieldReplacement]
    ) {
        (self.base, self.schema) = (base, schema)
        (self.removed, self.inserted, self.replaced) = (removed, inserted, replaced)
    }

    package var inverse: FieldChange {
        FieldChange(
            base: schema, schema: base, removed: inserted, inserted: removed, replaced: replaced.map(\.inverse))
    }

    var trimmed: FieldChange {
        FieldChange(base: base, schema: schema, removed: [], inserted: inserted, replaced: replaced)
    }
}

/// A field that replaces another one with a different type.
public struct FieldReplacement: Sendable, Hashable {
    /// The old field.
    public let old: FieldID
    /// The new field.
    public let new: FieldID

    /// From one field to another.
    package init(old: FieldID, new: FieldID) { (self.old, self.new) = (old, new) }

    package var inverse: FieldReplacement { FieldReplacement(old: new, new: old) }
}

/// A field with all its cells.
public struct FieldContents: Sendable, Hashable {
    /// The field's name, type and initial value.
    public let definition: FieldDefinition
    /// The records of the cells, in their order.
    package let records: [RecordID]
    package let cells: FieldCells

    /// A field that is empty in all records of a table.
    public init(empty definition: FieldDefinition, in table: RecordTable) {
        self.init(
            definition, records: table.ids,
            cells: FieldCells(repeating: .empty, type: definition.type, count: table.count))
    }

    /// - Precondition: as many cells as records, of the field's type.
    package init(_ definition: FieldDefinition, records: [RecordID], cells: FieldCells) {
        precondition(cells.column.count == records.count && cells.column.type == definition.type, "a cell a record")
        self.definition = definition
        self.records = records
        self.cells = cells
    }

    /// The field as it is in a table.
    package init(_ index: Int, of table: RecordTable) {
        self.init(table.schema[index], records: table.ids, cells: table.cells[index])
    }

    /// The same cells in a field of the same type with another definition.
    package func defined(as definition: FieldDefinition) -> FieldContents {
        FieldContents(definition, records: records, cells: cells)
    }

    /// The cell of the record at `index` of ``records``.
    package func value(at index: Int) -> CellValue {
        cells.value(at: index, of: records[index])
    }

    /// The cells of these records; empty where this field has none.
    package func cells(of ids: [RecordID]) -> FieldCells {
        if ids == records { return cells }
        let indexes = Dictionary(zip(records, records.indices)) { first, _ in first }
        var found = FieldCells(type: definition.type)
        for id in ids { found.append(indexes[id].map { value(at: $0) } ?? .empty, of: id) }
        return found
    }
}
