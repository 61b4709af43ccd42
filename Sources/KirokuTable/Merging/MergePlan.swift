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
    /// How many imported cells do not fit their field and become unfit text.
    public private(set) var unfitCount = 0
    /// The cells that break a rule of their field after the merge, and did not before.
    public private(set) var broken: BrokenByChange
    /// How many imported records have the key of an earlier one, or a key that occurs more than once in the table.
    ///
    /// Among records of the table, the first with that key is used; among imported ones, the last.
    public private(set) var repeatedKeyCount = 0
    /// The keys of these records, each once, in the order in which they were found to be repeated.
    private(set) var repeatedKeys: [String] = []
    /// How many imported records change nothing.
    public var unchangedCount: Int { outcomes.count { if case .same = $0 { true } else { false } } }
    /// The indexes of the fields that become picture fields by the merge, because the records name pictures.
    public var pictureFields: [Int] = []

    /// The records that are added.
    public private(set) var newRecords: RecordTable

    /// The edits of cells of the table.
    package private(set) var edits: [CellEdit] = []

    private let table: RecordTable

    /// Computes the merge; with a million records this takes seconds, so do not call it on the main actor.
    ///
    /// An empty cell is no value: a record of the table keeps its own, and a new one has its field's initial value.
    ///
    /// - Parameters:
    ///   - imported: the records to merge.
    ///   - table: the table to merge them into, which has the fields of `imported`.
    ///   - key: the index of the field that identifies records; `nil` adds all of them.
    /// - Throws: ``MergeError``.
    public init(_ imported: FittedRecords, into table: RecordTable, key: Int?) throws(MergeError) {
        if let key, !imported.fields.contains(key) { throw .keyIsMissing(field: table.schema[key].name) }
        self.table = table
        newRecords = RecordTable(schema: table.schema)
        broken = BrokenByChange(nil, of: table)
        if key == nil, let records = imported.asNew(in: table) {
            newRecords = records
            outcomes = Array(repeating: .added, count: records.count)
        } else {
            try merge(imported, into: table, key: key)
        }
        unfitCount = newRecords.unfitCount + edits.count { $0.value.isUnfit }
        broken = BrokenByChange(change, of: table)
    }

    private mutating func merge(_ imported: FittedRecords, into table: RecordTable, key: Int?) throws(MergeError) {
        let (records, fields) = (imported.table, imported.fields.sorted())
        var keys = try MergeKeys(key, of: table)
        var initialValues = InitialValues(for: table)
        var latest: [Int: [Int: CellValue]] = [:]
        for row in 0..<records.count {
            if row & 0x3ff == 0, Task.isCancelled { throw .cancelled }
            switch keys.place(of: key.flatMap { records[row, $0].keyText }) {
            case .new:
                keys.addRecord(newRecords.count)
                newRecords.appendUnchecked(
                    initialValues.next { imported.fields.contains($0) ? records.value(row, $0) : nil })
                outcomes.append(.added)
            case .added(let place):
                for field in fields {
                    if let value = records.value(row, field) { set(value, ofNewRecord: place, field: field) }
                }
                outcomes.append(.added)
            case .record(let record):
                var changed: [Int] = []
                for field in fields {
                    guard let value = records.value(row, field) else { continue }
                    let isNews = table[record, field] != value
                    guard isNews || latest[record]?[field] != nil else { continue }
                    latest[record, default: [:]][field] = value
                    if isNews { changed.append(field) }
                }
                outcomes.append(changed.isEmpty ? .same(record: record) : .changed(record: record, fields: changed))
            }
        }
        repeatedKeyCount = keys.repeatedCount
        repeatedKeys = keys.repeatedKeys
        collectEdits(latest, of: table)
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
        .marking(
            pictureFields.filter { !table.schema[$0].isPicture }, of: table,
            before: table.change(setting: edits, appending: newRecords))
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

/// Why an import cannot be merged.
public enum MergeError: Error, Hashable {
    /// The imported records have no values for the field that identifies records.
    case keyIsMissing(field: String)
    /// The task was cancelled.
    case cancelled

    /// What to tell the user.
    public var message: String {
        switch self {
        case .keyIsMissing(let field):
            localized("The key “{field}” must be a field of both the document and the file.", ["field": field])
        case .cancelled: StorageError.cancelled.message
        }
    }
}

extension FittedRecords {
    /// The records as they are added to a table if all are new; `nil` if empty cells among them get values there.
    fileprivate func asNew(in target: RecordTable) -> RecordTable? {
        let initial = target.schema.fields
        guard initial.allSatisfy({ $0.initialSource == nil }),
            fields.allSatisfy({ initial[$0].initialValue == .empty })
        else { return nil }
        let cells = initial.indices.map { field in
            fields.contains(field)
                ? table.cells[field]
                : FieldCells(repeating: initial[field].initialValue, type: initial[field].type, count: table.count)
        }
        return RecordTable(schema: target.schema, ids: table.ids, cells: cells)
    }
}

extension RecordTable {
    /// The value of a cell; `nil` if it is empty.
    fileprivate func value(_ record: Int, _ field: Int) -> CellValue? {
        let value = self[record, field]
        return value == .empty ? nil : value
    }
}
