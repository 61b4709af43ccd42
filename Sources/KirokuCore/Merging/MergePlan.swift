/// What taking imported records into a table will do, worked out before anything is changed.
///
/// With a key field, a record of the import and one of the table that have the same key are the same card: the cells
/// that differ are set. Every other imported record is a new one at the end. Without a key all are new. Records of the
/// table that the import does not have stay as they are.
public struct MergePlan: Sendable {
    /// What becomes of an imported record.
    public enum Outcome: Sendable, Hashable {
        /// It is added.
        case added
        /// Its card is in the table already, and equal, at this index.
        case same(record: Int)
        /// Its card is in the table, at this index, and gets other values in these fields of the table.
        case changed(record: Int, fields: [Int])
    }

    /// What becomes of each imported record, in their order.
    public private(set) var outcomes: [Outcome] = []
    /// How many records are added.
    public var newRecordCount: Int { newRecords.count }
    /// How many records of the table get another value in at least one cell.
    public private(set) var changedRecordCount = 0
    /// How many cells of the table get another value.
    public var changedCellCount: Int { edits.count }
    /// How many imported cells do not fit their field, and are taken as unfit text.
    public private(set) var unfitCount = 0
    /// How many imported records have a key that stands more than once, in the import or in the table.
    ///
    /// The first record of the table with that key is the one that is meant; of imported ones the last one counts.
    public private(set) var repeatedKeyCount = 0
    /// These keys, in the order in which they were met again.
    public private(set) var repeatedKeys: [String] = []
    /// How many imported records change nothing.
    public var unchangedCount: Int { outcomes.count { if case .same = $0 { true } else { false } } }
    /// The String fields of the table that get the mark of pictures.
    public var newPictureFields: [Int] = []

    /// The records that are added.
    public private(set) var newRecords: RecordTable

    private let table: RecordTable
    private var edits: [CellEdit] = []

    /// Works the merge out; a million records take seconds, so not on the main actor.
    ///
    /// - Parameters:
    ///   - imported: the records to take in.
    ///   - table: the table that takes them.
    ///   - matches: which field goes where; fields of `imported` without a match are left out.
    ///   - key: one of `matches`, or `nil` to add all records.
    ///   - emptiesCells: whether an empty imported cell empties the one in the table; otherwise that one stays.
    /// - Throws: `CancellationError` if the task is cancelled.
    public init(
        _ imported: RecordTable, into table: RecordTable, matches: [FieldMatch], key: FieldMatch?,
        emptiesCells: Bool = false
    ) throws(CancellationError) {
        self.table = table
        newRecords = RecordTable(schema: table.schema)
        let cells = matches.map { MergedField($0, of: imported, into: table, emptiesCells: emptiesCells) }
        let keyCell = key.map { MergedField($0, of: imported, into: table, emptiesCells: emptiesCells) }
        var keys = try MergeKeys(key, of: table)
        let initialValues = table.schema.fields.map(\.initialValue)
        var latest: [Int: [Int: CellValue]] = [:]
        for row in 0..<imported.count {
            if row & 0x3ff == 0, Task.isCancelled { throw CancellationError() }
            switch keys.place(of: keyCell?.value(ofRow: row)?.plainText) {
            case .new:
                var values = initialValues
                for cell in cells {
                    if let value = cell.value(ofRow: row) { values[cell.field] = value }
                }
                keys.addRecord(newRecords.count)
                newRecords.appendUnchecked(values)
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
    }

    /// Which keys are there more than once, and what becomes of their records, for the user.
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

    /// Turns what records get in the end into edits, in record order.
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
