import KirokuCore

/// Which records a grid shows, and in which order: all in the order of the table, or a list from sorting or finding.
///
/// The list follows the table while it is edited. An edited record stays in its row until the user sorts or finds
/// again, as in spreadsheets, so that nothing moves away from under the cursor. New records are shown at the end, or
/// where the user inserts them, even if the find does not match them. Undoing a deletion returns the records to their
/// rows.
public struct RecordView: Sendable {
    /// The table's records by row; `nil` if they are all shown in the table's order.
    private var list: [Int]?
    /// The identities of the table's records while there is a list.
    private var ids: [RecordID] = []
    /// The rows that records had when they were deleted.
    private var homes: [RecordID: Int] = [:]
    /// The row from which on records are shown that are new to a list; `nil` for the end.
    public var rowOfNewRecords: Int?
    /// The number of rows that show records of the table.
    private var recordCount: Int
    /// The rows of other records.
    var lost = LostRows()
    /// How many rows before and after those of the table await their records.
    private var awaited = (before: 0, after: 0)

    /// The largest number of records per deletion whose rows are remembered; the others return at the end.
    static let homeLimit = 10_000

    /// All records in the table's order.
    public init(of table: RecordTable) {
        recordCount = table.count
    }

    /// All records of a table that holds only some rows of a longer one; the others await their records.
    public init(of table: RecordTable, _ held: HeldRows) {
        recordCount = table.count
        awaited = (held.before, max(0, held.count - held.before - table.count))
    }

    /// The records of a list, each at most once, in this order.
    ///
    /// - Parameters:
    ///   - list: indexes of records.
    ///   - ids: the identities of all records when the indexes were found; the table may have changed since.
    ///   - table: the table as it is now.
    public init(_ list: [Int], found ids: [RecordID], in table: RecordTable) {
        self.list = list
        self.ids = ids
        recordCount = list.count
        follow(table)
    }

    /// The number of rows.
    public var count: Int { awaited.before + recordCount + awaited.after + lost.rows.count }

    /// Whether all records are shown in the table's order, and nothing else.
    public var isWholeTable: Bool { list == nil && lost.isEmpty && awaited == (0, 0) }

    /// Whether the record of a row, which must exist, is still to come.
    public func isAwaited(_ row: Int) -> Bool {
        awaited != (0, 0) && !(awaited.before..<awaited.before + recordCount).contains(row)
    }

    var isWholeList: Bool { list == nil }

    /// The row that a deleted record had, if that is known.
    func home(of record: RecordID) -> Int? { homes[record] }

    /// The index of the record in a row, which must exist; `nil` for a record that is not in the table any more, or not
    /// yet.
    public subscript(row: Int) -> Int? {
        if lost.record(inRow: row) != nil || isAwaited(row) { return nil }
        let place = lost.place(ofRow: row)
        return if let list { list[place] } else { place - awaited.before }
    }

    /// The row that shows a record; `nil` if no row does.
    ///
    /// Costs a pass over the list, if there is one: less than a millisecond for a million records.
    public func row(of record: Int) -> Int? {
        guard let list else {
            return (0..<recordCount).contains(record) ? lost.row(at: record) + awaited.before : nil
        }
        return list.withUnsafeBufferPointer { $0.firstIndex(of: record) }.map { lost.row(at: $0) }
    }

    /// The indexes of the records in these rows.
    public func records(in rows: Range<Int>) -> RecordIndexes {
        let rows = lost.places(of: rows)
        guard let list else { return RecordIndexes(held(rows)) }
        return RecordIndexes(list[rows])
    }

    /// The records of these rows that are loaded, in a view of all.
    private func held(_ rows: Range<Int>) -> Range<Int> {
        let held = rows.clamped(to: awaited.before..<awaited.before + recordCount)
        return held.lowerBound - awaited.before..<held.upperBound - awaited.before
    }

    /// The indexes of the shown records, row by row; `nil` for the whole table in its order.
    public var records: [Int]? { list }

    /// Sums up cells.
    ///
    /// Works in the background and can be cancelled. Costs a step for each cell.
    ///
    /// - Parameters:
    /// - rows: the rows of the cells; rows beyond the last one do not count.
    ///   - fields: their fields, which must exist.
    ///   - table: the table that this is a view of.
    /// - Throws: `QueryError.cancelled`.
    @concurrent
    public func summary(
        of rows: Range<Int>, fields: Range<Int>, in table: RecordTable
    ) async throws(QueryError) -> SelectionSummary {
        let rows = lost.places(of: rows.clamped(to: 0..<count))
        let places = list == nil ? held(rows) : rows
        return try await table.selectionSummary(of: places, in: list, fields: fields)
    }

    // MARK: Following the table

    /// How an edit changed the rows.
    public enum RowChange: Sendable, Hashable {
        /// The rows show the same records as before.
        case none
        /// Rows were inserted; these are their indexes after the edit.
        case inserted(RecordIndexes)
        /// Rows were deleted; these are their indexes before the edit.
        case deleted(RecordIndexes)
        /// Any row may show another record, or may be gone.
        case everything
    }

    /// Follows an edit of the table and returns what changed in the rows.
    ///
    /// - Parameters:
    ///   - extent: what the edit touched.
    ///   - table: the table after the edit.
    public mutating func update(for extent: ChangeExtent, in table: RecordTable) -> RowChange {
        let change = updateRecords(for: extent, in: table)
        // Rows that show something else are put into their places afterwards.
        return change == .none || lost.isEmpty ? change : .everything
    }

    private mutating func updateRecords(for extent: ChangeExtent, in table: RecordTable) -> RowChange {
        switch extent {
        case .cells: return .none
        case .recordsInserted(let places): return insert(places, in: table)
        case .recordsDeleted(let places): return delete(places, in: table)
        case .everything:
            if list == nil { recordCount = table.count } else { follow(table) }
            return .everything
        }
    }

