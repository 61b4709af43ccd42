import KirokuCore

/// Which field of a pasted block goes to which field of the table.
struct PasteLayout {
    struct Column {
        /// The index in the block.
        let source: Int
        /// The index in the table.
        let field: Int
        let reader: EntryReader
        /// The form that the numbers of the column have in common, if they are not plain.
        let form: NumberForm?
    }

    let hasHeader: Bool
    let columns: [Column]
    let leftOutFieldCount: Int
    /// Does not count the header.
    let recordCount: Int

    init(_ block: PastedCells, into target: PasteTarget) {
        let fields = Self.fieldsNamed(by: block.firstRecord, in: target.table.schema)
        hasHeader = fields != nil
        let places = fields ?? Array(target.fields.prefix(block.fieldCount))
        columns = places.enumerated().map { source, field in
            let definition = target.table.schema[field]
            return Column(
                source: source, field: field, reader: EntryReader(type: definition.type, options: definition.options),
                form: definition.type.showsNumbers
                    ? block.numberForm(ofField: source, from: fields != nil ? 1 : 0) : nil)
        }
        leftOutFieldCount = block.fieldCount - columns.count
        recordCount = block.recordCount - (hasHeader ? 1 : 0)
    }

    /// The value to paste, and whether it is a number only without the signs around it; an empty cell of the block
    /// empties its target.
    func value(row: Int, column: Column, of block: PastedCells) -> (value: CellValue, isFormatted: Bool) {
        guard let text = block.text(record: row + (hasHeader ? 1 : 0), field: column.source) else {
            return (.empty, false)
        }
        // Quotes with nothing between them are an empty text; no text is an empty cell.
        if text.isEmpty, column.reader.type.holdsText { return (.string(""), false) }
        if let plain = column.form?.plain(text) {
            let value = column.reader.read(plain)
            if !value.isUnfit { return (value, plain != text) }
        }
        let value = column.reader.read(text)
        // People also type percentages, but the user is told how they were understood.
        let isPercentage = text.contains { "%％".contains($0) }
        guard value.isUnfit || isPercentage, column.reader.type.showsNumbers, let number = FormattedNumber(text) else {
            return (value, false)
        }
        let formatted = column.reader.read(number.plainText)
        return formatted.isUnfit ? (value, false) : (formatted, true)
    }

    /// The formats that fields get: those of the pasted numbers, if a field shows its numbers as typed and has no
    /// numbers except those that are overwritten.
    func formats(_ block: PastedCells, in target: PasteTarget) -> [Int: NumberFormat] {
        let table = target.table
        let pasted = Set(target.records.prefix(recordCount))
        var formats: [Int: NumberFormat] = [:]
        for column in columns {
            let field = table.schema[column.field]
            guard field.type.showsNumbers, field.numberFormat == .asTyped,
                let format = block.format(ofField: column.source, from: hasHeader ? 1 : 0), format != .asTyped,
                !(field.type.holdsWholeNumbers && format.isPercent),
                !(0..<table.count).contains(where: { table.isFilled($0, column.field) && !pasted.contains($0) })
            else { continue }
            formats[column.field] = field.type.holdsWholeNumbers ? format.with(places: nil) : format
        }
        return formats
    }

    /// The fields with these names, each once; `nil` if any name is missing, unknown or repeated.
    ///
    /// A single cell is never a header: people paste words into text fields.
    private static func fieldsNamed(by names: [String?], in schema: Schema) -> [Int]? {
        guard names.count > 1 else { return nil }
        let fields = names.compactMap { name in name.flatMap { schema.index(named: $0) } }
        return fields.count == names.count && Set(fields).count == fields.count ? fields : nil
    }
}

/// Where cells are pasted: a table, with the records and fields that take them, in the order in which they are shown.
public struct PasteTarget: Sendable {
    /// The table at the time of the paste command.
    public let table: RecordTable
    /// The records that take the pasted ones, in order; further pasted records become new ones.
    public let records: [Int]
    /// The fields that take the pasted ones, in order; further pasted fields are left out.
    public let fields: [Int]

    /// Creates a target from the indexes of records and fields.
    ///
    /// - Throws: `TableError.recordOutOfRange(index:count:)`, `TableError.fieldOutOfRange(index:count:)`.
    public init(table: RecordTable, records: [Int], fields: [Int]) throws(TableError) {
        if let record = records.first(where: { !(0..<table.count).contains($0) }) {
            throw Reports.refused("KRK_PS_TG", .recordOutOfRange(index: record, count: table.count))
        }
        if let field = fields.first(where: { !(0..<table.schema.count).contains($0) }) {
            throw Reports.refused("KRK_PS_TG", .fieldOutOfRange(index: field, count: table.schema.count))
        }
        self.table = table
        self.records = records
        self.fields = fields
    }
}
