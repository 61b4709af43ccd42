/// Sorts records by the texts of one column; none of their cells is empty.
struct TextFieldSorter {
    private let texts: StringColumn
    private let progress: SortProgress?

    init(_ texts: StringColumn, _ progress: SortProgress?) {
        self.texts = texts
        self.progress = progress
    }

    /// The records sorted by the rule, those with equal texts in the order of `records`.
    func sorted(_ records: [Int], by rule: SortRule) async throws(QueryError) -> [Int] {
        guard rule.textOrder == .userLocale, Collation.isNeeded else {
            let sorted = try await SortEntries.sorted(records, by: TextKeys(texts: texts), progress)
            return rule.isDescending ? reversed(sorted) : sorted
        }
        let ranks = try await ranks(of: records)
        return try await SortEntries.sorted(records, by: IntKeys(numbers: ranks, flip: rule.flip), progress)
    }

    /// Reversed, except for equal texts, which keep their order.
    private func reversed(_ records: [Int]) -> [Int] {
        var result: [Int] = []
        result.reserveCapacity(records.count)
        texts.withTexts { texts in
            var end = records.count
            while end > 0 {
                var start = end - 1
                while start > 0, texts.areEqual(records[start - 1], records[start]) { start -= 1 }
                result.append(contentsOf: records[start..<end])
                end = start
            }
        }
        return result
    }

    /// For each record, the rank of its text among the different texts in the user's language, from 0; 0 for records
    /// that are not among `records`.
    ///
    /// The locale's keys are long and slow to compute, so each text gets only one.
    private func ranks(of records: [Int]) async throws(QueryError) -> [Int] {
        var groups = [Int](repeating: 0, count: texts.count)
        var different: [Int] = []
        let sorted = try await SortEntries.sorted(records, by: TextKeys(texts: texts), progress)
        texts.withTexts { texts in
            // Equal texts are neighbours now.
            for record in sorted {
                let isNew = different.last.map { !texts.areEqual($0, record) } ?? true
                if isNew { different.append(record) }
                groups[record] = different.count - 1
            }
        }
        let keys = await Collation.keys(of: different, in: texts, progress)
        progress?.add(Collation.steps * (records.count - different.count))
        if Task.isCancelled { throw .cancelled }
        // The different texts are in the order of their code points, and stay so where their keys are equal.
        let order = try await SortEntries.sorted(Array(keys.indices), by: TextKeys(texts: keys), nil)
        var ranks = [Int](repeating: 0, count: order.count)
        for (rank, text) in order.enumerated() { ranks[text] = rank }
        return groups.map { ranks.isEmpty ? 0 : ranks[$0] }
    }
}
