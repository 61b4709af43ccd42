/// Edits of records, by their indexes, in addition to those of every ``TableModel``.
extension Document {
    /// Appends a record of the fields' initial values and returns its index.
    ///
    /// - Throws: ``EditError``.
    @discardableResult
    public func addRecord() throws(EditError) -> Int {
        let index = table.count
        try insertRecords(at: index)
        return index
    }

    /// Inserts records of the fields' initial values as one step, the first of them at `index`.
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

    /// Moves records together as one step, keeping their order, the first of them to `index`.
    ///
    /// - Parameters:
    ///   - indexes: the records that move.
    ///   - index: counted after the move, from 0 to the number of the records that stay.
    /// - Throws: ``EditError``.
    public func moveRecords(at indexes: RecordIndexes, to index: Int) throws(EditError) {
        guard !indexes.isEmpty, indexes != RecordIndexes(index..<index + indexes.count) else { return }
        try apply(title: .moveRecords(indexes.count)) { table throws(TableError) in
            .setPlaces(try table.moving(indexes, to: index))
        }
    }
}
