import KirokuCore

/// What edits do to each record in the end, whatever they did in between.
struct RecordEdits {
    /// New records with their cells, in the order in which they were added.
    let added: [(record: RecordID, cells: [FieldID: CellValue])]
    let changed: [RecordID: CellEdits]
    /// Deleted records with the cells that they had before the edit.
    let deleted: [RecordID: [FieldID: CellValue]]
    /// Whether fields are changed in a way that concerns the table, and not only how they are shown here.
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
