/// Searches records that arrive in batches from elsewhere, and keeps only those that it finds.
package struct BatchedSearch {
    /// The indexes of the fields that the batches must have, ascending; at least one if there are any.
    package let fields: [Int]
    /// Whether all records must come in one batch, because the condition compares them with one another.
    package let needsAllAtOnce: Bool
    private let search: DocumentSearch
    /// For the fields of the batches.
    private let condition: CheckedCondition?
    private let schema: Schema
    private let stop = StopFlag()
    private var found: RecordTable
    private var givenUpCount = 0

    /// - Parameters:
    ///   - search: made for these fields.
    ///   - schema: all fields of the table.
    package init(_ search: DocumentSearch, in schema: Schema) {
        self.search = search
        let tested = search.condition == nil ? [] : search.testedFields
        let needed = Set(search.fields).union(tested).sorted()
        fields = needed.isEmpty ? Array(schema.fields.indices.prefix(1)) : needed
        let batchSchema = schema.taking(fields)
        self.schema = batchSchema
        // The condition has been checked for all fields.
        condition = search.condition.flatMap { try? CheckedCondition($0, for: batchSchema) }
        needsAllAtOnce = search.condition?.comparesRecords(of: schema) ?? false
        found = RecordTable(schema: schema.taking(search.fields))
    }

    /// How many records have been found.
    package var count: Int { found.count }

    /// Whether enough records have been found.
    package var isDone: Bool { found.count >= search.limit }

    /// The largest number of records to read; `nil` if unknown.
    package var readLimit: Int? { search.condition == nil && search.limit < .max ? search.limit : nil }

    /// The fields of a batch.
    package var batchSchema: Schema { schema }

    /// Searches the records that follow; their identities must be greater than those before.
    package mutating func add(_ batch: RecordTable) {
        var matches = Array(0..<batch.count)
        if let condition {
            var matcher = ConditionMatcher(condition, for: batch, stop: stop)
            matches = MatchWords.indexes(of: matcher.words(0..<MatchWords.wordCount(for: batch.count)))
            givenUpCount += matcher.givenUpCount
        }
        let wanted = search.fields.compactMap { fields.firstIndex(of: $0) }
        let kept = RecordIndexes(matches.prefix(search.limit - found.count))
        if !kept.isEmpty { _ = found.insertNew(batch.taking(fields: wanted).picked(at: kept)) }
    }

    /// The records found so far.
    package var result: FoundRecords { FoundRecords(table: found, givenUpCount: givenUpCount) }
}
