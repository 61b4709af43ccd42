import KirokuCore

/// Writes all browsed records to a file, including those that are not loaded, in batches, so that only few are in
/// memory.
public struct BrowseExport: Sendable {
    private let browser: RemoteBrowser
    private let request: BrowseRequest
    private let likelyCount: Int
    private let fields: [Int]
    private let format: TableExport.Format

    /// How many records are requested at a time.
    private static let batch = 5_000

    /// - Parameters:
    ///   - rows: the records.
    ///   - fields: the indexes of the fields that are written.
    ///   - format: the format of the file.
    @MainActor
    public init(_ rows: RemoteRows, fields: [Int], as format: TableExport.Format) {
        (browser, request, likelyCount) = (rows.browser, rows.request, rows.likelyCount)
        (self.fields, self.format) = (fields, format)
    }

    /// Writes the file, which is replaced only when all records have arrived.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - encoding: for separated text; the other formats are always in UTF-8.
    ///   - progress: called with the progress, as far as the number of records is known.
    /// - Returns: how many records were written, and how many of them without cells that are too long.
    public func write(
        toFile path: String, encoding: OutputEncoding, progress: @escaping @Sendable (Double) -> Void
    ) async throws(SyncError) -> (count: Int, shortened: Int) {
        let file = try Self.storing { () throws(StorageError) in try ReplacementFile(for: path) }
        let sink = EncodingSink(file, encoding, name: path)
        var (count, shortened, isLast, last): (Int, Int, Bool, BrowseKey?) = (0, 0, false, nil)
        while !isLast {
            let page = try await page(behind: last)
            try await write(page, after: count, to: sink, path)
            count += page.keys.count
            shortened += page.shortened.count
            (isLast, last) = (page.isLast, page.keys.last)
            progress(Double(count) / Double(max(likelyCount, count, 1)))
        }
        try Self.storing { () throws(StorageError) in try file.commit() }
        return (count, shortened)
    }

    private func page(behind last: BrowseKey?) async throws(SyncError) -> BrowsePage {
        do throws(ServerError) {
            return try await browser.page(request, from: last, limit: Self.batch)
        } catch {
            throw SyncError(error)
        }
    }

    private func write(
        _ page: BrowsePage, after count: Int, to sink: some ByteSink, _ path: String
    ) async throws(SyncError) {
        let part: TablePart
        do throws(TableError) {
            part = try TablePart(page.records, records: nil, fields: fields)
        } catch {
            throw .storage(.unwritable(path: path, reason: error.message))
        }
        let export = TableExport(part, as: format)
        do throws(StorageError) {
            try export.check(path)
            try await export.write(to: sink, as: TableExport.Place(recordsBefore: count, isLast: page.isLast))
        } catch {
            throw .storage(error)
        }
    }

    private static func storing<Value>(_ body: () throws(StorageError) -> Value) throws(SyncError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw .storage(error)
        }
    }
}
