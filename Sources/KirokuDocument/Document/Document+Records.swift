/// Edits of records, by their indexes, in addition to those of every ``TableModel``.
extension Document {
    /// Appends a record with the fields' initial values, and returns its index.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func addRecord() throws(EditError) -> Int {
        let index = table.count
        try insertRecords(at: index)
        return index
    }

    /// Inserts records with the fields' initial values as one step, the first one at `index`.
    ///
    /// - Parameters:
    ///   - count: how many; 0 changes nothing.
    ///   - index: from 0 to the number of records.
    /// - Throws: ``EditError``.
    public func insertRecords(_ count: Int = 1, at index: Int) throws(EditError) {
        guard count > 0 else { return }
        guard (0...table.count).contains(index) else {
            throw .refused(Reports.refused("KRK_DC_ED", .recordOutOfRange(index: index, count: table.count)))
        }
        try insertRecords(table.newRecords(count, at: index), at: RecordIndexes(index..<index + count))
    }
}
