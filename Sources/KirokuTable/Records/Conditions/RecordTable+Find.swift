/// The result of a search.
public struct SearchResult: Sendable, Hashable {
    /// The indexes of the records that meet the condition, ascending.
    public let records: [Int]
    /// How many records were left out because a regular expression took too long on their text.
    public let givenUpCount: Int
}

extension RecordTable {
    /// The indexes of the records that meet a condition, ascending; see ``search(_:progress:)``.
    @concurrent
    public func find(
        _ condition: Condition, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> [Int] {
        try await search(condition, progress: progress).records
    }

    /// Searches for the records that meet a condition.
    ///
    /// Works in the background, on all processors if there are many records; `self` is a value, so the document may be
    /// edited meanwhile. Cancelling the task stops it within a few thousand records, or within a text that is matched
    /// with a regular expression. Costs one pass, for numbers at memory speed; a regular expression that backtracks
    /// endlessly over a text is abandoned after some 10 milliseconds.
    ///
    /// - Parameters:
    ///   - condition: what to find, made for a table of these fields.
    ///   - progress: called with the progress from 0 to 1, on any thread.
    /// - Throws: ``QueryError``: what ``Condition/check(for:)`` throws, and ``QueryError/cancelled``.
    @concurrent
    public func search(
        _ condition: Condition, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> SearchResult {
        let checked: CheckedCondition
        do throws(QueryError) {
            checked = try CheckedCondition(condition, for: schema)
        } catch {
            throw Reports.refused("KRK_TB_FI", error)
        }
        let wordCount = MatchWords.wordCount(for: count)
        let batches = ProgressCount(of: max(1, (wordCount + Self.batch - 1) / Self.batch), from: 0)
        let ranges = Parallel.parts(of: wordCount, atLeast: Self.leastPart)
        let parts = await Parallel.mapOnThreads(ranges) { words, stop -> (found: [UInt64], givenUpCount: Int) in
            var matcher = ConditionMatcher(checked, for: self, stop: stop)
            var found: [UInt64] = []
            found.reserveCapacity(words.count)
            for start in stride(from: words.lowerBound, to: words.upperBound, by: Self.batch) {
                if stop.isSet { break }
                found += matcher.words(start..<min(start + Self.batch, words.upperBound))
                progress?(batches.next())
            }
            return (found, matcher.givenUpCount)
        }
        if Task.isCancelled { throw .cancelled }
        return SearchResult(
            records: MatchWords.indexes(of: Array(parts.map(\.found).joined())),
            givenUpCount: parts.reduce(0) { $0 + $1.givenUpCount })
    }

    /// How many words of 64 records are tested together; few enough for their cells to stay in the processor's cache
    /// from one test to the next.
    private static let batch = 64
    /// The least number of words for a thread of its own.
    private static let leastPart = 512
}
