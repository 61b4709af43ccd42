import KirokuCore

/// New records and changed cells for a table on a server.
public struct ServerChanges: Sendable {
    /// The basis of the changes: the table, and the records to change.
    let contents: ServerContents
    /// The new records, with the fields of the table.
    let newRecords: RecordTable
    /// The indexes of the fields for which the new records have values; the server fills in the others.
    let fields: [Int]
    /// The changed cells of records of the contents, in the order of their keys.
    let cells: [CellChange]
    /// Whether the new records are the user's input in the same order, so that their numbers are meaningful.
    let numbersRecords: Bool

    /// - Parameters:
    ///   - contents: the basis of the changes.
    ///   - newRecords: records with the fields of the table.
    ///   - fields: the indexes of the fields for which these have values.
    ///   - change: changes cells of the records in `contents`; other parts of it are left out.
    ///   - numbersRecords: whether errors name a new record by its number.
    public init(
        to contents: ServerContents, adding newRecords: RecordTable, fields: Set<Int>, change: Change? = nil,
        numbersRecords: Bool = true
    ) {
        self.contents = contents
        self.newRecords = newRecords
        self.numbersRecords = numbersRecords
        let source = contents.source
        self.fields = fields.sorted().filter { source.columns[$0].isInsertable }
        let identity = Set(source.identity.map { source.schema[$0].id })
        let changed = NetChange(change.map { [$0] } ?? []).changed.flatMap { record, cells in
            cells.map { CellChange(record: record, field: $0, base: $1.base, value: $1.value) }
        }
        // The key comes last, because it identifies the record.
        let order = { (cell: CellChange) in (cell.record, identity.contains(cell.field) ? 1 : 0, cell.field) }
        cells = changed.sorted { order($0) < order($1) }
    }

    /// Whether there is nothing to write.
    public var isEmpty: Bool { newRecords.count == 0 && cells.isEmpty }
}
