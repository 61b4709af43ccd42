import KirokuCore

/// What a paste will do, worked out before anything is changed.
///
/// Every pasted cell is read as if it were typed (see `EntryReader`). What does not fit its field is listed in
/// ``misfits``; it may be corrected there, and is otherwise pasted as unfit text.
public struct PastePlan: Sendable {
    /// A pasted cell that does not fit the type of its field.
    public struct Misfit: Sendable, Hashable {
        /// Of the pasted records, from 0, the header not counted.
        public let row: Int
        /// The index of the record in the table once all is pasted.
        public let record: Int
        /// The index of the field in the table.
        public let field: Int
        /// What was pasted, or what it was corrected to.
        public fileprivate(set) var text: String

        /// Whether both are the same pasted cell, whatever is in it now.
        public func isCell(of other: Misfit) -> Bool { row == other.row && field == other.field }
    }

    /// How many cells get another value than they have.
    public var editCount: Int { edits.count }
    /// How many records are added at the table's end.
    public var newRecordCount: Int { newRecords.count }
    /// How many records, the header not counted, and how many fields the paste goes to.
    public let size: (records: Int, fields: Int)
    /// How many fields of the block have no place in the table, and are left out.
    public let leftOutFieldCount: Int
    /// Whether the block's first record held the names of the fields, and is not pasted.
    public let hasHeader: Bool
    /// The cells that do not fit, in the order of the block.
    public private(set) var misfits: [Misfit]

    private let table: RecordTable
    private var edits: [CellEdit]
    private var newRecords: RecordTable
    /// For each misfit, where its value stands in ``edits``; `nil` for a cell of a new record.
    private var places: [Int?]

    /// Works the paste out; a block of a million cells takes a moment, so not on the main actor.
    ///
    /// If the block's first record holds the names of all fields it goes to, it is taken for a header: the pasted
    /// fields then go to those of the table, wherever they stand.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public init(_ block: PastedCells, into target: PasteTarget) throws(CancellationError) {
        let layout = PasteLayout(block, into: target)
        table = target.table
        hasHeader = layout.hasHeader
        leftOutFieldCount = layout.leftOutFieldCount
        size = (layout.recordCount, layout.columns.count)
        edits = []
        misfits = []
        places = []
        newRecords = RecordTable(schema: target.table.schema)
        let initialValues = table.schema.fields.map(\.initialValue)
        for row in 0..<layout.recordCount {
            if row & 0x3ff == 0, Task.isCancelled { throw CancellationError() }
            let isNew = row >= target.records.count
            let record = isNew ? table.count + row - target.records.count : target.records[row]
            var values = isNew ? initialValues : []
            for column in layout.columns {
                let value = layout.value(row: row, column: column, of: block)
                let isMisfit = value.isUnfit
                if isNew {
                    values[column.field] = value
                } else if isMisfit || table[record, column.field] != value {
                    edits.append(CellEdit(record: record, field: column.field, value: value))
                }
                if isMisfit, let text = value.plainText {
                    misfits.append(Misfit(row: row, record: record, field: column.field, text: text))
                    places.append(isNew ? nil : edits.count - 1)
                }
            }
            if isNew { newRecords.appendUnchecked(values) }
        }
    }

    /// Pastes another text in place of one that does not fit; if this one fits, the misfit is gone from the list.
    ///
    /// - Parameters:
    ///   - index: of the misfit in ``misfits``.
    ///   - text: what is pasted in its place.
    public mutating func correct(_ index: Int, to text: String) {
        let misfit = misfits[index]
        let value = EntryReader(type: table.schema[misfit.field].type).read(text)
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

    /// The paste as one change, or `nil` if it changes nothing.
    public var change: Change? { table.change(setting: edits, appending: newRecords) }
}
