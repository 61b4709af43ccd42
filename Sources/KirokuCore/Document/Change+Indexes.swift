/// A new value for one cell that a screen shows.
public struct CellEdit: Sendable, Hashable {
    /// The index of the record.
    public let record: Int
    /// The index of the field.
    public let field: Int
    /// What the cell is to hold; it must fit the field's type (see ``CellValue/fits(_:)``).
    public let value: CellValue

    /// An edit that is checked only when it becomes a change.
    public init(record: Int, field: Int, value: CellValue) {
        self.record = record
        self.field = field
        self.value = value
    }
}

/// Changes of a table as it is now, made from indexes, by which screens speak of records and fields.
extension Change {
    /// New values for cells.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``.
    public static func setCells(_ edits: [CellEdit], in table: RecordTable) throws(TableError) -> Change {
        var changes: [CellChange] = []
        changes.reserveCapacity(edits.count)
        for edit in edits {
            try table.checkRecord(edit.record)
            try table.checkField(edit.field)
            changes.append(CellChange(edit, in: table))
        }
        return .setCells(changes)
    }

    /// Puts records in as new ones, with new identities, so that they end up at `indexes`.
    ///
    /// - Parameters:
    ///   - records: with fields of the table's types, in their order.
    ///   - indexes: where they are then; as many as there are records.
    ///   - table: the table that the change is for.
    /// - Throws: ``TableError/fieldsDiffer``, ``TableError/recordOutOfRange(index:count:)``.
    public static func insertRecords(
        _ records: RecordTable, at indexes: RecordIndexes, in table: RecordTable
    ) throws(TableError) -> Change {
        insertRecords(try table.placing(records, at: indexes))
    }

    /// The same with the records' own identities, where these are not taken.
    static func insertRecords(
        _ records: RecordTable, at indexes: RecordIndexes, keepingIdentitiesIn table: RecordTable
    ) throws(TableError) -> Change {
        insertRecords(try table.placing(records, at: indexes, keepingIdentities: true))
    }

    private static func insertRecords(_ placed: PlacedRecords) -> Change {
        let insertion = Change.insertRecords(placed.records)
        return placed.room.isEmpty ? insertion : .sequence([.setPlaces(placed.room), insertion])
    }

    /// Takes the records at `indexes` out.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public static func deleteRecords(at indexes: RecordIndexes, in table: RecordTable) throws(TableError) -> Change {
        .deleteRecords(try table.records(at: indexes))
    }

    /// Has fields be these from now on.
    ///
    /// - Parameters:
    ///   - fields: in their order; those that are not in the table must be among `inserted`.
    ///   - inserted: the fields that come.
    ///   - replaced: which of these take the place of fields that go.
    ///   - table: the table that the change is for.
    /// - Throws: ``TableError``, as ``Schema/init(fields:nextFieldID:)`` does.
    public static func changeFields(
        to fields: [FieldDefinition], inserting inserted: [FieldContents] = [],
        replacing replaced: [FieldReplacement] = [], in table: RecordTable
    ) throws(TableError) -> Change {
        let schema = try Schema(fields: fields, nextFieldID: table.schema.nextFieldID)
        let removed = table.schema.fields.indices.filter { schema.index(of: table.schema[$0].id) == nil }
        return .changeFields(
            FieldChange(
                base: table.schema, schema: schema, removed: removed.map { FieldContents($0, of: table) },
                inserted: inserted, replaced: replaced))
    }

    /// A change before which String fields get the mark of pictures, as one; `nil` if there is nothing to change.
    ///
    /// - Parameters:
    ///   - fields: the indexes of the fields.
    ///   - table: what the change is for.
    ///   - change: what comes after that; `nil` for nothing.
    public static func marking(_ fields: [Int], of table: RecordTable, before change: Change?) -> Change? {
        guard !fields.isEmpty else { return change }
        var schema = table.schema
        for field in fields { schema.markAsPicture(at: field) }
        let marking = Change.changeFields(
            FieldChange(base: table.schema, schema: schema, removed: [], inserted: [], replaced: []))
        return change.map { .sequence([marking, $0]) } ?? marking
    }
}

extension CellChange {
    /// - Precondition: the table has the cell.
    init(_ edit: CellEdit, in table: RecordTable) {
        self.init(
            record: table.ids[edit.record], field: table.schema[edit.field].id,
            base: table[edit.record, edit.field], value: edit.value)
    }
}

extension RecordTable {
    /// What puts records in behind all others, as new ones; `nil` if there are none.
    ///
    /// - Precondition: the records have this table's fields.
    public func change(appending records: RecordTable) -> Change? {
        change(setting: [], appending: records)
    }

    /// What gives cells new values and puts records in behind all others; `nil` for neither.
    ///
    /// - Precondition: the table has the cells, and the records have its fields.
    package func change(setting edits: [CellEdit], appending records: RecordTable) -> Change? {
        var parts: [Change] = []
        if !edits.isEmpty { parts.append(.setCells(edits.map { CellChange($0, in: self) })) }
        if records.count > 0 {
            do {
                let end = RecordIndexes(count..<count + records.count)
                parts.append(try .insertRecords(records, at: end, in: self))
            } catch {
                preconditionFailure("there is always room at the end: \(error)")
            }
        }
        return parts.count > 1 ? .sequence(parts) : parts.first
    }
}
