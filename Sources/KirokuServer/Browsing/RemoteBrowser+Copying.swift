import KirokuCore

extension RemoteBrowser {
    /// How many records are requested at a time.
    private static let batch = 2_000
    /// The largest number of bytes to read.
    private static let byteLimit = 64 << 20

    /// The records from one to another.
    ///
    /// - Parameters:
    ///   - first: the first one; `nil` for the first of all.
    ///   - last: the last one; `nil` for the last of all.
    ///   - limit: the largest number of records.
    /// - Returns: the records, whether these are all, and how many of them lack cells that are too long.
    func records(
        _ request: BrowseRequest, from first: BrowseKey?, upTo last: BrowseKey?, limit: Int
    ) async throws(ServerError) -> (table: RecordTable, isAll: Bool, shortened: Int) {
        var page = try await page(request, from: first, isInclusive: true, upTo: last, limit: min(Self.batch, limit))
        var (table, bytes, shortened) = (page.records, page.bytes, page.shortened.count)
        while !page.isLast, table.count < limit, bytes < Self.byteLimit, let key = page.keys.last {
            page = try await self.page(request, from: key, upTo: last, limit: min(Self.batch, limit - table.count))
            let ids = (0..<Int64(page.keys.count)).map { RecordID(rawValue: Int64(table.count) + $0 + 1) }
            bytes += page.bytes
            shortened += page.shortened.count
            _ = try? table.insert(page.records.identified(by: ids, places: [:], as: table.schema))
        }
        return (table, page.isLast, shortened)
    }
}
