import KirokuCore

/// The rows of records that are not in the table: others have deleted them while they were edited here, and they stay
/// where they were until the conflict is resolved.
struct LostRows: Sendable, Equatable {
    private(set) var rows: [(row: Int, record: RecordID)] = []

    static func == (left: LostRows, right: LostRows) -> Bool {
        left.rows.map(\.row) == right.rows.map(\.row) && left.records == right.records
    }

    var isEmpty: Bool { rows.isEmpty }

    var records: [RecordID] { rows.map(\.record) }

    /// - Parameter places: for each, the number of other rows before it.
    init(_ places: [(place: Int, record: RecordID)] = []) {
        let sorted = places.sorted { ($0.place, $0.record) < ($1.place, $1.record) }
        rows = sorted.enumerated().map { (row: $1.place + $0, record: $1.record) }
    }

    /// The record in a row, if it is lost.
    func record(inRow row: Int) -> RecordID? {
        rows.isEmpty ? nil : rows.first { $0.row == row }?.record
    }

    func row(of record: RecordID) -> Int? { rows.first { $0.record == record }?.row }

    /// The number of other rows before a row.
    func place(ofRow row: Int) -> Int {
        rows.isEmpty ? row : row - rows.count { $0.row < row }
    }

    /// The row of the one among the others that has this many of them before it.
    func row(at place: Int) -> Int {
        rows.reduce(place) { $1.row <= $0 ? $0 + 1 : $0 }
    }

    func places(of rows: Range<Int>) -> Range<Int> {
        place(ofRow: rows.lowerBound)..<place(ofRow: rows.upperBound)
    }
}

extension RecordView {
    /// The record in a row that is not in the table any more; `nil` for all others.
    public func lostRecord(inRow row: Int) -> RecordID? { lost.record(inRow: row) }

    /// The row of a record that is not in the table any more.
    public func row(ofLost record: RecordID) -> Int? { lost.row(of: record) }

    /// Shows these records, which are not in the table, where they were, and no others that are not in the table.
    ///
    /// - Parameters:
    ///   - records: each as a table of its own.
    ///   - table: the table as it is now.
    /// - Returns: whether any row has moved.
    public mutating func show(lost records: [RecordTable], in table: RecordTable) -> Bool {
        if records.isEmpty, lost.isEmpty { return false }
        let count = count - lost.rows.count
        let new = LostRows(
            records.compactMap { record in
                guard let id = record.ids.first else { return nil }
                let index = isWholeList ? table.index(forReturnOf: record) : min(home(of: id) ?? count, count)
                return (place: index, record: id)
            })
        let isOther = new != lost
        lost = new
        return isOther
    }
}
