/// A new value for one cell that a screen shows.
public struct CellEdit: Sendable, Hashable {
    /// The index of the record.
    public let record: Int
    /// The index of the field.
    public let field: Int
    /// The new value, which must fit the field's type (see ``CellValue/fits(_:)``).
    public let value: CellValue

    /// An edit, which is only checked when it becomes a change.
    public init(record: Int, field: Int, value: CellValue) {
        self.record = record
        self.field = field
        self.value = value
    }
}

/// Changes of a table in its current state, made from the indexes that screens use for records and fields.
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

    /// Inserts records with new identities, so that they end up at `indexes`.
    ///
    /// - Parameters:
    ///   - records: with fields of the same types as the table's, in the same order.
    ///   - indexes: their indexes afterwards, one for each record.
    ///   - table: the table that the change is for.
    /// - Throws: ``TableError/fieldsDiffer``, ``TableError/recordOutOfRange(index:count:)``.
    public static func insertRecords(
        _ records: RecordTable, at indexes: RecordIndexes, in table: RecordTable
    ) throws(TableError) -> Change {
        insertRecords(try table.placing(records, at: indexes))
    }

    /// Inserts records that keep their identities where these are free.
    package static func insertRecords(
        _ records: RecordTable, at indexes: RecordIndexes, keepingIdentitiesIn table: RecordTable
    ) throws(TableError) -> Change {
        insertRecords(try table.placing(records, at: indexes, keepingIdentities: true))
    }

    private static func insertRecords(_ placed: PlacedRecords) -> Change {
        let insertion = Change.insertRecords(placed.records)
        return placed.room.isEmpty ? insertion : .sequence([.setPlaces(placed.room), insertion])
    }

    /// Removes the records at `indexes`.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    public static func deleteRecords(at indexes: RecordIndexes, in table: RecordTable) throws(TableError) -> Change {
        .deleteRecords(try table.records(at: indexes))
    }

    /// Replaces the list of fields.
    ///
    /// - Parameters:
    ///   - fields: the new fields in order; those that are not in the table must be among `inserted`.
    ///   - inserted: the new fields with their cells.
    ///   - replaced: which of these replace removed fields.
    ///   - table: the table that the change is for.
    /// - Throws: ``TableError``, as ``Schema/init(fields:nextFieldID:)`` does.
    public static func changeFields(
        to fields: [FieldDefinition], inserting inserted: [FieldContents] = [],
        replacing replaced: [FieldReplacement] = [], in table: RecordTable
    ) throws(TableError) -> Change {
        let fields = replaced.isEmpty ? fields : fields.map { $0.with($0.rules.replacing(replaced)) }
        let schema = try Schema(fields: fields, nextFieldID: table.schema.nextFieldID)
        let removed = table.schema.fields.indices.filter { schema.index(of: table.schema[$0].id) == nil }
        return .changeFields(
            FieldChange(
                base: table.schema, schema: schema, removed: removed.map { FieldContents($0, of: table) },
                inserted: inserted, replaced: replaced))
    }

    /// A change that also sets the number formats of fields, as one step; `nil` if there is nothing to change.
    ///
    /// - Parameters:
    ///   - formats: the formats by field index; other fields keep theirs.
    ///   - table: what the change is for.
    ///   - change: the change that follows; `nil` for none.
    public static func showing(_ formats: [Int: NumberFormat], of table: RecordTable, before change: Change?) -> Change?
    {
        guard formats.contains(where: { table.schema[$0].numberFormat != $1 }) else { return change }
        let schema = table.schema.with(
            table.schema.fields.enumerated().map { formats[$0.offset] ?? $0.element.numberFormat })
        let formatting = Change.changeFields(
            FieldChange(base: table.schema, schema: schema, removed: [], inserted: [], replaced: []))
        return change.map { .sequence([formatting, $0]) } ?? formatting
    }

    /// A change that also marks String fields as pictures, as one step; `nil` if there is nothing to change.
    ///
    /// - Parameters:
    ///   - fields: the indexes of the fields.
    ///   - table: what the change is for.
    ///   - change: the change that follows; `nil` for none.
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
    package init(_ edit: CellEdit, in table: RecordTable) {
        self.init(
            record: table.ids[edit.record], field: table.schema[edit.field].id,
            base: table[edit.record, edit.field], value: edit.value)
    }
}

extension RecordTable {
    /// A change that appends records as new ones; `nil` if there are none.
    ///
    /// - Precondition: the records have this table's fields.
    public func change(appending records: RecordTable) -> Change? {
        change(setting: [], appending: records)
    }

    /// A change that sets cells and appends records; `nil` if there are neither.
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

    /// The table with other number formats for some fields.
    package func showing(_ formats: [Int: NumberFormat]) -> RecordTable {
        guard let change = Change.showing(formats, of: self, before: nil) else { return self }
        var table = self
        do {
            _ = try table.apply(change)
        } catch {
            preconditionFailure("the fields are those of the table: \(error)")
        }
        return table
    }
}
