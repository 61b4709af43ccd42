import KirokuCore

/// Edits that wait, divided into batches that are sent together.
///
/// What is entered into a new record comes edit by edit, but a table may require several of its cells. So a record that
/// is not complete goes with the edits behind it that complete it, or waits for these.
struct ForeignBatches {
    struct Batch {
        var commits: [String]
        var edits: RecordEdits
    }

    /// What can be sent, each in a transaction, in order.
    private(set) var list: [Batch] = []
    /// The edits that wait on.
    private(set) var held: [String] = []

    init(_ commits: [QueuedCommit], _ layout: ForeignLayout) {
        let edits = commits.map { RecordEdits(CollectionOfOne($0.change)) }
        var heldRecords: Set<RecordID> = []
        var next = 0
        while next < commits.count {
            let first = next
            let added = Set(edits[first].added.lazy.filter { !layout.isComplete($0.cells) }.map(\.record))
            guard heldRecords.isDisjoint(with: edits[first].allRecords) else {
                hold(commits[first], edits[first], &heldRecords)
                next += 1
                continue
            }
            next += 1
            guard !added.isEmpty else {
                list.append(Batch(commits: [commits[first].id], edits: edits[first]))
                continue
            }
            // Everything in between goes along, so that nothing is done before what it builds on.
            let last = (next..<commits.count).last { !edits[$0].allRecords.isDisjoint(with: added) } ?? first
            let together = RecordEdits(commits[first...last].map(\.change))
            if together.added.allSatisfy({ layout.isComplete($0.cells) }),
                together.allRecords.isDisjoint(with: heldRecords)
            {
                list.append(Batch(commits: commits[first...last].map(\.id), edits: together))
                next = last + 1
            } else {
                hold(commits[first], edits[first], &heldRecords)
            }
        }
    }

    private mutating func hold(_ commit: QueuedCommit, _ edits: RecordEdits, _ records: inout Set<RecordID>) {
        held.append(commit.id)
        records.formUnion(edits.allRecords)
    }
}
