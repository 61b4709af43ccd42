extension RecordTable {
    /// How many cells of a field, by its index, hold unfit text.
    public func unfitCount(inField field: Int) -> Int { cells[field].unfitTexts.count }

    /// The first cell after `place`, reading record by record, that holds unfit text; after the last one comes the
    /// first again.
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

extension CellPosition: Comparable {
    /// In the order of reading: record by record.
    public static func < (left: CellPosition, right: CellPosition) -> Bool {
        (left.record, left.field) < (right.record, right.field)
    }
}