    /// Shows the records of a list in the table's order, as after a search without sorting.
    public mutating func putInOrderOfTable() {
        list?.sort()
    }

    private mutating func insert(_ places: RecordIndexes, in table: RecordTable) -> RowChange {
        guard var rows = list.take() else {
            recordCount = table.count
            return .inserted(places)
        }
        if places.runs.count == 1 {
            let (start, length) = (places.lowerBound, places.count)
            // Usually the new records come after all others, and nothing moves.
            if start < ids.count {
                rows.withUnsafeMutableBufferPointer { rows in
                    for row in rows.indices where rows[row] >= start { rows[row] += length }
                }
            }
        } else {
            let moved = Self.indexes(stayingIn: table.count, besides: places)
            for row in rows.indices { rows[row] = moved[rows[row]] }
        }
        ids = table.ids
        let home = rowOfNewRecords.map { lost.place(ofRow: $0) }
        let inserted = Self.insert(places.all.map { (homes.removeValue(forKey: ids[$0]) ?? home, $0) }, into: &rows)
        recordCount = rows.count
        list = rows
        return .inserted(inserted)
    }

    /// Restores records to the rows that they had, or else adds them at the end.
    ///
    /// Returns the indexes of these rows.
    private static func insert(_ records: [(home: Int?, record: Int)], into rows: inout [Int]) -> RecordIndexes {
        let homeless = records.filter { $0.home == nil }.map(\.record)
        let returning = records.compactMap { record in record.home.map { (home: $0, record: record.record) } }
            .sorted { ($0.home, $0.record) < ($1.home, $1.record) }
        var places: [Int] = []
        for (home, _) in returning {
            let limit = rows.count + places.count
            places.append(min(max(home, (places.last ?? -1) + 1), limit))
        }
        let indexes = RecordIndexes(places)
        if !places.isEmpty { rows.insert(returning.map(\.record), at: indexes) }
        let end = rows.count
        rows += homeless
        return RecordIndexes(places + Array(end..<rows.count))
    }

    private mutating func delete(_ places: RecordIndexes, in table: RecordTable) -> RowChange {
        guard var rows = list.take() else {
            recordCount = table.count
            return .deleted(places)
        }
        let gone = places.runs.count == 1 ? rows.remove(places.runs[0]) : rows.remove(places, of: ids.count)
        for (row, record) in gone.prefix(Self.homeLimit) { homes[ids[record]] = row }
        // Keeps the memory for deleted records limited.
        if homes.count > 4 * Self.homeLimit { homes.removeAll() }
        ids = table.ids
        recordCount = rows.count
        list = rows
        return .deleted(RecordIndexes(gone.map(\.row)))
    }

    /// Finds the records again by their identities after the whole table has changed.
    private mutating func follow(_ table: RecordTable) {
        guard let rows = list, ids != table.ids else { return }
        var moved = [Int](repeating: -1, count: ids.count)
        var isOld = [Bool](repeating: false, count: table.count)
        var next = 0
        for (index, id) in ids.enumerated() {
            // Most records still follow the same record as before.
            let isNext = next < table.count && table.ids[next] == id
            guard let found = isNext ? next : table.index(of: id) else { continue }
            moved[index] = found
            isOld[found] = true
            next = found + 1
        }
        let new = isOld.indices.filter { !isOld[$0] }
        let kept = rows.compactMap { moved[$0] >= 0 ? moved[$0] : nil }
        if kept.count < rows.count {
            for (row, record) in rows.enumerated() where moved[record] < 0 && homes.count < Self.homeLimit {
                homes[ids[record]] = row
            }
        }
        ids = table.ids
        list = kept + new
        recordCount = kept.count + new.count
    }

    /// The indexes of the records that stayed, in order, in a table of `count` records in which those at `places` are
    /// new.
    private static func indexes(stayingIn count: Int, besides places: RecordIndexes) -> [Int] {
        var stayed: [Int] = []
        stayed.reserveCapacity(count)
        var next = 0
        for run in places.runs {
            stayed.append(contentsOf: next..<run.lowerBound)
            next = run.upperBound
        }
        stayed.append(contentsOf: next..<max(next, count))
        return stayed
    }
}

/// Removes records from a list of indexes: the others move up, in the list and in their table.
extension [Int] {
    /// Returns the removed rows and the records that they showed.
    fileprivate mutating func remove(_ records: Range<Int>) -> [(row: Int, record: Int)] {
        compact { record in
            if record < records.lowerBound { return record }
            return record < records.upperBound ? nil : record - records.count
        }
    }

    fileprivate mutating func remove(_ places: RecordIndexes, of count: Int) -> [(row: Int, record: Int)] {
        var moved = [Int](repeating: -1, count: count)
        var next = 0
        var new = 0
        for run in places.runs + [count..<count] {
            while next < run.lowerBound {
                moved[next] = new
                next += 1
                new += 1
            }
            next = run.upperBound
        }
        return compact { moved[$0] >= 0 ? moved[$0] : nil }
    }

    /// Renumbers the records in place; removes and returns those for which `newRecord` is `nil`.
    private mutating func compact(_ newRecord: (Int) -> Int?) -> [(row: Int, record: Int)] {
        var gone: [(row: Int, record: Int)] = []
        var end = 0
        withUnsafeMutableBufferPointer { rows in
            for row in rows.indices {
                if let record = newRecord(rows[row]) {
                    rows[end] = record
                    end += 1
                } else {
                    gone.append((row, rows[row]))
                }
            }
        }
        removeLast(count - end)
        return gone
    }
}
