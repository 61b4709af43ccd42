/// Reading only what a ``DocumentSearch`` asks for.
extension DocumentReader {
    /// Reads the fields that the condition tests, for the records that SQLite cannot rule out, a few thousand at a
    /// time; then reads the wanted fields of the records found.
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
            // In another program's table, identities may be anything, so records cannot be found again by them; and
            // whether a value is repeated is known only after all have been read.
            let all = try reading.read(connection, RecordReading.Part(), capacity: 0)
            return try await search.records(of: all.table(of: reading.schema, reading.places.places))
        }
        guard let condition = search.condition else { return try await allRecords(reading, search, with: second) }
        let tested = reading.taking(search.testedFields)
        // The condition has been checked for all fields.
        guard let condition = try? CheckedCondition(condition, for: tested.schema) else { throw .unsupported }
        if try connection.hasUTF8(), let filter = RecordFilter(condition, columns: tested.columns) {
            do throws(StorageError) {
                return try await records(reading, search, tested, condition, filter, with: second)
            } catch {
                // Only reading all records can tell in the error which one is unreadable.
                if Task.isCancelled { throw error }
            }
        }
        return try await records(reading, search, tested, condition, nil, with: second)
    }

    private func allRecords(
        _ reading: RecordReading, _ search: DocumentSearch, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> FoundRecords {
        let wanted = reading.taking(search.fields)
        if let count = try await count(reading, search, nil, with: second) {
            return FoundRecords(count: count, of: wanted.schema)
        }
        let part =
            search.limit < .max
            ? try wanted.read(connection, RecordReading.Part(limit: search.limit), capacity: 0)
            : try await readRecords(wanted, with: second)
        return FoundRecords(table: part.table(of: wanted.schema, reading.places.places), givenUpCount: 0)
    }

    /// The records that meet a condition.
    ///
    /// - Parameters:
    ///   - tested: reads the fields that the condition tests.
    ///   - condition: made for these fields.
    ///   - filter: the part of the condition that SQLite can check.
    private func records(
        _ reading: RecordReading, _ search: DocumentSearch, _ tested: RecordReading, _ condition: CheckedCondition,
        _ filter: RecordFilter?, with second: SecondReader?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> FoundRecords {
        let wanted = reading.taking(search.fields)
        if let filter, let count = try await count(reading, search, filter, with: second) {
            return FoundRecords(count: count, of: wanted.schema)
        }
        if let filter, let part = try await certainRecords(wanted, search.limit, filter, with: second) {
            return FoundRecords(table: part.table(of: wanted.schema, reading.places.places), givenUpCount: 0)
        }
        let found = try await identities(tested, condition, filter, search.limit, with: second)
        let part = try await records(wanted, found, with: second)
        return FoundRecords(
            table: part.table(of: wanted.schema, reading.places.places), givenUpCount: found.givenUpCount)
    }

    /// How many records pass a filter, if only their number is wanted and all of them certainly meet the condition.
    private func count(
        _ reading: RecordReading, _ search: DocumentSearch, _ filter: RecordFilter?, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> Int? {
        guard search.fields.isEmpty, search.limit == .max, filter.map({ $0.certainty != nil }) ?? true else {
            return nil
        }
        let middle = reading.span.middle
        let part = RecordReading.Part(before: second == nil ? nil : middle, filter: filter)
        let (first, later) = try await together(with: second) { (connection) throws(StorageError) in
            try part.count(connection)
        } later: { (connection, _) throws(StorageError) in
            try RecordReading.Part(from: middle, filter: filter).count(connection)
        }
        let passing = first.passing + (later?.passing ?? 0)
        return passing == first.certain + (later?.certain ?? 0) ? passing : nil
    }

    /// The records that pass a filter, if all of them certainly meet the condition: they need no test.
    private func certainRecords(
        _ reading: RecordReading, _ limit: Int, _ filter: RecordFilter, with second: SecondReader?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> RecordPart? {
        guard filter.certainty != nil else { return nil }
        // SQLite would continue through a half that is no longer needed.
        let second = limit < .max ? nil : second
        let middle = reading.span.middle
        var (records, later) = try await together(with: second) { (connection) throws(StorageError) in
            let part = RecordReading.Part(
                before: second == nil ? nil : middle, limit: limit, filter: filter, isCertain: true)
            return try reading.read(connection, part, capacity: 0)
        } later: { (connection, _) throws(StorageError) in
            try reading.read(
                connection, RecordReading.Part(from: middle, filter: filter, isCertain: true), capacity: 0)
        }
        if let later { records.append(later) }
        return records.isCertain ? records : nil
    }

    /// The records that meet the condition.
    private func identities(
        _ reading: RecordReading, _ condition: CheckedCondition, _ filter: RecordFilter?, _ limit: Int,
        with second: SecondReader?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> FoundIdentities {
        // SQLite would continue through a half that is no longer needed.
        let second = filter != nil && limit < .max ? nil : second
        let stop = StopFlag()
        let (middle, batch) = (reading.span.middle, conditions.batch)
        let result = await withTaskCancellationHandler { () async -> Result<FoundIdentities, StorageError> in
            do throws(StorageError) {
                var (found, later) = try await together(with: second) { (connection) throws(StorageError) in
                    let part = RecordReading.Part(before: second == nil ? nil : middle, filter: filter)
                    let found = try reading.search(
                        connection, part, for: condition, batch: batch, limit: limit, stop: stop)
                    // The later half is not needed then.
                    if found.ids.count >= limit { stop.set() }
                    return found
                } later: { (connection, first) throws(StorageError) in
                    try reading.search(
                        connection, RecordReading.Part(from: middle, filter: filter), for: condition, batch: batch,
                        limit: limit, recordsBefore: first?.readCount ?? 0, stop: stop)
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
