import KirokuCore

/// What edits do to each record in the end, whatever they did in between.
struct RecordEdits {
    /// A cell before and afterwards.
    typealias Cell = (base: CellValue, value: CellValue)

    /// New records with their cells, in the order in which they were added.
    private(set) var added: [(record: RecordID, cells: [FieldID: CellValue])] = []
    private(set) var changed: [RecordID: [FieldID: Cell]] = [:]
    /// Deleted records with the cells that they had before the edit.
    private(set) var deleted: [RecordID: [FieldID: CellValue]] = [:]
    /// Whether fields are changed in a way that concerns the table, and not only how they are shown here.
    private(set) var changesFields = false

    init(_ changes: some Sequence<Change>) {
        for change in changes { add(change) }
        changed = changed.mapValues { $0.filter { $1.base != $1.value } }.filter { !$1.isEmpty }
    }

    /// All records that are already in the table.
    var records: Set<RecordID> { Set(changed.keys).union(deleted.keys) }

    /// All records.
    var allRecords: Set<RecordID> { records.union(added.map(\.record)) }

    private mutating func add(_ change: Change) {
        switch change {
        case .setCells(let cells): for cell in cells { set(cell) }
        case .insertRecords(let records):
            for index in records.ids.indices { added.append((records.ids[index], Self.cells(index, of: records))) }
        case .deleteRecords(let records):
            for index in records.ids.indices { delete(records.ids[index], Self.cells(index, of: records)) }
        // In the table, records have no order.
        case .setPlaces: break
        case .changeFields(let change): changesFields = changesFields || !change.isOfLooks
        case .sequence(let changes): for change in changes { add(change) }
        }
    }

    private mutating func set(_ cell: CellChange) {
        if let index = added.firstIndex(where: { $0.record == cell.record }) {
            added[index].cells[cell.field] = cell.value
        } else {
            let base = changed[cell.record]?[cell.field]?.base ?? cell.base
            changed[cell.record, default: [:]][cell.field] = (base, cell.value)
        }
    }

    private mutating func delete(_ record: RecordID, _ cells: [FieldID: CellValue]) {
        if let index = added.firstIndex(where: { $0.record == record }) {
            added.remove(at: index)
        } else {
            let before = changed.removeValue(forKey: record) ?? [:]
            deleted[record] = cells.merging(before.mapValues(\.base)) { $1 }
        }
    }

    private static func cells(_ index: Int, of records: RecordTable) -> [FieldID: CellValue] {
        let fields = records.schema.fields
        return Dictionary(uniqueKeysWithValues: fields.indices.map { (fields[$0].id, records[index, $0]) })
    }
}
