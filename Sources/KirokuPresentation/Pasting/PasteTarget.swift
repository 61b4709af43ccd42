import KirokuCore

/// Which field of a pasted block goes to which field of the table.
struct PasteLayout {
    struct Column {
        /// Of the block.
        let source: Int
        /// Of the table.
        let field: Int
        let reader: EntryReader
    }

    let hasHeader: Bool
    let columns: [Column]
    let leftOutFieldCount: Int
    /// Without the header.
    let recordCount: Int

    init(_ block: PastedCells, into target: PasteTarget) {
        let fields = Self.fieldsNamed(by: block.firstRecord, in: target.table.schema)
        hasHeader = fields != nil
        let places = fields ?? Array(target.fields.prefix(block.fieldCount))
        columns = places.enumerated().map { source, field in
            Column(source: source, field: field, reader: EntryReader(type: target.table.schema[field].type))
        }
        leftOutFieldCount = block.fieldCount - columns.count
        recordCount = block.recordCount - (hasHeader ? 1 : 0)
    }

    /// What is pasted there; a cell without anything empties the one it goes to.
    func value(row: Int, column: Column, of block: PastedCells) -> CellValue {
        guard let text = block.text(record: row + (hasHeader ? 1 : 0), field: column.source) else { return .empty }
        // An empty text in quotes is a text, though typing nothing means nothing.
        if text.isEmpty, column.reader.type.holdsText { return .string("") }
        return column.reader.read(text)
    }

    /// The fields whose names these are, all of them and each once; `nil` if that is not so.
    ///
    /// A single cell is no header: people paste words into text fields.
    private static func fieldsNamed(by names: [String?], in schema: Schema) -> [Int]? {
        guard names.count > 1 else { return nil }
        let fields = names.compactMap { name in name.flatMap { schema.index(named: $0) } }
        return fields.count == names.count && Set(fields).count == fields.count ? fields : nil
    }
}

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
    /// - Throws: `TableError.recordOutOfRange(index:count:)`, `TableError.fieldOutOfRange(index:count:)`.
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
