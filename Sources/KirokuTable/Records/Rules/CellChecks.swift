/// Which cells of a table break a rule of their field.
///
/// Created once, which costs several passes over the fields with rules, and then updated change by change.
public struct CellChecks: Sendable {
    /// The largest number of changed records that are checked one by one; if there are more, all are checked again.
    static let fewRecords = 64

    private struct Checked: Sendable {
        let check: FieldCheck
        /// Whether cells satisfy the rules for single cells.
        var kept: PresenceBits
        var unique: UniqueCheck?

        /// Which of the 64 records from `64 * index` on break a rule.
        func brokenWord(at index: Int) -> UInt64 {
            let single = unique?.single.word(at: index) ?? .max
            return ~(kept.word(at: index) & single)
        }
    }

    private var fields: [Int: Checked] = [:]
    private var count = 0

    /// Checks for a table without rules.
    public init() {}

    /// Checks all cells of a table.
    ///
    /// - Parameter stop: ends the work early, with any result.
    package init(_ table: RecordTable, stop: StopFlag? = nil) {
        self.init(table, fields: table.schema.fields.indices, stop: stop)
    }

    /// Checks the cells of some fields.
    package init(_ table: RecordTable, fields indexes: some Sequence<Int>, stop: StopFlag? = nil) {
        count = table.count
        for index in indexes where table.schema[index].isChecked && stop?.isSet != true {
            let check = FieldCheck(table.schema[index])
            let unfit = table.unfitTexts(inField: index).keys
            let broken = check.broken(in: table.column(index), unfit: unfit, stop: stop)
            var kept = PresenceBits()
            kept.append(table.count, emptyAt: MatchWords.indexes(of: broken))
            fields[index] = Checked(check: check, kept: kept, unique: UniqueCheck(index, of: table))
        }
    }

    /// Whether no field has rules.
    public var isEmpty: Bool { fields.isEmpty }

    /// Whether a cell breaks a rule.
    public func isBroken(_ record: Int, _ field: Int) -> Bool {
        guard let checked = fields[field], record < count else { return false }
        return !checked.kept[record] || checked.unique?.single[record] == false
    }

    /// How many cells break a rule.
    package var brokenCount: Int { fields.keys.reduce(0) { $0 + brokenCount(inField: $1) } }

    /// How many cells of a field break a rule.
    package func brokenCount(inField field: Int) -> Int {
        brokenWords(inField: field).reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// The records whose cells of a field break a rule, by their indexes.
    package func brokenRecords(inField field: Int) -> [Int] { MatchWords.indexes(of: brokenWords(inField: field)) }

    /// The first record from `start` on whose cell of a field breaks a rule.
    package func firstBroken(inField field: Int, from start: Int) -> Int? {
        guard let checked = fields[field], start < count else { return nil }
        for index in start >> 6..<MatchWords.wordCount(for: count) {
            var word = checked.brokenWord(at: index)
            if index == start >> 6 { word &= .max << UInt64(start & 63) }
            let record = index * 64 + word.trailingZeroBitCount
            if word != 0 { return record < count ? record : nil }
        }
        return nil
    }

    /// The same, a bit for each record; empty for a field without rules.
    func brokenWords(inField field: Int) -> [UInt64] {
        guard let checked = fields[field] else { return [] }
        var words = (0..<MatchWords.wordCount(for: count)).map { checked.brokenWord(at: $0) }
        if count & 63 != 0 { words[words.count - 1] &= 1 << UInt64(count & 63) &- 1 }
        return words
    }

    /// The rule that a cell breaks; `nil` if it breaks none.
    ///
    /// - Parameters:
    ///   - record: the index of the record.
    ///   - field: the index of the field.
    ///   - table: the table that was checked.
    public func rule(brokenBy record: Int, _ field: Int, in table: RecordTable) -> BrokenRule? {
        guard isBroken(record, field), let checked = fields[field], record < table.count else { return nil }
        if let rule = checked.check.rule(brokenBy: table[record, field]) { return rule }
        guard let others = checked.unique?.others(like: record), !others.isEmpty else { return nil }
        return .repeated(first: Array(others.prefix(BrokenRule.namedRecords)), count: others.count)
    }

    /// Updates the checks after a change of the table.
    ///
    /// - Parameters:
    ///   - extent: what the change has affected.
    ///   - table: the table after the change.
    /// - Returns: whether the checks are complete; otherwise the number of records is right, but they must be checked
    ///   again.
    package mutating func apply(_ extent: ChangeExtent, in table: RecordTable) -> Bool {
        switch extent {
        case .cells(let cells):
            guard cells.count <= Self.fewRecords, count == table.count else { return false }
            for cell in cells { update(cell, in: table) }
        case .recordsInserted(let indexes):
            guard count + indexes.count == table.count else { return false }
            let isFew = indexes.count <= Self.fewRecords
            count = table.count
            for field in Array(fields.keys) { insert(at: indexes, field, in: table, isFew) }
            return isFew
        case .recordsDeleted(let indexes):
            guard indexes.count <= Self.fewRecords, count - indexes.count == table.count else { return false }
            count = table.count
            for field in Array(fields.keys) {
                fields[field]?.kept.remove(at: indexes)
                fields[field]?.unique?.remove(at: indexes)
            }
        case .everything: return false
        }
        return true
    }

    private mutating func update(_ cell: CellPosition, in table: RecordTable) {
        if let checked = fields[cell.field] {
            fields[cell.field]?.kept[cell.record] =
                checked.check.rule(brokenBy: table[cell.record, cell.field]) == nil
        }
        for field in Array(fields.keys) where fields[field]?.unique?.concerns(cell.field) == true {
            fields[field]?.unique?.update(cell.record, in: table)
        }
    }

    private mutating func insert(at indexes: RecordIndexes, _ field: Int, in table: RecordTable, _ isFew: Bool) {
        var kept = PresenceBits()
        for index in indexes.all {
            let isKept = !isFew || fields[field]?.check.rule(brokenBy: table[index, field]) == nil
            kept.append(isKept)
        }
        fields[field]?.kept.insert(kept, at: indexes)
        if isFew { fields[field]?.unique?.insert(at: indexes, in: table) } else { fields[field]?.unique = nil }
    }
}
