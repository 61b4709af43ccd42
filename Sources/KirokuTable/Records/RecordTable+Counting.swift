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
}
