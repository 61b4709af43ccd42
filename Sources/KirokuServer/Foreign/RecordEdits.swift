import KirokuCore

/// The net effect of edits on each record.
struct RecordEdits {
    /// New records with their cells, in the order in which they were added.
    let added: [(record: RecordID, cells: [FieldID: CellValue])]
    let changed: [RecordID: CellEdits]
    /// Deleted records with the cells that they had before the edit.
    let deleted: [RecordID: [FieldID: CellValue]]
    /// Whether fields are changed in a way that concerns the table, not only their display here.
    let changesFields: Bool

    init(_ changes: some Sequence<Change>) {
        let net = NetChange(changes)
        (added, changed, deleted) = (net.added, net.changed, net.removed)
        changesFields = changes.contains { $0.changesTableFields }
    }

    /// All records that are already in the table.
    var records: Set<RecordID> { Set(changed.keys).union(deleted.keys) }

    /// All records.
    var allRecords: Set<RecordID> { records.union(added.lazy.map(\.record)) }
}

extension Change {
    fileprivate var changesTableFields: Bool {
        switch self {
        case .changeFields(let change): !change.isOfLooks
        case .sequence(let changes): changes.contains { $0.changesTableFields }
        case .setCells, .insertRecords, .deleteRecords, .setPlaces: false
        }
    }
}
