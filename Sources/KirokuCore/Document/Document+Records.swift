extension Document {
    /// Appends a record of the fields' initial values and returns its index.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func addRecord() throws(EditError) -> Int {
        var new = RecordTable(schema: table.schema)
        new.addRecord()
        let index = table.count
        try apply(.insertRecords(new, at: RecordIndexes(index)))
        return index
    }

    /// Empties those of the cells that hold something, as one step.
    ///
    /// - Throws: ``EditError``.
    public func emptyCells(records: ClosedRange<Int>, fields: ClosedRange<Int>) throws(EditError) {
        var edits: [CellEdit] = []
        for record in records {
            for field in fields where table[record, field] != .empty {
                edits.append(CellEdit(record: record, field: field, value: .empty))
            }
        }
        if !edits.isEmpty { try apply(.setCells(edits)) }
    }
}
