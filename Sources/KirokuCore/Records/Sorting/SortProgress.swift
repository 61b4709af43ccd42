/// Tells how far the ordering of records has come.
struct SortProgress: Sendable {
    private let steps: ProgressCount
    private let body: @Sendable (Double) -> Void

    /// `nil` if nobody wants to know.
    init?(of table: RecordTable, fields: [Int], rules: [SortRule], _ body: (@Sendable (Double) -> Void)?) {
        guard let body else { return nil }
        self.body = body
        let weights = zip(fields, rules).map { field, rule in
            table.schema[field].type.kind.sortWeight(rule)
        }
        steps = ProgressCount(of: max(1, table.count * weights.reduce(0, +)), from: 0)
    }

    /// So many records have been gone through.
    func add(_ records: Int) {
        body(steps.next(records))
    }

    /// All is done.
    func end() {
        body(1)
    }
}
