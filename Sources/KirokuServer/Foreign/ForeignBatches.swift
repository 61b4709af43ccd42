import KirokuCore

/// Pending edits, divided into batches that are sent together.
///
/// A new record is filled in edit by edit, but a table may require several of its cells. So an incomplete record is
/// sent together with the later edits that complete it, or waits for them.
struct ForeignBatches {
    struct Batch {
        var commits: [String]
        var edits: RecordEdits
    }

    /// The batches that can be sent, each in a transaction, in order.
    private(set) var list: [Batch] = []
    /// The edits that are held back.
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
            // All edits in between are included, so that none is made before those it builds on.
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
