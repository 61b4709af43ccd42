extension RecordTable {
    /// Counts a field's cells and sums them up.
    ///
    /// Works in the background, on all processors if there are many records. Costs about as much as ordering the
    /// records by the field.
    ///
    /// - Parameters:
    ///   - field: the field to sum up.
    ///   - buckets: how many bars a histogram of numbers has at most; it may have fewer, so that their borders are easy
    ///     to read. As many of the most frequent texts are told.
    /// - Throws: ``QueryError/unknownField(_:)``, ``QueryError/cancelled``.
    @concurrent
    public func summary(of field: FieldID, buckets: Int = 10) async throws(QueryError) -> FieldSummary {
        guard let index = schema.index(of: field) else { throw .unknownField(field) }
        let filled = split(Array(0..<count), field: index).filled
        let rule = SortRule(field: field, textOrder: .codePoints)
        let sorted = try await CellSorter(column(index), nil).sorted(filled, by: rule)
        let summary = SortedSummary(sorted, of: column(index), buckets: buckets)
        if Task.isCancelled { throw .cancelled }
        let toFix = unfitCount(inField: index)
        return FieldSummary(
            filled: sorted.count, empty: count - sorted.count - toFix, toFix: toFix, distinct: summary.distinct,
            figures: summary.figures)
    }
}

/// Figures of cells that are in order, of which none is empty.
private struct SortedSummary {
    private(set) var distinct = 0
    private(set) var figures: FieldSummary.Figures?

    init(_ records: [Int], of column: Column, buckets: Int) {
        guard !records.isEmpty else { return }
        switch column {
        case .int(let column):
            let numbers = records.map { column.numbers[$0] }
            distinct = Self.runs(numbers)
            figures = IntFigures(sorted: numbers, buckets: buckets).map { .int($0) }
        case .float(let column):
            let numbers = records.map { column.numbers[$0] }
            distinct = Self.runs(numbers)
            figures = FloatFigures(sorted: numbers, buckets: buckets).map { .float($0) }
        case .bool(let column):
            let trueCount = records.count { column[$0] == true }
            distinct = trueCount > 0 && trueCount < records.count ? 2 : 1
            figures = .bool(BoolFigures(trueCount: trueCount, falseCount: records.count - trueCount))
        case .string(let column):
            let starts = column.withTexts { texts in
                records.indices.filter { $0 == 0 || !texts.areEqual(records[$0 - 1], records[$0]) }
            }
            let lengths = column.withTexts { texts in starts.map { texts.length(at: records[$0]) } }
            distinct = starts.count
            figures = .string(
                StringFigures(
                    minLength: lengths.min() ?? 0, maxLength: lengths.max() ?? 0,
                    mostFrequent: Self.mostFrequent(starts, of: records, limit: buckets)))
        }
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

    /// How many different numbers there are.
    private static func runs<Number: Equatable>(_ numbers: [Number]) -> Int {
        var runs = 1
        for index in numbers.indices.dropFirst() where numbers[index - 1] != numbers[index] { runs += 1 }
        return runs
    }
}

extension StringTexts {
    /// The length of a text in characters; each byte is one where all are ASCII, but for CR LF.
    fileprivate func length(at index: Int) -> Int {
        withUTF8(at: index) { text in
            let isPlain = text.allSatisfy { $0 < 0x80 && $0 != ASCII.carriageReturn }
            return isPlain ? text.count : String(decoding: text, as: UTF8.self).count
        }
    }
}
