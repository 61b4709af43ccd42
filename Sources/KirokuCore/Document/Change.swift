/// One edit of a table, from a keystroke to an import of a million records.
///
/// Records and fields are named by their identities, and what an edit replaces is said as well (*base*). So a change means
/// the same whatever happens elsewhere meanwhile: it is what undo keeps, what the file gets, and what others are told.
/// Screens make changes from indexes (``setCells(_:in:)`` and the like). What takes a change back is a change again
/// (``inverse``).
public enum Change: Sendable {
    /// New values for cells, of any records and fields; where a cell comes twice, the last counts.
    case setCells([CellChange])
    /// These records come, with their identities and places.
    indirect case insertRecords(RecordTable)
    /// These records go. Their cells are what they hold; a table without fields leaves that open.
    indirect case deleteRecords(RecordTable)
    /// These records stand elsewhere from now on.
    case setPlaces([PlaceChange])
    /// Fields come, go, move or are defined in another way.
    indirect case changeFields(FieldChange)
    /// Several changes, one after the other, as one step.
    case sequence([Change])

    /// What takes the change back.
    public var inverse: Change {
        switch self {
        case .setCells(let cells): .setCells(cells.reversed().map(\.inverse))
        case .insertRecords(let records): .deleteRecords(records)
        case .deleteRecords(let records): .insertRecords(records.broughtBack)
        case .setPlaces(let changes): .setPlaces(changes.reversed().map(\.inverse))
        case .changeFields(let change): .changeFields(change.inverse)
        case .sequence(let changes): .sequence(changes.reversed().map(\.inverse))
        }
    }

    /// The change without the records and cells that it takes out, as the history keeps it: who makes it finds them in the
    /// table.
    var trimmed: Change {
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
    /// The field, whatever its name and its index are by now.
    public let field: FieldID
    /// What the cell held before.
    public internal(set) var base: CellValue
    /// What the cell holds from then on; it must fit the field's type (see ``CellValue/fits(_:)``).
    public let value: CellValue

    /// From one value to another.
    public init(record: RecordID, field: FieldID, base: CellValue, value: CellValue) {
        self.record = record
        self.field = field
        self.base = base
        self.value = value
    }

    var inverse: CellChange { CellChange(record: record, field: field, base: value, value: base) }
}

/// A change of the fields: all of them before and after.
public struct FieldChange: Sendable {
    /// The fields before.
    public let base: Schema
    /// The fields from then on, in their order.
    public let schema: Schema
    /// The fields that go, with what their cells hold; may be left out.
    public let removed: [FieldContents]
    /// The fields that come, with their cells.
    public let inserted: [FieldContents]
    /// Which of the fields that come take the place of which of those that go, with another type.
    public let replaced: [FieldReplacement]

    var inverse: FieldChange {
        FieldChange(
            base: schema, schema: base, removed: inserted, inserted: removed, replaced: replaced.map(\.inverse))
    }

    var trimmed: FieldChange {
        FieldChange(base: base, schema: schema, removed: [], inserted: inserted, replaced: replaced)
    }
}

/// A field that takes the place of another one, of another type.
public struct FieldReplacement: Sendable, Hashable {
    /// The field that was there.
    public let old: FieldID
    /// The field that is there then.
    public let new: FieldID

    var inverse: FieldReplacement { FieldReplacement(old: new, new: old) }
}

/// A field with all its cells.
public struct FieldContents: Sendable, Hashable {
    /// The field's name, type and initial value.
    public let definition: FieldDefinition
    /// The records of the cells, in their order.
    let records: [RecordID]
    let cells: FieldCells

    /// A field that is empty in all records of a table.
    public init(empty definition: FieldDefinition, in table: RecordTable) {
        self.init(
            definition, records: table.ids,
            cells: FieldCells(repeating: .empty, type: definition.type, count: table.count))
    }

    /// - Precondition: as many cells as records, of the field's type.
    init(_ definition: FieldDefinition, records: [RecordID], cells: FieldCells) {
        precondition(cells.column.count == records.count && cells.column.type == definition.type, "a cell a record")
        self.definition = definition
        self.records = records
        self.cells = cells
    }

    /// The field as it stands in a table.
    init(_ index: Int, of table: RecordTable) {
        self.init(table.schema[index], records: table.ids, cells: table.cells[index])
    }

    /// The same cells in a field of the same type that is defined in another way.
    func defined(as definition: FieldDefinition) -> FieldContents {
        FieldContents(definition, records: records, cells: cells)
    }

    /// What the cell of the record at `index` of ``records`` holds.
    func value(at index: Int) -> CellValue {
        cells.value(at: index, of: records[index])
    }

    /// The cells of these records; those of others are empty.
    func cells(of ids: [RecordID]) -> FieldCells {
        if ids == records { return cells }
        let indexes = Dictionary(zip(records, records.indices)) { first, _ in first }
        var found = FieldCells(type: definition.type)
        for id in ids { found.append(indexes[id].map { value(at: $0) } ?? .empty, of: id) }
        return found
    }
}

/// What a document hands to the store that it is kept in.
public enum DocumentChange: Sendable {
    /// Records and fields of a table are others from now on.
    case table(TableID, Change)
    /// How wide fields of a table are shown, in pixels at a text scale of 1.
    case widths(TableID, [FieldID: Int])
    /// Texts by name, which tell how a table is looked at; `nil` for those that go.
    case settings(TableID, [String: String?])
    /// What can be taken back and done again is something else from now on. A store that keeps no history ignores it.
    case history(HistoryChange)

    /// Whether it is an edit, and not only how the document is looked at.
    var isEdit: Bool {
        switch self {
        case .table, .history: true
        case .widths, .settings: false
        }
    }
}
