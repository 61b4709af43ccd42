import KirokuCore

/// Copying and printing records, whether they are in memory or not.
extension RemoteRows {
    /// Remembers which records are in these rows, if they are in memory, and forgets others.
    public func remember(rows: Set<Int>) {
        var new: [Int: BrowseKey] = [:]
        for row in rows { new[row] = pages.key(ofRow: row) ?? remembered[row] }
        remembered = new
    }

    /// The records of rows, whether they are in memory or not.
    ///
    /// - Parameters:
    ///   - rows: the first and last one must have been remembered, unless they are the first or last of all.
    ///   - limit: the largest number of records.
    /// - Returns: the records, whether these are all, and how many of them lack cells that are too long; `nil` if it is
    ///   unknown which records the rows contain.
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

    /// The first records, whether they are in memory or not.
    ///
    /// - Parameter limit: how many at most.
    /// - Returns: the records, whether these are all, and how many of them lack cells that are too long.
    public func firstRecords(limit: Int) async throws(ServerError) -> (table: RecordTable, isAll: Bool, shortened: Int)
    {
        try await browser.records(request, from: nil, upTo: nil, limit: limit)
    }

    private func key(ofRow row: Int) -> BrowseKey? { pages.key(ofRow: row) ?? remembered[row] }
}
