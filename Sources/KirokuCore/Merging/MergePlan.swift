/// The result of merging imported records into a table, computed before anything changes.
///
/// With a key field, an imported record and a record of the table that have the same key are the same card, and the
/// cells that differ are set. All other imported records are added at the end. Without a key field, all are added.
/// Records that are only in the table stay as they are.
public struct MergePlan: Sendable {
    /// What the merge does with an imported record.
    public enum Outcome: Sendable, Hashable {
        /// The record is added, or fills cells of an added record with the same key.
        case added
        /// The table has the same card at this index, with equal cells.
        case same(record: Int)
        /// The table has the same card at this index, with other values in these fields of the table.
        case changed(record: Int, fields: [Int])
    }

    /// What the merge does with each imported record, in the order of the import.
    public private(set) var outcomes: [Outcome] = []
    /// How many records are added.
    public var newRecordCount: Int { newRecords.count }
    /// How many records of the table change in at least one cell.
    public private(set) var changedRecordCount = 0
    /// How many cells of the table change.
    public var changedCellCount: Int { edits.count }
    /// How many imported cells do not fit their field and become unfit text.
    public private(set) var unfitCount = 0
    /// The cells that break a rule of their field after the merge, and did not before.
    public private(set) var broken: BrokenByChange
    /// How many imported records have the key of an earlier one, or a key that occurs more than once in the table.
    ///
    /// Among records of the table, the first with that key is used; among imported ones, the last.
    public private(set) var repeatedKeyCount = 0
    /// The keys of these records, each once, in the order in which they were found to be repeated.
    public private(set) var repeatedKeys: [String] = []
    /// How many imported records change nothing.
    public var unchangedCount: Int { outcomes.count { if case .same = $0 { true } else { false } } }
    /// The indexes of the String fields of the table that become picture fields.
    public var newPictureFields: [Int] = []

    /// The records that are added.
    public private(set) var newRecords: RecordTable

    private let table: RecordTable
    private var edits: [CellEdit] = []

    /// Computes the merge; with a million records this takes seconds, so do not call it on the main actor.
    ///
    /// - Parameters:
    ///   - imported: the records to merge.
    ///   - table: the table to merge them into.
    ///   - matches: the fields to merge; other fields of `imported` are left out.
    ///   - key: one of `matches`; `nil` adds all records.
    ///   - datesAreDayFirst: the order of imported dates that could be either way round; `nil` to keep these as text.
    ///   - decimalSign: the decimal sign of imported texts that could have either; `nil` for that of other fields or of
    ///     the user's region.
    ///   - emptiesCells: whether an empty imported cell empties the cell in the table, which otherwise keeps its value.
    /// - Throws: `CancellationError` if the task is cancelled.
    public init(
        _ imported: RecordTable, into table: RecordTable, matches: [FieldMatch], key: FieldMatch?,
        datesAreDayFirst: Bool? = nil, decimalSign: SeparatedText.Style.DecimalSign? = nil, emptiesCells: Bool = false
    ) throws(CancellationError) {
        self.table = table
        newRecords = RecordTable(schema: table.schema)
        broken = BrokenByChange(nil, of: table)
        let order = datesAreDayFirst.map { $0 ? DateOrder.dayMonthYear : .monthDayYear }
        let sign = imported.decimalSignVotes.sign(decimalSign, nil)
        func field(_ match: FieldMatch) -> MergedField {
            MergedField(match, of: imported, into: table, emptiesCells: emptiesCells, order, sign)
        }
        let cells = matches.map(field)
        let keyCell = key.map(field)
        var keys = try MergeKeys(key, of: table)
        var initialValues = InitialValues(for: table)
        var sources = [MergedField?](repeating: nil, count: table.schema.count)
        for cell in cells { sources[cell.field] = cell }
        var latest: [Int: [Int: CellValue]] = [:]
        for row in 0..<imported.count {
            if row & 0x3ff == 0, Task.isCancelled { throw CancellationError() }
            switch keys.place(of: keyCell?.value(ofRow: row)?.keyText) {
            case .new:
                keys.addRecord(newRecords.count)
                newRecords.appendUnchecked(initialValues.next { sources[$0]?.value(ofRow: row) })
                outcomes.append(.added)
            case .added(let place):
                for cell in cells {
                    if let value = cell.value(ofRow: row) { set(value, ofNewRecord: place, field: cell.field) }
                }
                outcomes.append(.added)
            case .record(let record):
                var fields: [Int] = []
                for cell in cells {
                    guard let value = cell.value(ofRow: row) else { continue }
                    let isNews = table[record, cell.field] != value
                    guard isNews || latest[record]?[cell.field] != nil else { continue }
                    latest[record, default: [:]][cell.field] = value
                    if isNews { fields.append(cell.field) }
                }
                outcomes.append(fields.isEmpty ? .same(record: record) : .changed(record: record, fields: fields))
            }
        }
        repeatedKeyCount = keys.repeatedCount
        repeatedKeys = keys.repeatedKeys
        collectEdits(latest, of: table)
        unfitCount = newRecords.unfitCount + edits.count { if case .unfit = $0.value { true } else { false } }
        broken = BrokenByChange(change, of: table)
    }

    /// Which keys occur more than once, and which of their records are used, for the user.
    public var repeatedKeysMessage: String {
        let keys = repeatedKeys.prefix(5).map { ShownText.short($0) }.joined(separator: ", ")
        return localized(
            "{count} record has a key that occurs more than once; the last one is used: {keys}",
            "{count} records have keys that occur more than once; the last ones are used: {keys}",
            count: repeatedKeyCount, ["keys": keys + (repeatedKeys.count > 5 ? ", …" : "")])
    }

    /// The merge as one change, or `nil` if it changes nothing.
    public var change: Change? {
        .marking(newPictureFields, of: table, before: table.change(setting: edits, appending: newRecords))
    }

    private mutating func set(_ value: CellValue, ofNewRecord record: Int, field: Int) {
        do {
            try newRecords.set(value, at: record, field: field)
        } catch {
            preconditionFailure("a merged value was made to fit its field: \(error)")
        }
    }

    /// Turns the final values of changed records into edits, in record order.
    private mutating func collectEdits(_ latest: [Int: [Int: CellValue]], of table: RecordTable) {
        for record in latest.keys.sorted() {
            let values = latest[record, default: [:]].filter { table[record, $0.key] != $0.value }
            if !values.isEmpty { changedRecordCount += 1 }
            for field in values.keys.sorted() {
                edits.append(CellEdit(record: record, field: field, value: values[field, default: .empty]))
            }
        }
    }
}
