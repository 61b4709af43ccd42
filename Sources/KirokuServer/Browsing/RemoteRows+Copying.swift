import KirokuCore

/// Records to be copied or printed, whether they are here or not.
extension RemoteRows {
    /// Keeps in mind which records are in these rows, if they are here, and forgets others.
    public func remember(rows: Set<Int>) {
        var new: [Int: BrowseKey] = [:]
        for row in rows { new[row] = pages.key(ofRow: row) ?? remembered[row] }
        remembered = new
    }

    /// The records of rows, whether they are here or not.
    ///
    /// - Parameters:
    ///   - rows: whose first and last one have been noted, unless they are the first or the last of all.
    ///   - limit: how many records at most.
    /// - Returns: the records, whether these are all, and how many of them are without cells that are too long; `nil` if it is not known which records the rows are.
    public func records(
        inRows rows: Range<Int>, limit: Int
    ) async throws(ServerError) -> (table: RecordTable, isAll: Bool, shortened: Int)? {
        if pages.rows.lowerBound <= rows.lowerBound, pages.rows.upperBound >= rows.upperBound {
            let first = rows.lowerBound - pages.before
            let some = try? table.records(at: RecordIndexes(first..<first + rows.count))
            let shortened = pages.keys[first..<first + rows.count].count { pages.shortened.contains($0) }
            return some.map { ($0, true, shortened) }
        }
        let last = rows.upperBound - 1
        let (first, end) = (key(ofRow: rows.lowerBound), rows.upperBound == pages.count ? nil : key(ofRow: last))
        guard first != nil || rows.lowerBound == 0, end != nil || rows.upperBound == pages.count else { return nil }
        return try await browser.records(request, from: first, upTo: end, limit: limit)
    }

    /// The first records, whether they are here or not.
    ///
    /// - Parameter limit: how many at most.
    /// - Returns: the records, whether these are all, and how many of them are without cells that are too long.
    public func firstRecords(limit: Int) async throws(ServerError) -> (table: RecordTable, isAll: Bool, shortened: Int)
    {
        try await browser.records(request, from: nil, upTo: nil, limit: limit)
    }

    private func key(ofRow row: Int) -> BrowseKey? { pages.key(ofRow: row) ?? remembered[row] }
}
