/// Records as they were at a moment; only those that were changed are known.
package struct SharedImages: Sendable {
    private var rows: [(id: RecordID, place: Place, cells: [CellValue])] = []
    private var ids: Set<RecordID> = []

    package init() {}

    /// Adds a record, unless it is already there.
    ///
    /// - Parameter cells: a value for each field.
    package mutating func add(_ id: RecordID, place: Place, cells: [CellValue]) {
        guard ids.insert(id).inserted else { return }
        rows.append((id, place, cells))
    }

    /// The change from these records to those.
    ///
    /// - Parameter schema: the fields of both.
    package func change(to other: SharedImages, _ schema: Schema) -> Change {
        .sequence(table(schema).difference(to: other.table(schema), in: ids.union(other.ids).sorted()))
    }

    private func table(_ schema: Schema) -> RecordTable {
        RecordTable(schema: schema, inOrder: rows.sorted { ($0.place, $0.id) < ($1.place, $1.id) })
    }
}
