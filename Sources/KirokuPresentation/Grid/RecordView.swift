import KirokuCore

/// Which records a grid shows, and in which order: all as they stand in the table, or a list that sorting or finding
/// made.
///
/// The list is kept right while the table is edited. A record that is edited stays in its row until sorting or finding
/// is asked for again, as in spreadsheets: nothing jumps away from under the cursor. Records that come are shown at the
/// end, whether or not they would have been found; records that come back, because their deletion was taken back, are
/// where they were.
public struct RecordView: Sendable {
    /// The table's records by row; `nil` if they are all shown in the table's order.
    private var list: [Int]?
    /// The identifiers of the table's records, while there is a list of its indexes.
    private var ids: [RecordID] = []
    /// The rows that records were in when they were deleted.
    private var homes: [RecordID: Int] = [:]
    /// How many rows there are.
    public private(set) var count: Int

    /// Records whose rows are remembered when they are deleted; more at once come back at the end.
    static let homeLimit = 10_000

    /// All records in the table's order.
    public init(of table: RecordTable) {
        count = table.count
    }

    /// These records, none twice, in this order.
    ///
    /// - Parameters:
    ///   - list: indexes of records.
    ///   - ids: the identifiers of all records at the time the indexes were found; the table may be another by now.
    ///   - table: the table as it is.
    public init(_ list: [Int], found ids: [RecordID], in table: RecordTable) {
        self.list = list
        self.ids = ids
        count = list.count
        follow(table)
    }

    /// Whether all records are shown in the table's order.
    public var isWholeTable: Bool { list == nil }

    /// The index of the record in a row, which must exist.
    public subscript(row: Int) -> Int { if let list { list[row] } else { row } }

    /// The row that shows a record; `nil` if none does.
    ///
    /// Costs a pass over the list, if there is one: less than a millisecond for a million records.
    public func row(of record: Int) -> Int? {
        guard let list else { return (0..<count).contains(record) ? record : nil }
        return list.withUnsafeBufferPointer { $0.firstIndex(of: record) }
    }

    /// The indexes of the records in these rows.
    public func records(in rows: Range<Int>) -> RecordIndexes {
        guard let list else { return RecordIndexes(rows) }
        return RecordIndexes(list[rows])
    }

    /// The indexes of the shown records, row by row; `nil` for the whole table in its order.
    public var records: [Int]? { list }

    /// Sums up cells.
    ///
    /// Works in the background and can be cancelled. Costs a step for each cell.
    ///
    /// - Parameters:
    ///   - rows: the rows of the cells; those beyond the last one do not count.
    ///   - fields: their fields, which must exist.
    ///   - table: the table that this is a view of.
    /// - Throws: `QueryError.cancelled`.
    @concurrent
    public func summary(
        of rows: Range<Int>, fields: Range<Int>, in table: RecordTable
    ) async throws(QueryError) -> SelectionSummary {
        try await table.selectionSummary(of: rows.clamped(to: 0..<count), in: list, fields: fields)
    }

    // MARK: Following the table

    /// The rows that came or went with an edit.
    public enum RowChange: Sendable, Hashable {
        /// The rows show the records that they showed before.
        case none
        /// Rows came, and are at these places now.
        case inserted(RecordIndexes)
        /// Rows went that were at these places before.
        case deleted(RecordIndexes)
        /// Any row may show another record, or none.
        case everything
    }

    /// Takes in what was edited, and says what that means for the rows.
    ///
    /// - Parameters:
    ///   - extent: what the edit touched.
    ///   - table: the table after it.
    public mutating func update(for extent: ChangeExtent, in table: RecordTable) -> RowChange {
        switch extent {
        case .cells: return .none
        case .recordsInserted(let places): return insert(places, in: table)
        case .recordsDeleted(let places): return delete(places, in: table)
        case .everything:
            if list == nil { count = table.count } else { follow(table) }
            return .everything
        }
    }

    private mutating func insert(_ places: RecordIndexes, in table: RecordTable) -> RowChange {
        guard var rows = list.take() else {
            count = table.count
            return .inserted(places)
        }
        if places.runs.count == 1 {
            let (start, length) = (places.lowerBound, places.count)
            // Mostly they come behind all others, and nothing moves.
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
        let inserted = Self.insert(places.all.map { (homes.removeValue(forKey: ids[$0]), $0) }, into: &rows)
        count = rows.count
        list = rows
        return .inserted(inserted)
    }

    /// Puts records into the rows that they had, or else at the end.
    ///
    /// Returns which rows they are in.
    private static func insert(_ records: [(home: Int?, record: Int)], into rows: inout [Int]) -> RecordIndexes {
        let homeless = records.filter { $0.home == nil }.map(\.record)
        let returning = records.compactMap { record in record.home.map { (home: $0, record: record.record) } }
            .sorted { $0.home < $1.home }
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
            count = table.count
            return .deleted(places)
        }
        let gone = places.runs.count == 1 ? rows.remove(places.runs[0]) : rows.remove(places, of: ids.count)
        for (row, record) in gone.prefix(Self.homeLimit) { homes[ids[record]] = row }
        // So that they do not gather for ever.
        if homes.count > 4 * Self.homeLimit { homes.removeAll() }
        ids = table.ids
        count = rows.count
        list = rows
        return .deleted(RecordIndexes(gone.map(\.row)))
    }

    /// Finds the records again, by their identities, in a table that has become another one as a whole.
    private mutating func follow(_ table: RecordTable) {
        guard let rows = list, ids != table.ids else { return }
        var moved = [Int](repeating: -1, count: ids.count)
        var isOld = [Bool](repeating: false, count: table.count)
        var next = 0
        for (index, id) in ids.enumerated() {
            // Most stand behind the one that they stood behind.
            let isNext = next < table.count && table.ids[next] == id
            guard let found = isNext ? next : table.index(of: id) else { continue }
            moved[index] = found
            isOld[found] = true
            next = found + 1
        }
        let new = isOld.indices.filter { !isOld[$0] }
        let kept = rows.compactMap { moved[$0] >= 0 ? moved[$0] : nil }
        ids = table.ids
        list = kept + new
        count = kept.count + new.count
    }

    /// Where the records that stayed are, one after the other, among `count` of which those at `places` are new.
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

/// Taking records out of a list of indexes: the others move up, in the list and in their table.
extension [Int] {
    /// Returns the rows that went, and which records had been in them.
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

    /// Keeps what `newRecord` gives another index, in place.
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
