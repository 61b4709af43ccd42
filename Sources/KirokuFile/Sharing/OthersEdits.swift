/// The pending edits that the user must be asked about: those of others, and those that build on them.
package struct OthersEdits: Sendable {
    private var records: Set<RecordID> = []
    private var hasFields = false

    package init() {}

    /// Whether an edit is one of these; must be called for each edit in order, the oldest first.
    package mutating func hold(_ commit: QueuedCommit) -> Bool {
        let (reach, changesFields) = (commit.change.records, commit.change.changesFields)
        let buildsOnOthers = hasFields || changesFields && !records.isEmpty || !records.isDisjoint(with: reach)
        guard !commit.isOwn || buildsOnOthers else { return false }
        records.formUnion(reach)
        hasFields = hasFields || changesFields
        return true
    }
}

/// The pending edits of others in a document, for the user to review and decide on.
public struct WaitingEdits: Sendable {
    package let commits: [QueuedCommit]

    package init(_ queue: [QueuedCommit]) { commits = queue.filter { !$0.isOwn } }

    /// The number of edits.
    public var count: Int { commits.count }
}
