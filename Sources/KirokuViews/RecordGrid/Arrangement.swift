import KirokuCore

/// By what the shown records are ordered and whether they are only some, and what is asked for and still computed.
struct Arrangement {
    /// What can be seen of sorting: by this the records were ordered last.
    var rules: [SortRule] = []
    /// Whether only some records are shown, because they were found.
    var isSubset = false
    /// What was asked for and is being computed.
    var wanted: Wanted?
    var task: Task<Void, Never>?
    /// Tells a result that comes late from the one that is waited for.
    var generation = 0

    struct Wanted {
        let rules: [SortRule]
        /// The records to show, by their indexes among `ids`; `nil` for all.
        let records: [Int]?
        let ids: [RecordID]
    }

    /// By what the records will be ordered when all that was asked for is done.
    var coming: [SortRule] { wanted?.rules ?? rules }

    mutating func forgetFields(not schema: Schema) {
        rules.removeAll { schema.index(of: $0.field) == nil }
    }
}
