import KirokuCore

/// What edits do to each record in the end, whatever they did in between.
struct RecordEdits {
    /// New records with their cells, in the order in which they were added.
    private(set) var added: [(record: RecordID, cells: [FieldID: CellValue])] = []
    /// The same while edits are gone through.
    private var new: [RecordID: (number: Int, cells: [FieldID: CellValue])] = [:]
    private var newCount = 0
    private(set) var changed: [RecordID: CellEdits] = [:]
    /// Deleted records with the cells that they had before the edit.
    private(set) var deleted: [RecordID: [FieldID: CellValue]] = [:]
    /// Whether fields are changed in a way that concerns the table, and not only how they are shown here.
    private(set) var changesFields = false

    init(_ changes: some Sequence<Change>) {
        for change in changes { add(change) }
        added = new.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.cells) }
        changed = changed.mapValues { $0.filter { $1.base != $1.value } }.filter { !$1.isEmpty }
    }

    /// All records that are already in the table.
    var records: Set<RecordID> { Set(changed.keys).union(deleted.keys) }

    /// All records.
    var allRecords: Set<RecordID> { records.union(new.keys) }

    private mutating func add(_ change: Change) {
        switch change {
        case .setCells(let cells): for cell in cells { set(cell) }
        case .insertRecords(let records):
            for index in records.ids.indices {
                newCount += 1
                new[records.ids[index]] = (newCount, Self.cells(index, of: records))
            }
        case .deleteRecords(let records):
            for index in records.ids.indices { delete(records.ids[index], Self.cells(index, of: records)) }
        // In the table, records have no order.
        case .setPlaces: break
        case .changeFields(let change): changesFields = changesFields || !change.isOfLooks
        case .sequence(let changes): for change in changes { add(change) }
        }
    }

    private mutating func set(_ cell: CellChange) {
        if new[cell.record] != nil {
            new[cell.record]?.cells[cell.field] = cell.value
        } else {
            let base = changed[cell.record]?[cell.field]?.base ?? cell.base
            changed[cell.record, default: [:]][cell.field] = (base, cell.value)
        }
    }

    private mutating func delete(_ record: RecordID, _ cells: [FieldID: CellValue]) {
        if new.removeValue(forKey: record) == nil {
            let before = changed.removeValue(forKey: record) ?? [:]
            deleted[record] = cells.merging(before.mapValues(\.base)) { $1 }
        }
    }

    private static func cells(_ index: Int, of records: RecordTable) -> [FieldID: CellValue] {
        let fields = records.schema.fields
        return Dictionary(uniqueKeysWithValues: fields.indices.map { (fields[$0].id, records[index, $0]) })
    }
}
