/// What others have changed while the document was open here, which undo and redo leave alone.
struct ChangedElsewhere: Sendable {
    /// The records in which they have set cells, and the fields in which they have entered something.
    private(set) var records: Set<RecordID> = []
    private(set) var fields: Set<FieldID> = []

    mutating func add(_ change: Change) {
        switch change {
        case .setCells(let cells):
            records.formUnion(cells.lazy.map(\.record))
            fields.formUnion(cells.lazy.map(\.field))
        case .deleteRecords(let gone): records.subtract(gone.ids)
        case .insertRecords(let new):
            for (place, field) in new.schema.fields.enumerated()
            where !fields.contains(field.id) && new.ids.indices.contains(where: { new[$0, place] != .empty }) {
                fields.insert(field.id)
            }
        case .changeFields(let change):
            for contents in change.inserted
            where contents.records.indices.contains(where: { contents.value(at: $0) != .empty }) {
                fields.insert(contents.definition.id)
            }
        case .sequence(let changes): for change in changes { add(change) }
        case .setPlaces: break
        }
    }
}
