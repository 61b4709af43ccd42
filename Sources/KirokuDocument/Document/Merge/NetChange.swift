/// What a list of changes comes to, whatever they did in between.
package struct NetChange: Sendable {
    /// What a cell held before the first of the changes, and what it holds after the last.
    package struct Cell: Sendable, Hashable {
        package let base: CellValue
        package fileprivate(set) var value: CellValue
    }

    /// A record as it was when it was inserted or deleted.
    package struct Record: Sendable {
        package let records: RecordTable
        package let index: Int
        /// How many were new before it.
        package var number = 0

        /// What it held in a field; `nil` if it had no such field.
        package func value(of field: FieldID) -> CellValue? {
            records.schema.index(of: field).map { records[index, $0] }
        }
    }

    /// The cells that were set; of new records, since they were inserted.
    package private(set) var cells: [CellID: Cell] = [:]
    /// The records that were there before and are not afterwards.
    package private(set) var deleted: [RecordID: Record] = [:]
    /// The records that were there before and were deleted, if only for a while.
    private(set) var departed: Set<RecordID> = []
    /// The records that are new.
    package private(set) var inserted: [RecordID: Record] = [:]
    private var newCount = 0
    /// Where records were that have been moved.
    package private(set) var places: [RecordID: Place] = [:]
    /// What has become of the fields; `nil` if they were not changed.
    private(set) var fields: NetFields?

    /// - Parameter changes: as they were made, the oldest first.
    package init(_ changes: some Sequence<Change>) {
        for change in changes { add(change) }
    }

    private mutating func add(_ change: Change) {
        switch change {
        case .setCells(let cells): for cell in cells { setCell(cell.cell, cell.base, cell.value) }
        case .insertRecords(let records): insert(records)
        case .deleteRecords(let records): delete(records)
        case .setPlaces(let changes):
            for change in changes where inserted[change.record] == nil && places[change.record] == nil {
                places[change.record] = change.base
            }
        case .changeFields(let change): changeFields(change)
        case .sequence(let changes): for change in changes { add(change) }
        }
    }

    private mutating func setCell(_ cell: CellID, _ base: CellValue, _ value: CellValue) {
        cells[cell, default: Cell(base: base, value: value)].value = value
    }

    /// Whether a cell was set, and holds something else than before.
    func isChanged(_ cell: CellID) -> Bool { cells[cell].map { $0.base != $0.value } ?? false }

    /// Whether a record was deleted, and is back afterwards.
    package func isBack(_ record: RecordID) -> Bool { departed.contains(record) && deleted[record] == nil }

    // MARK: Records

    /// A deleted record that returns is the same record, perhaps with other cells.
    private mutating func insert(_ records: RecordTable) {
        for (index, id) in records.ids.enumerated() {
            guard let before = deleted.removeValue(forKey: id) else {
                newCount += 1
                inserted[id] = Record(records: records, index: index, number: newCount)
                continue
            }
            for (place, field) in records.schema.fields.enumerated() {
                guard let value = before.value(of: field.id), value != records[index, place] else { continue }
                setCell(CellID(record: id, field: field.id), value, records[index, place])
            }
        }
    }

    private mutating func delete(_ records: RecordTable) {
        // Also those that were removed in between.
        let gone = fields.map { [FieldID]($0.removed.keys) + $0.added.keys } ?? []
        let all = cells.isEmpty ? [] : records.schema.fields.map(\.id) + gone
        for (index, id) in records.ids.enumerated() {
            if inserted.removeValue(forKey: id) == nil {
                deleted[id] = Record(records: records, index: index)
                departed.insert(id)
            } else {
                for field in all { cells[CellID(record: id, field: field)] = nil }
            }
        }
    }

    // MARK: Fields

    private mutating func changeFields(_ change: FieldChange) {
        var all = fields ?? NetFields(change.base)
        for field in change.inserted where all.base.index(of: field.definition.id) != nil {
            returnField(field, from: all.removed[field.definition.id])
        }
        all.add(change)
        fields = all
        for field in change.replaced where all.base.index(of: field.old) == nil {
            if let contents = change.inserted.first(where: { $0.definition.id == field.new }) {
                carry(field.old, to: contents, isBack: all.base.index(of: field.new) != nil)
            }
        }
    }

    /// A removed field that returns is the same field, perhaps with other cells.
    private mutating func returnField(_ field: FieldContents, from removed: FieldContents?) {
        guard let removed, removed.records != field.records || removed.cells != field.cells else { return }
        let old = Dictionary(zip(removed.records, removed.records.indices)) { first, _ in first }
        for (index, record) in field.records.enumerated() {
            guard let before = old[record].map({ removed.value(at: $0) }), before != field.value(at: index) else {
                continue
            }
            setCell(CellID(record: record, field: field.definition.id), before, field.value(at: index))
        }
    }

    /// What was set in a field that was not there before is set in the one that takes its place with another type.
    ///
    /// Costs a pass over ``cells``.
    private mutating func carry(_ old: FieldID, to field: FieldContents, isBack: Bool) {
        let set = cells.filter { $0.key.field == old }
        for cell in set.keys { cells[cell] = nil }
        if isBack || set.isEmpty { return }
        let values = field.cells(of: set.keys.map(\.record))
        for (index, entry) in set.enumerated() {
            let cell = CellID(record: entry.key.record, field: field.definition.id)
            cells[cell] = Cell(
                base: entry.value.base.converted(to: field.definition.type),
                value: values.value(at: index, of: cell.record))
        }
    }
}

