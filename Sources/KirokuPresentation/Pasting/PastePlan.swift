import KirokuCore

/// What a paste will do, computed before anything is changed.
///
/// Every pasted cell is read by an `EntryReader`. Cells that do not fit their fields are listed in
/// ``misfits``; unless they are corrected there, they are pasted as unfit text.
public struct PastePlan: Sendable {
    /// A pasted cell that does not fit the type of its field.
    public struct Misfit: Sendable, Hashable {
        /// The index among the pasted records, not counting the header.
        public let row: Int
        /// The index of the record in the table after the paste.
        public let record: Int
        /// The index of the field in the table.
        public let field: Int
        /// The pasted text, or its correction.
        public fileprivate(set) var text: String

        /// Whether both are the same pasted cell, whatever it holds now.
        public func isCell(of other: Misfit) -> Bool { row == other.row && field == other.field }
    }

    /// The number of records added at the end of the table.
    public var newRecordCount: Int { newRecords.count }
    /// The number of records in which something else stood before.
    public private(set) var overwrittenRecordCount = 0
    /// The number of cells that are numbers without the signs of the user's language around them, such as “$1,234.50”.
    public private(set) var formattedCount = 0
    /// The text of the first of them.
    public private(set) var formattedExample: String?
    /// The number of pasted records, not counting the header, and of pasted fields.
    public let size: (records: Int, fields: Int)
    /// The number of fields in the block that are left out because the table has no field for them.
    public let leftOutFieldCount: Int
    /// Whether the first record of the block holds the names of fields and is not pasted.
    public let hasHeader: Bool
    /// The cells that do not fit, in the order of the block.
    public private(set) var misfits: [Misfit]

    /// The cells that break a rule of their field after the paste, and did not before.
    public private(set) var broken: BrokenByChange

    /// The number of fields that get the format of the pasted numbers.
    public var formattedFieldCount: Int { formats.count }

    /// The edits of existing cells.
    private(set) var edits: [CellEdit]

    private let table: RecordTable
    private let formats: [Int: NumberFormat]
    private var newRecords: RecordTable
    /// The index in ``edits`` of the value of each misfit; `nil` for a cell of a new record.
    private var places: [Int?]

    /// Computes the paste.
    ///
    /// A block of a million cells takes a moment, so do not call this on the main actor. If every text in the block's
    /// first record is the name of a field, that record is taken as a header: the pasted fields then go to the fields
    /// with those names, wherever these are.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public init(_ block: PastedCells, into target: PasteTarget) throws(CancellationError) {
        let layout = PasteLayout(block, into: target)
        table = target.table
        hasHeader = layout.hasHeader
        leftOutFieldCount = layout.leftOutFieldCount
        size = (layout.recordCount, layout.columns.count)
        formats = layout.formats(block, in: target)
        edits = []
        misfits = []
        places = []
        newRecords = RecordTable(schema: target.table.schema)
        broken = BrokenByChange(nil, of: table)
        var initialValues = InitialValues(for: table)
        let noValues = [CellValue?](repeating: nil, count: table.schema.count)
        for row in 0..<layout.recordCount {
            if row & 0x3ff == 0, Task.isCancelled { throw CancellationError() }
            let isNew = row >= target.records.count
            let record = isNew ? table.count + row - target.records.count : target.records[row]
            var values: [CellValue?] = isNew ? noValues : []
            var isOverwritten = false
            for column in layout.columns {
                let (value, isFormatted) = layout.value(row: row, column: column, of: block)
                if isFormatted, let text = block.text(record: row + (hasHeader ? 1 : 0), field: column.source) {
                    formattedCount += 1
                    formattedExample = formattedExample ?? text
                }
                let isMisfit = value.isUnfit
                if isNew {
                    values[column.field] = value
                } else if isMisfit || table[record, column.field] != value {
                    edits.append(CellEdit(record: record, field: column.field, value: value))
                    isOverwritten = isOverwritten || table.isFilled(record, column.field)
                }
                if isMisfit, let text = value.plainText {
                    misfits.append(Misfit(row: row, record: record, field: column.field, text: text))
                    places.append(isNew ? nil : edits.count - 1)
                }
            }
            if isNew { newRecords.appendUnchecked(initialValues.next { values[$0] }) }
            if isOverwritten { overwrittenRecordCount += 1 }
        }
        broken = BrokenByChange(cells, of: table)
    }

    /// Replaces the text of a misfit; if the new text fits, the misfit is removed from the list.
    ///
    /// - Parameters:
    ///   - index: the index in ``misfits``.
    ///   - text: the text to paste instead.
    public mutating func correct(_ index: Int, to text: String) {
        let misfit = misfits[index]
        let value = EntryReader.typing(into: table.schema[misfit.field]).read(text)
        if let place = places[index] {
            edits[place] = CellEdit(record: misfit.record, field: misfit.field, value: value)
        } else {
            set(value, of: misfit)
        }
        if value.isUnfit {
            misfits[index].text = text
        } else {
            misfits.remove(at: index)
            places.remove(at: index)
        }
    }

    private mutating func set(_ value: CellValue, of misfit: Misfit) {
        do {
            try newRecords.set(value, at: misfit.record - table.count, field: misfit.field)
        } catch {
            preconditionFailure("what was read for a field fits it, as unfit text if need be: \(error)")
        }
    }

    /// Whether some cells will have to be fixed.
    public var leavesCellsToFix: Bool { !misfits.isEmpty || broken.count > 0 }

    /// The paste as one change, or `nil` if it changes nothing.
    public var change: Change? { Change.showing(formats, of: table, before: cells) }

    private var cells: Change? { table.change(setting: edits, appending: newRecords) }
}
