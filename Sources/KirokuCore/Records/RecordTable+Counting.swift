extension RecordTable {
    /// Counts in the background how many cells of a field are not empty; unfit texts count.
    ///
    /// - Throws: ``TableError/fieldOutOfRange(index:count:)``.
    @concurrent
    public func filledCount(ofField index: Int) async throws(TableError) -> Int {
        try checkField(index)
        var filled = 0
        for record in 0..<count where self[record, index] != .empty { filled += 1 }
        return filled
    }

    /// How many cells of a field hold unfit text.
    public func unfitCount(inField field: Int) -> Int { cells[field].unfitTexts.count }

    /// The next cell after `place` with unfit text, record by record, starting over after the last one.
    ///
    /// `nil` if there is none. Costs one step for each unfit cell.
    public func nextUnfitCell(after place: CellPosition) -> CellPosition? {
        var first: CellPosition?
        var next: CellPosition?
        for field in schema.fields.indices {
            for record in unfitTexts(inField: field).keys {
                let cell = CellPosition(record: record, field: field)
                if first.map({ cell < $0 }) ?? true { first = cell }
                if place < cell, next.map({ cell < $0 }) ?? true { next = cell }
            }
        }
        return next ?? first
    }
}
