/// Reading only what a ``DocumentSearch`` asks for.
extension DocumentReader {
    /// Reads the fields that the condition asks about, a few thousand records at a time, and then the fields that are
    /// wanted of the records that were found.
    ///
    /// - Parameters:
    ///   - second: reads the later half if the file is large.
    ///   - plan: makes the search for the fields of the document.
    mutating func search<Failure: Error>(
        with second: SecondReader, _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        let second = try await begin(with: second)
        defer { connection.endLimit() }
        do throws(StorageError) {
            let reading = try readHead(SharedProgress(nil))
            let search: DocumentSearch
            do throws(Failure) {
                search = try plan(reading.schema)
            } catch {
                try connection.execute("COMMIT")
                return .failure(error)
            }
            let found = try await records(reading, search, with: second)
            try connection.execute("COMMIT")
            return .success(found)
        } catch {
            rollBack()
            throw error
        }
    }

    private func records(
        _ reading: RecordReading, _ search: DocumentSearch, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> FoundRecords {
        guard try recordsAreOurs(), search.condition?.comparesRecords(of: reading.schema) != true else {
            // Identities may be anything in another program's table, so records cannot be found again by them; and
            // whether a value is repeated is not known before all have been read.
            let all = try reading.read(connection, RecordReading.Part(), capacity: 0)
            return try await search.records(of: all.table(of: reading.schema, reading.places.places))
        }
        let wanted = reading.taking(search.fields)
        let part: RecordPart
        var givenUpCount = 0
        if let condition = search.condition {
            let found = try await identities(reading.taking(search.testedFields), condition, search.limit, with: second)
            givenUpCount = found.givenUpCount
            part = try await records(wanted, found, with: second)
        } else if search.limit < .max {
            part = try wanted.read(connection, RecordReading.Part(limit: search.limit), capacity: 0)
        } else {
            part = try await readRecords(wanted, with: second)
        }
        return FoundRecords(
            table: part.table(of: wanted.schema, reading.places.places), givenUpCount: givenUpCount)
    }

    /// The records that meet the condition.
    private func identities(
        _ reading: RecordReading, _ condition: Condition, _ limit: Int, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> FoundIdentities {
        // The condition has been checked for all fields.
        guard let condition = try? CheckedCondition(condition, for: reading.schema) else { throw .unsupported }
        let stop = StopFlag()
        let (middle, batch) = (reading.span.middle, conditions.batch)
        let result = await withTaskCancellationHandler { () async -> Result<FoundIdentities, StorageError> in
            do throws(StorageError) {
                var (found, later) = try await together(with: second) { (connection) throws(StorageError) in
                    let part = RecordReading.Part(before: second == nil ? nil : middle)
                    let found = try reading.search(
                        connection, part, for: condition, batch: batch, limit: limit, stop: stop)
                    // The later half is then not needed.
                    if found.ids.count >= limit { stop.set() }
                    return found
                } later: { (connection, first) throws(StorageError) in
                    try reading.search(
                        connection, RecordReading.Part(from: middle), for: condition, batch: batch, limit: limit,
                        recordsBefore: first?.readCount ?? 0, stop: stop)
                }
                if let later, found.ids.count < limit { found.append(later) }
                found.limit(to: limit)
                return .success(found)
            } catch {
                return .failure(error)
            }
        } onCancel: {
            stop.set()
        }
        guard !Task.isCancelled else { throw .cancelled }
        return try result.get()
    }

    /// The records that were found.
    private func records(
        _ reading: RecordReading, _ found: FoundIdentities, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> RecordPart {
        guard reading.schema.count > 0 else { return RecordPart(ids: found.ids, cells: []) }
        let second = found.ids.count < conditions.batch ? nil : second
        let middle = second == nil ? found.ids.count : found.ids.count / 2
        var (records, later) = try await together(with: second) { (connection) throws(StorageError) in
            try reading.read(connection, found, 0..<middle)
        } later: { (connection, _) throws(StorageError) in
            try reading.read(connection, found, middle..<found.ids.count)
        }
        if let later { records.append(later) }
        return records
    }
}
