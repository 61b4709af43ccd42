/// How unsaved edits make the document differ from the file.
struct UnsavedEdits: Sendable {
    /// A cell of a record in the file.
    struct Cell: Sendable, Hashable {
        let record: RecordID
        let field: FieldID
    }

    /// A record as it was when it was deleted.
    struct Deleted: Sendable {
        let records: RecordTable
        let index: Int
    }

    /// The cells that were edited, and what they held before the first edit.
    private(set) var cells: [Cell: CellValue] = [:]
    /// Records of the file that are no longer there.
    private(set) var deleted: [RecordID: Deleted] = [:]
    /// The former places of records that have been moved.
    private(set) var places: [RecordID: Place] = [:]
    /// Records that are not in the file.
    private(set) var inserted: Set<RecordID> = []
    /// The fields before their first change; `nil` if they were not changed.
    private(set) var schema: Schema?
    /// The fields that were removed, as they were then.
    private(set) var removed: [FieldID: FieldContents] = [:]
    /// The fields that were added or brought back, as they were then.
    private(set) var added: [FieldID: FieldDefinition] = [:]
    /// The widths that were set.
    private(set) var widths: [FieldID: Int] = [:]
    /// The settings that were changed.
    private(set) var settings: [String: String?] = [:]
    /// What cells held between two of these edits.
    private(set) var values = UnsavedValues([])

    /// - Parameter changes: the unsaved changes, the oldest first.
    init(_ changes: [DocumentChange]) {
        for change in changes { add(change) }
        values = UnsavedValues(changes)
    }

    /// The value of a cell in the file, as far as it is known here.
    func base(_ record: RecordID, _ field: FieldID, now value: CellValue) -> CellValue {
        cells[Cell(record: record, field: field)] ?? value
    }

    /// Whether a cell is among ``cells``.
    func hasEdit(of record: RecordID, _ field: FieldID) -> Bool { cells[Cell(record: record, field: field)] != nil }

    private mutating func add(_ change: DocumentChange) {
        switch change {
        case .table(_, let change): add(change)
        case .widths(_, let widths): self.widths.merge(widths) { $1 }
        case .settings(_, let texts): settings.merge(texts) { $1 }
        case .history, .typedOver: break
        }
    }

    private mutating func add(_ change: Change) {
        switch change {
        case .setCells(let cells): for cell in cells { note(cell.record, cell.field, cell.base) }
        case .insertRecords(let records): insert(records)
        case .deleteRecords(let records): delete(records)
        case .setPlaces(let changes):
            for change in changes where !inserted.contains(change.record) {
                if places[change.record] == nil { places[change.record] = change.base }
            }
        case .changeFields(let change):
            schema = schema ?? change.base
            for field in change.removed { removed[field.definition.id] = field }
            for field in change.inserted {
                if added[field.definition.id] == nil { added[field.definition.id] = field.definition }
                bringBack(field)
            }
            for field in change.replaced { carry(field, by: change) }
        case .sequence(let changes): for change in changes { add(change) }
        }
    }

    private mutating func note(_ record: RecordID, _ field: FieldID, _ base: CellValue) {
        guard !inserted.contains(record) else { return }
        let cell = Cell(record: record, field: field)
        if cells[cell] == nil { cells[cell] = base }
    }

    /// A deleted record that returns is the same record, perhaps with other cells.
    private mutating func insert(_ records: RecordTable) {
        for (index, id) in records.ids.enumerated() {
            guard let before = deleted.removeValue(forKey: id) else {
                inserted.insert(id)
                continue
            }
            for (place, field) in before.records.schema.fields.enumerated() {
                let value = before.records[before.index, place]
                guard let now = records.schema.index(of: field.id), records[index, now] != value else { continue }
                note(id, field.id, value)
            }
        }
    }

    /// A removed field that returns is the same field, perhaps with other cells.
    private mutating func bringBack(_ field: FieldContents) {
        let id = field.definition.id
        guard let before = removed[id], before.records != field.records || before.cells != field.cells else { return }
        let old = Dictionary(zip(before.records, before.records.indices)) { first, _ in first }
        for (index, record) in field.records.enumerated() {
            guard let value = old[record].map({ before.value(at: $0) }), value != field.value(at: index) else {
                continue
            }
            note(record, id, value)
        }
    }

    /// What was entered into a field that is not in the file is an edit of the field that takes its place with another type.
    ///
    /// Costs a pass over ``cells``.
    private mutating func carry(_ replacement: FieldReplacement, by change: FieldChange) {
        guard schema?.index(of: replacement.old) == nil, let field = change.schema.index(of: replacement.new) else {
            return
        }
        let type = change.schema[field].type
        for (cell, base) in cells where cell.field == replacement.old {
            note(cell.record, replacement.new, base.converted(to: type))
        }
    }

    private mutating func delete(_ records: RecordTable) {
        for (index, id) in records.ids.enumerated() where inserted.remove(id) == nil {
            deleted[id] = Deleted(records: records, index: index)
        }
    }
}

// What differs between two tables, as if it had been edited.
extension UnsavedEdits {
    /// - Parameters:
    ///   - comparison: of both, by identity.
    ///   - base: the table before.
    ///   - edited: the table afterwards.
    init(_ comparison: TableComparison, from base: RecordTable, to edited: RecordTable) {
        for difference in comparison.different {
            for match in difference.fields {
                let field = comparison.matches[match].field
                note(base.ids[difference.record], base.schema[field].id, base[difference.record, field])
            }
        }
        for record in comparison.onlyHere { deleted[base.ids[record]] = Deleted(records: base, index: record) }
        inserted = Set(comparison.onlyThere.lazy.map { edited.ids[$0] })
        for id in Set(base.places.keys).union(edited.places.keys) where base.place(of: id) != edited.place(of: id) {
            if base.index(of: id) != nil, edited.index(of: id) != nil { places[id] = base.place(of: id) }
        }
        guard base.schema.fields != edited.schema.fields else { return }
        schema = base.schema
        for field in comparison.fieldsOnlyHere { removed[base.schema[field].id] = FieldContents(field, of: base) }
    }

    /// Only what is added: records, fields, and values in empty cells.
    init(adding comparison: TableComparison, of edited: RecordTable, to table: RecordTable) {
        for difference in comparison.different {
            for match in difference.fields {
                note(table.ids[difference.record], table.schema[comparison.matches[match].field].id, .empty)
            }
        }
        inserted = Set(comparison.onlyThere.lazy.map { edited.ids[$0] })
        // The fields that both have look alike, so that only the others are new.
        let common = edited.schema.fields.filter { table.schema.index(of: $0.id) != nil }
        if common.count < edited.schema.count {
            schema = try? Schema(fields: common, nextFieldID: edited.schema.nextFieldID)
        }
    }
}
