extension RecordTable {
    /// The indexes of all records, sorted by the first rule, then by the second, and so on; equal records keep the
    /// order of the table.
    ///
    /// Records with a value come first; then those with unfit text, sorted by it; then those with an empty cell. This
    /// also applies to descending order.
    ///
    /// Works in the background, on all processors if there are many records; the table is not changed. Each rule costs
    /// a few passes for numbers and a few more for texts; sorting by the user's locale costs several times as much as
    /// by code points.
    ///
    /// - Parameters:
    ///   - rules: the first is the most significant; without any, the order is that of the table.
    ///   - progress: called with the progress from 0 to 1, on any thread.
    /// - Throws: ``QueryError/unknownField(_:)``, ``QueryError/cancelled``.
    @concurrent
    public func order(
        by rules: [SortRule], progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> [Int] {
        var fields: [Int] = []
        for rule in rules {
            guard let index = schema.index(of: rule.field) else {
                throw Reports.refused("KRK_TB_SO", .unknownField(rule.field))
            }
            fields.append(index)
        }
        var order = Array(0..<count)
        let sortProgress = SortProgress(of: self, fields: fields, rules: rules, progress)
        // Sorting is stable, so the least significant rule is applied first.
        for (rule, field) in zip(rules, fields).reversed() {
            order = try await sorted(order, by: rule, field: field, sortProgress)
        }
        sortProgress?.end()
        return order
    }

    private func sorted(
        _ order: [Int], by rule: SortRule, field: Int, _ sortProgress: SortProgress?
    ) async throws(QueryError) -> [Int] {
        let (filled, unfit, empty) = split(order, field: field)
        let column = column(field)
        let values = try await column.type.kind.sorted(filled, of: column, by: rule, in: schema[field], sortProgress)
        guard !unfit.isEmpty || !empty.isEmpty else { return values }
        return values + (try await sortedUnfit(unfit, by: rule, field: field)) + empty
    }

    /// The records with a value, with unfit text, and with an empty cell, each in the order of `order`.
    package func split(_ order: [Int], field: Int) -> (filled: [Int], unfit: [Int], empty: [Int]) {
        let column = column(field)
        let filledWords = (0..<MatchWords.wordCount(for: count)).map { column.filledWord(at: $0) }
        // Bits after the last record have no meaning.
        let valueCount = filledWords.enumerated().reduce(0) { total, word in
            total + (word.element << UInt64(max(0, 64 * (word.offset + 1) - count))).nonzeroBitCount
        }
        if valueCount == count { return (order, [], []) }
        let unfitTexts = unfitTexts(inField: field)
        var (filled, unfit, empty): ([Int], [Int], [Int]) = ([], [], [])
        for record in order {
            if filledWords[record >> 6] >> UInt64(record & 63) & 1 == 1 {
                filled.append(record)
            } else if unfitTexts[record] != nil {
                unfit.append(record)
            } else {
                empty.append(record)
            }
        }
        return (filled, unfit, empty)
    }

    private func sortedUnfit(_ records: [Int], by rule: SortRule, field: Int) async throws(QueryError) -> [Int] {
        let unfitTexts = unfitTexts(inField: field)
        var texts = StringColumn()
        for record in records { texts.append(unfitTexts[record]) }
        return try await TextFieldSorter(texts, nil).sorted(Array(records.indices), by: rule).map { records[$0] }
    }
}

/// Reports the progress of sorting.
struct SortProgress: Sendable {
    private let steps: ProgressCount
    private let body: @Sendable (Double) -> Void

    /// `nil` if no one is interested.
    init?(of table: RecordTable, fields: [Int], rules: [SortRule], _ body: (@Sendable (Double) -> Void)?) {
        guard let body else { return nil }
        self.body = body
        let weights = zip(fields, rules).map { field, rule in
            table.schema[field].type.kind.sortWeight(rule)
        }
        steps = ProgressCount(of: max(1, table.count * weights.reduce(0, +)), from: 0)
    }

    /// Records that this many more records have been processed.
    func add(_ records: Int) {
        body(steps.next(records))
    }

    /// Reports the end.
    func end() {
        body(1)
    }
}
