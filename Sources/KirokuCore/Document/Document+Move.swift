extension Document {
    /// Moves records, as one step, so that they stand together in the order that they have, the first of them at `index`.
    ///
    /// - Parameters:
    ///   - places: the records that move.
    ///   - index: counted after the move, from 0 to the number of the records that stay.
    /// - Throws: ``EditError``.
    public func moveRecords(at places: RecordIndexes, to index: Int) throws(EditError) {
        guard !places.isEmpty else { return }
        let moved: RecordTable
        do {
            moved = try table.records(at: places)
        } catch {
            throw .refused(error)
        }
        let end = table.count - moved.count
        guard (0...end).contains(index) else { throw .refused(.recordOutOfRange(index: index, count: end)) }
        let destination = RecordIndexes(index..<index + moved.count)
        guard destination != places else { return }
        try apply(
            .sequence([.deleteRecords(at: places), .insertRecords(moved, at: destination)]),
            title: .moveRecords(moved.count))
    }

    /// Puts records of the fields' initial values in, as one step, the first of them at `index`.
    ///
    /// - Parameters:
    ///   - count: how many; 0 changes nothing.
    ///   - index: from 0 to the number of records.
    /// - Throws: ``EditError``.
    public func insertRecords(_ count: Int = 1, at index: Int) throws(EditError) {
        guard count > 0 else { return }
        guard (0...table.count).contains(index) else {
            throw .refused(.recordOutOfRange(index: index, count: table.count))
        }
        var new = RecordTable(schema: table.schema)
        for _ in 0..<count { new.addRecord() }
        try apply(.insertRecords(new, at: RecordIndexes(index..<index + count)))
    }
}
