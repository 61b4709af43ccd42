/// Selects the records that meet a condition from records that arrive in batches.
package struct BatchFilter: Sendable {
    private let condition: CheckedCondition
    /// Whether all records must come in one batch, because the condition compares them with one another.
    package let needsAllAtOnce: Bool

    /// - Parameters:
    ///   - condition: the condition for the records to select.
    ///   - schema: the fields of the batches.
    /// - Throws: what ``Condition/check(for:)`` throws.
    package init(_ condition: Condition, for schema: Schema) throws(QueryError) {
        self.condition = try CheckedCondition(condition, for: schema)
        needsAllAtOnce = condition.comparesRecords(of: schema)
    }

    /// The records of a batch that meet the condition.
    package func taken(from batch: RecordTable) -> RecordTable {
        var matcher = ConditionMatcher(condition, for: batch, stop: StopFlag())
        let found = MatchWords.indexes(of: matcher.words(0..<MatchWords.wordCount(for: batch.count)))
        return found.count == batch.count ? batch : batch.picked(at: RecordIndexes(found))
    }
}
