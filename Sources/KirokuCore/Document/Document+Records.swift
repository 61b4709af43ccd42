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
}
