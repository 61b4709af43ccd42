import Geometry
import KirokuCore

extension RecordView {
    /// The largest number of rows searched in either direction, which limits the cost in a large table to about a
    /// millisecond.
    static let completionReach = 20_000

    /// How a text typed into a String field might continue: like the nearest earlier text with this beginning, or else
    /// the nearest later one.
    ///
    /// - Parameters:
    ///   - text: the text typed so far; an empty text has no completion.
    ///   - place: the cell that is typed into; its own text does not count.
    ///   - table: the table that this is a view of.
    /// - Returns: the missing rest, or `nil` if there is none nearby. Texts with several lines do not count, nor do
    ///   texts that are more than 200 bytes longer.
    public func completion(of text: String, at place: CellIndex, in table: RecordTable) -> String? {
        guard !text.isEmpty, (0..<count).contains(place.row), table.schema.fields.indices.contains(place.column),
            let texts = String.values(of: table.column(place.column))
        else { return nil }
        let above = stride(from: place.row - 1, through: max(0, place.row - Self.completionReach), by: -1)
        let below = stride(from: place.row + 1, to: min(count, place.row + Self.completionReach), by: 1)
        return rest(of: text, in: above, texts) ?? rest(of: text, in: below, texts)
    }

    private func rest(of text: String, in rows: some Sequence<Int>, _ texts: StringColumn) -> String? {
        var text = text
        return text.withUTF8 { typed in
            for row in rows {
                guard let record = self[row] else { continue }
                let rest = texts.withUTF8(at: record) { known -> String? in
                    guard let known, known.count > typed.count, known.count <= typed.count + 200,
                        known.starts(with: typed), !known.contains(UInt8(ascii: "\n")), !known.contains(0)
                    else { return nil }
                    return String(validating: known[typed.count...], as: UTF8.self)
                }
                if let rest { return rest }
            }
            return nil
        }
    }
}

extension RecordView {
    /// The first cell to fix after `place`, reading row by row and continuing at the top after the last cell.
    ///
    /// `nil` if none is shown. Costs a step for each cell to fix and, in a list of records, one for each row.
    public func nextCell(of toFix: CellsToFix, after place: CellIndex, in table: RecordTable) -> CellIndex? {
        let start = CellIndex(row: lost.place(ofRow: place.row), column: place.column)
        // In the row of a lost record, the search begins with the row that follows.
        let isLost = lost.record(inRow: place.row) != nil
        let before = isLost ? CellIndex(row: start.row - 1, column: table.schema.count) : start
        let found = nextCellOfRecords(toFix, after: before, in: table)
            .map { CellIndex(row: lost.row(at: $0.row), column: $0.column) }
        func distance(_ cell: CellIndex) -> (Int, Int, Int) {
            let isBehind = (cell.row, cell.column) > (place.row, isLost ? table.schema.count : place.column)
            return (isBehind ? 0 : 1, cell.row, cell.column)
        }
        let candidates = lost.rows.map { CellIndex(row: $0.row, column: 0) } + (found.map { [$0] } ?? [])
        return candidates.min { distance($0) < distance($1) }
    }

    private func nextCellOfRecords(
        _ toFix: CellsToFix, after place: CellIndex, in table: RecordTable
    ) -> CellIndex? {
        guard let records else {
            let next = toFix.next(after: CellPosition(record: place.row, field: place.column))
            return next.map { CellIndex(row: $0.record, column: $0.field) }
        }
        var isToFix = [Bool](repeating: false, count: table.count)
        for field in table.schema.fields.indices {
            for record in toFix.records(inField: field) { isToFix[record] = true }
        }
        func fields(ofRow row: Int) -> [Int] {
            isToFix[records[row]] ? table.schema.fields.indices.filter { toFix.contains(records[row], $0) } : []
        }
        let start = min(max(0, place.row), records.count)
        if start < records.count, let field = fields(ofRow: start).first(where: { $0 > place.column }) {
            return CellIndex(row: start, column: field)
        }
        let rows = [min(start + 1, records.count)..<records.count, 0..<min(start + 1, records.count)].joined()
        guard let row = rows.first(where: { isToFix[records[$0]] }) else { return nil }
        return fields(ofRow: row).first.map { CellIndex(row: row, column: $0) }
    }
}
