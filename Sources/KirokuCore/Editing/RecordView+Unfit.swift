extension RecordView {
    /// The first cell after `place`, reading row by row, that holds unfit text; after the last one comes the first again.
    ///
    /// `nil` if none is shown. Costs a step for each unfit cell, and in a list of records one for each row.
    public func nextUnfitCell(after place: GridCell, in table: RecordTable) -> GridCell? {
        guard let records else {
            let next = table.nextUnfitCell(after: CellPosition(record: place.row, field: place.field))
            return next.map { GridCell(row: $0.record, field: $0.field) }
        }
        var isUnfit = [Bool](repeating: false, count: table.count)
        var fields: [Int: [Int]] = [:]
        for field in table.schema.fields.indices where table.unfitCount(inField: field) > 0 {
            for record in table.unfitTexts(inField: field).keys {
                isUnfit[record] = true
                fields[record, default: []].append(field)
            }
        }
        let start = min(max(0, place.row), records.count)
        if start < records.count,
            let field = fields[records[start]]?.first(where: { $0 > place.field })
        {
            return GridCell(row: start, field: field)
        }
        let rows = [min(start + 1, records.count)..<records.count, 0..<min(start + 1, records.count)].joined()
        guard let row = rows.first(where: { isUnfit[records[$0]] }) else { return nil }
        return fields[records[row]]?.first.map { GridCell(row: row, field: $0) }
    }
}
