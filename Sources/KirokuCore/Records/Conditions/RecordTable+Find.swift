extension RecordTable {
    /// The indexes of the records that meet a condition, ascending.
    ///
    /// Works in the background, on all processors if there are many records; `self` is a value, so the document may be
    /// edited meanwhile. Cancelling the task stops it within a few thousand records; only a regular expression that
    /// backtracks without end over one text is not interrupted. Costs one pass, for numbers at memory speed.
    ///
    /// - Parameters:
    ///   - condition: what to find, made for a table of these fields.
    ///   - progress: told the share that is done, from 0 to 1, on any thread.
    /// - Throws: ``QueryError``: what ``Condition/check(for:)`` throws, and ``QueryError/cancelled``.
    @concurrent
    public func find(
        _ condition: Condition, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> [Int] {
        let checked = try CheckedCondition(condition, for: schema)
        let wordCount = MatchWords.wordCount(for: count)
        let batches = ProgressCount(of: max(1, (wordCount + Self.batch - 1) / Self.batch), from: 0)
        let parts = await Parallel.map(Parallel.parts(of: wordCount, atLeast: Self.leastPart)) { words in
            var matcher = ConditionMatcher(checked, for: self)
            var found: [UInt64] = []
            found.reserveCapacity(words.count)
            for start in stride(from: words.lowerBound, to: words.upperBound, by: Self.batch) {
                if Task.isCancelled { break }
                found += matcher.words(start..<min(start + Self.batch, words.upperBound))
                progress?(batches.next())
            }
            return found
        }
        if Task.isCancelled { throw .cancelled }
        return MatchWords.indexes(of: Array(parts.joined()))
    }

    /// Words of 64 records that are tested together: their numbers stay in the processor's cache from one test to the next.
    private static let batch = 64
    /// Words that are worth a thread.
    private static let leastPart = 512
}
