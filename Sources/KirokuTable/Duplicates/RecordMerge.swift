/// The user's choices for a merge.
public struct MergeChoices: Sendable, Hashable {
    /// Where the value of a field comes from.
    public enum Source: Sendable, Hashable {
        /// From this record.
        case record(RecordID)
        /// From all records: texts below each other, several choices together.
        case all
    }

    /// The record that stays.
    public var kept: RecordID
    /// Where the values of fields come from, if not from the record that stays.
    public var sources: [FieldID: Source] = [:]

    /// A merge that keeps a record and its values.
    public init(keeping record: RecordID) {
        kept = record
    }
}

/// A merge of several records into one of them, with the chosen values, and its empty cells filled from the others.
///
/// A picture that is in no cell of the kept record is placed in an empty picture field, as long as there is one.
public struct RecordMerge: Sendable {
    /// The indexes of the records.
    public let records: [Int]
    /// The index of the kept record.
    public let kept: Int
    /// The values of the kept record after the merge, in field order.
    public private(set) var values: [CellValue] = []
    private let table: RecordTable
    /// The records that the values come from, in field order; −1 for those from all.
    private var sources: [Int?] = []
    private var pictures: Set<String> = []

    private static let all = -1
    private static let comparedLimit = 1_000

    /// Costs a look at the cells of each field up to the first filled one, and at all pictures.
    ///
    /// - Parameters:
    ///   - records: the records to merge; those that are not in the table are ignored.
    ///   - table: the current table.
    ///   - choices: the user's choices; those for other records or fields are ignored.
    /// - Returns: `nil` if fewer than two of the records exist.
    public init?(of records: some Sequence<RecordID>, in table: RecordTable, _ choices: MergeChoices) {
        let indexes = records.compactMap { table.index(of: $0) }
        guard let first = indexes.first, indexes.count > 1 else { return nil }
        self.records = indexes
        self.table = table
        let wanted = table.index(of: choices.kept)
        let kept = wanted.flatMap { indexes.contains($0) ? $0 : nil } ?? first
        self.kept = kept
        for field in table.schema.fields.indices {
            let (value, source) = value(ofField: field, choices.sources[table.schema[field].id])
            values.append(value)
            sources.append(source)
        }
        placePictures()
    }

    private func value(ofField field: Int, _ choice: MergeChoices.Source?) -> (CellValue, source: Int?) {
        if case .record(let id) = choice, let record = table.index(of: id), records.contains(record) {
            return (table[record, field], record)
        }
        if choice == .all, let joined = joined(field) { return (joined, Self.all) }
        let source = table.isFilled(kept, field) ? kept : records.first { table.isFilled($0, field) }
        return (source.map { table[$0, field] } ?? .empty, source)
    }

    private func joined(_ field: Int) -> CellValue? {
        let kind = table.schema[field].type.kind
        guard !table.schema[field].isPicture else { return nil }
        var met: Set<CellValue> = []
        var joined: CellValue?
        for record in [kept] + records.filter({ $0 != kept }) {
            let value = table[record, field]
            guard value != .empty, met.insert(value).inserted else { continue }
            guard let before = joined else {
                joined = value
                continue
            }
            guard let both = kind.cell(before, joining: value) else { return nil }
            joined = both
        }
        return met.count > 1 ? joined : nil
    }

    /// Puts the pictures of the deleted records into empty picture fields.
    private mutating func placePictures() {
        let fields = table.schema.fields.indices.filter { table.schema[$0].isPicture }
        guard !fields.isEmpty else { return }
        pictures = Set(fields.compactMap { String(values[$0]) })
        var free = fields.filter { values[$0] == .empty }
        for record in records {
            for field in fields {
                guard let name = String(table[record, field]), !name.isEmpty, !pictures.contains(name) else { continue }
                guard let place = free.first else { return }
                free.removeFirst()
                values[place] = table[record, field]
                sources[place] = record
                pictures.insert(name)
            }
        }
    }

    /// Whether the merged value of a field comes from this record's cell.
    public func isTaken(_ record: Int, _ field: Int) -> Bool {
        sources[field] == Self.all ? table.isFilled(record, field) : sources[field] == record
    }

    /// Whether the cell holds something that no cell will hold after the merge.
    public func isLost(_ record: Int, _ field: Int) -> Bool {
        guard table.isFilled(record, field), sources[field] != Self.all else { return false }
        let value = table[record, field]
        if value.isSame(as: values[field]) { return false }
        return !(table.schema[field].isPicture && String(value).map { pictures.contains($0) } == true)
    }

    /// Whether all values of a field can be kept, judging by the first records, which is fast.
    public func canJoin(_ field: Int) -> Bool {
        guard !table.schema[field].isPicture else { return false }
        let values = records.prefix(Self.comparedLimit).lazy.map { table[$0, field] }.filter { $0 != .empty }
        guard let first = values.first, let other = values.first(where: { $0 != first }) else { return false }
        return table.schema[field].type.kind.cell(first, joining: other) != nil
    }

    /// Whether all values of a field are kept.
    public func isJoined(_ field: Int) -> Bool { sources[field] == Self.all }

    /// Whether the merge would lose more than a different spelling of the same value.
    ///
    /// - Parameter compared: the indexes of the compared fields; in these, case, width, blanks and accents are ignored.
    func contradicts(in compared: Set<Int>) -> Bool {
        table.schema.fields.indices.contains { field in
            records.contains { record in
                guard isLost(record, field) else { return false }
                return !compared.contains(field) || !table[record, field].isAlike(values[field])
            }
        }
    }

    /// The new values of the kept record.
    package var edits: [CellChange] {
        table.schema.fields.indices.compactMap { field in
            let base = table[kept, field]
            if base == values[field] { return nil }
            return CellChange(
                record: table.ids[kept], field: table.schema[field].id, base: base, value: values[field])
        }
    }

    /// The deleted records.
    var merged: [Int] { records.filter { $0 != kept } }

    /// The change that makes the merge in its table, as one step (``ChangeTitle/mergeRecords(_:)``).
    public var change: Change { .merging(edits, merged, of: table) }
}

extension Change {
    /// Sets cells of kept records, and deletes others.
    static func merging(_ edits: [CellChange], _ merged: [Int], of table: RecordTable) -> Change {
        let removal = Change.deleteRecords(table.picked(at: RecordIndexes(merged)))
        return edits.isEmpty ? removal : .sequence([.setCells(edits), removal])
    }
}

extension CellValue {
    /// Whether both are the same value, however it is written, such as 12.5 and 12.50.
    func isSame(as other: CellValue) -> Bool { self == other || keyText == other.keyText && type == other.type }

    /// Whether both are the same, ignoring case, width, blanks and accents.
    fileprivate func isAlike(_ other: CellValue) -> Bool {
        guard let text = plainText, let otherText = other.plainText else { return false }
        return TextFolding.letters.folded(text) == TextFolding.letters.folded(otherText)
    }
}