// What it comes to for each record, for those who make statements of it.
extension NetChange {
    /// The new records with their cells, in the order in which they were added.
    package var added: [(record: RecordID, cells: [FieldID: CellValue])] {
        let cells = cells(of: inserted).mapValues { $0.mapValues(\.value) }
        return inserted.sorted { $0.value.number < $1.value.number }.map { id, record in
            (id, record.cells.merging(cells[id] ?? [:]) { $1 })
        }
    }

    /// The cells that have other values afterwards, of records that were there before and still are.
    package var changed: [RecordID: [FieldID: Cell]] {
        var changed: [RecordID: [FieldID: Cell]] = [:]
        for (cell, edit) in cells where edit.base != edit.value {
            guard inserted[cell.record] == nil, deleted[cell.record] == nil else { continue }
            changed[cell.record, default: [:]][cell.field] = edit
        }
        return changed
    }

    /// The deleted records with the cells that they had before.
    package var removed: [RecordID: [FieldID: CellValue]] {
        let cells = cells(of: deleted).mapValues { $0.mapValues(\.base) }
        return Dictionary(
            deleted.map { id, record in (id, record.cells.merging(cells[id] ?? [:]) { $1 }) }
        ) { first, _ in first }
    }

    /// The new records that hold something else in a table by now, as far as that has their fields.
    func changedRecords(in table: RecordTable) -> Set<RecordID> {
        Set(
            inserted.lazy.filter { id, record in
                guard let index = table.index(of: id) else { return false }
                return record.records.schema.fields.enumerated().contains { place, field in
                    let value = cells[CellID(record: id, field: field.id)]?.value ?? record.records[record.index, place]
                    return table.schema.index(of: field.id).map { table[index, $0] != value } ?? false
                }
            }.map(\.key))
    }

    private func cells(of records: [RecordID: Record]) -> [RecordID: [FieldID: Cell]] {
        if records.isEmpty { return [:] }
        var found: [RecordID: [FieldID: Cell]] = [:]
        for (cell, edit) in cells where records[cell.record] != nil {
            found[cell.record, default: [:]][cell.field] = edit
        }
        return found
    }
}

extension NetChange.Record {
    fileprivate var cells: [FieldID: CellValue] {
        let fields = records.schema.fields.enumerated()
        return Dictionary(fields.map { ($1.id, records[index, $0]) }) { first, _ in first }
    }
}

/// What has become of the fields of a table.
struct NetFields: Sendable {
    /// The fields before.
    let base: Schema
    /// The fields afterwards.
    private(set) var schema: Schema
    /// Fields of ``base`` that were removed, if only for a while, as they were then.
    private(set) var removed: [FieldID: FieldContents] = [:]
    /// Fields that are not in ``base``, as they were when they were added.
    private(set) var added: [FieldID: FieldContents] = [:]
    /// Which field has taken the place of another, with another type.
    private var replaced: [FieldID: FieldID] = [:]

    fileprivate init(_ base: Schema) {
        (self.base, schema) = (base, base)
    }

    fileprivate mutating func add(_ change: FieldChange) {
        for field in change.removed where base.index(of: field.definition.id) != nil {
            removed[field.definition.id] = field
        }
        for field in change.inserted where base.index(of: field.definition.id) == nil {
            if added[field.definition.id] == nil { added[field.definition.id] = field }
        }
        for field in change.replaced { replaced[field.old] = field.new }
        schema = change.schema
    }

    /// Whether a field was there before, and is afterwards, whatever has become of it in between.
    func isBack(_ field: FieldDefinition) -> Bool {
        base.index(of: field.id) != nil && schema.index(of: field.id).map { schema[$0].type } == field.type
    }

    /// The fields that have taken the place of one, each with another type than the one before.
    func successors(of field: FieldID) -> [FieldID] {
        var ids: [FieldID] = []
        while ids.count <= replaced.count, let next = replaced[ids.last ?? field] { ids.append(next) }
        return ids
    }

    /// The field that has taken the place of one that is gone; `nil` if that was removed.
    func successor(of field: FieldID) -> FieldDefinition? {
        successors(of: field).lazy.compactMap { schema.index(of: $0) }.first.map { schema[$0] }
    }

    /// The field of ``base`` in whose place a new one is.
    func predecessor(of field: FieldID) -> FieldDefinition? {
        base.fields.first { schema.index(of: $0.id) == nil && successor(of: $0.id)?.id == field }
    }

    /// What a field was before, or when it was added.
    func first(_ field: FieldID) -> FieldDefinition? {
        base.index(of: field).map { base[$0] } ?? added[field]?.definition
    }

    /// What a field is afterwards, or was last.
    func last(_ field: FieldID) -> FieldDefinition? {
        schema.index(of: field).map { schema[$0] } ?? removed[field]?.definition ?? first(field)
    }
}
