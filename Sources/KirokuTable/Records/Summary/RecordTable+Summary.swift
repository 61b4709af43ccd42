extension RecordTable {
    /// Summarizes a field's cells.
    ///
    /// Works in the background, on all processors if there are many records. Costs about as much as sorting the records
    /// by the field.
    ///
    /// - Parameters:
    ///   - field: the field to summarize.
    ///   - records: the indexes of the records that count; `nil` for all.
    ///   - buckets: how many bars a histogram of numbers has at most; it may have fewer, so that their borders are easy
    ///     to read. The same number of the most frequent texts is listed.
    /// - Throws: ``QueryError/unknownField(_:)``, ``QueryError/cancelled``.
    @concurrent
    public func summary(
        of field: FieldID, among records: [Int]? = nil, buckets: Int = 10
    ) async throws(QueryError) -> FieldSummary {
        try await sortedSummary(of: field, among: records, buckets: buckets).summary
    }

    /// Summarizes a field's cells; also returns the records with values, in the order of these.
    @concurrent
    func sortedSummary(
        of field: FieldID, among records: [Int]? = nil, buckets: Int
    ) async throws(QueryError) -> (summary: FieldSummary, sorted: [Int]) {
        guard let index = schema.index(of: field) else {
            throw Reports.refused("KRK_TB_SU", .unknownField(field))
        }
        let parts = parts(of: index, among: records)
        let rule = SortRule(field: field, textOrder: .codePoints)
        let column = column(index)
        let kind = column.type.kind
        let sorted = try await kind.sorted(parts.filled, of: column, by: rule, in: schema[index], nil)
        let known = sorted.isEmpty ? nil : kind.figures(of: sorted, in: column, buckets: buckets)
        if Task.isCancelled { throw .cancelled }
        let summary = FieldSummary(
            filled: sorted.count, empty: parts.emptyCount, toFix: parts.toFixCount, distinct: known?.distinct ?? 0,
            figures: known?.figures)
        return (summary, sorted)
    }

    /// The records with a value in a field, how many have none, and how many have something to fix.
    ///
    /// - Parameter records: the indexes of the records that count; `nil` for all.
    package func parts(
        of field: Int, among records: [Int]?
    ) -> (filled: [Int], emptyCount: Int, toFixCount: Int) {
        let (filled, unfit, empty) = split(records ?? Array(0..<count), field: field)
        let checks = CellChecks(self, fields: [field])
        let broken =
            records.map { $0.count { checks.isBroken($0, field) } } ?? checks.brokenCount(inField: field)
        return (filled, empty.count, unfit.count + broken)
    }
}

extension StringFigures {
    /// - Parameters:
    ///   - records: in the order of their texts.
    ///   - starts: where in `records` each run of equal texts begins.
    ///   - column: the texts.
    ///   - limit: how many of the most frequent texts to list.
    package init(_ records: [Int], runsFrom starts: [Int], of column: StringColumn, limit: Int) {
        let lengths = column.withTexts { texts in starts.map { texts.length(at: records[$0]) } }
        minLength = lengths.min() ?? 0
        maxLength = lengths.max() ?? 0
        mostFrequent = Self.mostFrequent(starts, of: records, limit: limit)
    }

    /// The longest runs of equal texts; `starts` says where they begin.
    private static func mostFrequent(_ starts: [Int], of records: [Int], limit: Int) -> [FrequentText] {
        var found: [FrequentText] = []
        for (place, start) in starts.enumerated() {
            let end = place + 1 < starts.count ? starts[place + 1] : records.count
            let count = end - start
            if found.count >= limit, count <= found.last?.count ?? .max { continue }
            let text = FrequentText(record: records[start], count: count)
            found.insert(text, at: found.partitioningIndex { $0.count < count })
            if found.count > limit { found.removeLast() }
        }
        return found
    }

}

/// Runs of equal values in values that are in order.
enum Runs {
    /// How many different values there are.
    static func count<Value: Equatable>(in values: [Value]) -> Int {
        var runs = min(1, values.count)
        for index in values.indices.dropFirst() where values[index - 1] != values[index] { runs += 1 }
        return runs
    }
}

extension StringTexts {
    /// The length of a text in characters; in ASCII, each byte is one, except that CR LF counts once.
    fileprivate func length(at index: Int) -> Int {
        withUTF8(at: index) { text in
            let isPlain = text.allSatisfy { $0 < 0x80 && $0 != ASCII.carriageReturn }
            return isPlain ? text.count : String(decoding: text, as: UTF8.self).count
        }
    }
}
