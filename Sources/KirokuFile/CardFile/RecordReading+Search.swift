/// Records that a search has found, without their cells.
struct FoundIdentities: Sendable {
    /// In the order of the records.
    private(set) var ids: [RecordID] = []
    /// The indexes of the records, counted from the first one that was tested.
    private(set) var indexes: [Int] = []
    /// How many records were tested.
    private(set) var readCount = 0
    /// How many of them have a text on which a regular expression took too long.
    private(set) var givenUpCount = 0

    /// Appends the results from the records that follow.
    mutating func append(_ later: FoundIdentities) {
        ids += later.ids
        indexes += later.indexes.lazy.map { [readCount] in $0 + readCount }
        readCount += later.readCount
        givenUpCount += later.givenUpCount
    }

    /// Keeps only the first ones.
    mutating func limit(to count: Int) {
        guard ids.count > count else { return }
        ids.removeLast(ids.count - count)
        indexes.removeLast(indexes.count - count)
    }

    /// Adds the records of a table that meet a condition; the table holds the records that follow.
    fileprivate mutating func addMatches(in table: RecordTable, for condition: CheckedCondition, _ stop: StopFlag) {
        var matcher = ConditionMatcher(condition, for: table, stop: stop)
        for index in MatchWords.indexes(of: matcher.words(0..<MatchWords.wordCount(for: table.count))) {
            ids.append(table.ids[index])
            indexes.append(readCount + index)
        }
        readCount += table.count
        givenUpCount += matcher.givenUpCount
    }
}

extension RecordReading {
    /// Looks for the records that meet a condition.
    ///
    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - part: the records to test.
    ///   - condition: made for the fields of this reading.
    ///   - batch: how many records are read and then tested at a time.
    ///   - limit: the search ends when this many, or a few more, have been found.
    ///   - recordsBefore: how many records precede these, for errors that name a record.
    ///   - stop: ends the search early.
    func search(
        _ connection: SQLiteConnection, _ part: Part, for condition: CheckedCondition, batch: Int,
        limit: Int, recordsBefore: Int = 0, stop: StopFlag
    ) throws(StorageError) -> FoundIdentities {
        var cursor = try RecordCursor(connection, self, part, recordsBefore: recordsBefore)
        var found = FoundIdentities()
        while found.ids.count < limit, !stop.isSet {
            let records = try cursor.next(atMost: batch, capacity: batch)
            guard !records.ids.isEmpty else { break }
            // Passes all places, because sharing them costs nothing, unlike selecting those of these records.
            let table = RecordTable(
                schema: schema, ids: records.ids, places: places.places, cells: records.cells)
            found.addMatches(in: table, for: condition, stop)
        }
        return found
    }
}
