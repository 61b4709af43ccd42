extension RecordTable {
    /// The records to show, in the order to show them; `nil` for all records in the table's order.
    ///
    /// Works in the background and can be cancelled, as ``order(by:progress:)`` does.
    ///
    /// - Parameters:
    ///   - records: the indexes of those to show, in any order; `nil` for all.
    ///   - rules: how to sort them; rules for fields that are no longer there are ignored. Without any, they keep the
    ///     table's order.
    ///   - progress: called with the progress from 0 to 1, on any thread.
    /// - Throws: ``QueryError/cancelled``.
    @concurrent
    public func list(
        of records: [Int]?, by rules: [SortRule], progress: (@Sendable (Double) -> Void)? = nil
    ) async throws(QueryError) -> [Int]? {
        let rules = rules.filter { schema.index(of: $0.field) != nil }
        guard let records else {
            return rules.isEmpty ? nil : try await order(by: rules, progress: progress)
        }
        var isShown = [Bool](repeating: false, count: count)
        for record in records where isShown.indices.contains(record) { isShown[record] = true }
        let ordered = try await order(by: rules, progress: progress)
        return ordered.filter { isShown[$0] }
    }
}
