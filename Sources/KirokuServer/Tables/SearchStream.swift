import KirokuCore

/// A search in the records of a table, as they arrive.
struct SearchStream {
    private let table: ServerTable
    private let limits: ServerLimits
    private let search: BatchedSearch

    /// How many records are searched at a time.
    private static let batch = 16_384

    init(_ search: DocumentSearch, _ table: ServerTable, _ limits: ServerLimits) {
        self.table = table
        self.limits = limits
        self.search = BatchedSearch(search, in: table.schema)
    }

    /// - Parameter line: in a transaction.
    func run(_ line: ServerLine) throws(ServerError) -> FoundRecords {
        var search = search
        let schema = search.batchSchema
        let types = schema.fields.map(\.type)
        var batch = ExactRecords(types: types)
        var (readCount, batchBytes, foundBytes) = (0, 0, 0)
        let stream = RecordStream(table, fields: search.fields, limits, readLimit: search.readLimit)
        try stream.read(line) { (row) throws(ServerError) in
            guard batch.add(row) else { throw .unintelligible(server: line.plan.server) }
            batchBytes += row.count
            // A batch of long records is searched early, so that only the found ones take memory.
            if batch.count >= Self.batch || batchBytes > limits.recordBytes, !search.needsAllAtOnce {
                let (before, count) = (search.count, batch.count)
                search.add(batch.table(of: schema, after: readCount))
                readCount += count
                // Approximate: the records are not measured one by one.
                foundBytes += batchBytes / count * (search.count - before)
                batchBytes = 0
                batch = ExactRecords(types: types)
            }
            return RecordStream.Kept(
                records: search.count + batch.count, bytes: foundBytes + batchBytes, isDone: search.isDone)
        }
        if !search.isDone { search.add(batch.table(of: schema, after: readCount)) }
        return search.result
    }
}
