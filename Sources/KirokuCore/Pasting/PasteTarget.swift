/// Where cells are pasted: the table, and the records and fields of it that take them, in the order in which they are
/// shown.
public struct PasteTarget: Sendable {
    /// The table as it was when the paste was asked for.
    public let table: RecordTable
    /// Records that take the pasted ones, the first for the first; pasted records beyond them become new ones.
    public let records: [Int]
    /// Fields that take the pasted ones, the first for the first; what is pasted beyond them is left out.
    public let fields: [Int]

    /// A target of records and fields by their indexes.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldOutOfRange(index:count:)``.
    public init(table: RecordTable, records: [Int], fields: [Int]) throws(TableError) {
        if let record = records.first(where: { !(0..<table.count).contains($0) }) {
            throw .recordOutOfRange(index: record, count: table.count)
        }
        if let field = fields.first(where: { !(0..<table.schema.count).contains($0) }) {
            throw .fieldOutOfRange(index: field, count: table.schema.count)
        }
        self.table = table
        self.records = records
        self.fields = fields
    }
}
