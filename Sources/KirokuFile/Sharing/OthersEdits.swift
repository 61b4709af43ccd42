/// Of edits that wait to be sent, those of others, which the user is to be asked about, and those that build on them.
package struct OthersEdits: Sendable {
    private var records: Set<RecordID> = []
    private var hasFields = false

    package init() {}

    /// Whether an edit is one of these; to be asked of one after another, the oldest first.
    package mutating func hold(_ commit: QueuedCommit) -> Bool {
        let (reach, changesFields) = (commit.change.records, commit.change.changesFields)
        let buildsOnOthers = hasFields || changesFields && !records.isEmpty || !records.isDisjoint(with: reach)
        guard !commit.isOwn || buildsOnOthers else { return false }
        records.formUnion(reach)
        hasFields = hasFields || changesFields
        return true
    }
}

/// Edits of others that wait in a document, to be looked at and decided.
public struct WaitingEdits: Sendable {
    package let commits: [QueuedCommit]

    package init(_ queue: [QueuedCommit]) { commits = queue.filter { !$0.isOwn } }

    /// How many there are.
    public var count: Int { commits.count }
}
