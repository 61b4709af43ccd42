import FoundationEssentials

/// A row of a document's journal, for reading: an edit, or what another program has changed.
package struct JournalRow: Sendable {
    package let number: Int64
    /// What the edit is known by (``EditID``), as it stands in the file.
    package let id: String
    package let commits: CommitSpan
    /// `nil` for another program.
    package let author: CommitAuthor?
    package let time: Date
    package let parts: [LoggedPart]

    /// All that it has changed; `nil` if that was not kept.
    package var change: Change? {
        var changes: [Change] = []
        for part in parts {
            guard let change = part.change else { return nil }
            changes.append(change)
        }
        return changes.count == 1 ? changes[0] : .sequence(changes)
    }

    package init(
        number: Int64, id: String = EditID().text, commits: CommitSpan, author: CommitAuthor?, time: Date,
        parts: [LoggedPart]
    ) {
        self.number = number
        self.id = id
        self.commits = commits
        self.author = author
        self.time = time
        self.parts = parts
    }
}

/// The commits to a file in which something was changed, by the file's change counter after each.
///
/// Kiroku's edits are in one; of another program only the end of what it has done is seen.
package struct CommitSpan: Sendable, Hashable {
    package let first: UInt32
    package let last: UInt32

    private static let limit: UInt32 = 1 << 16

    /// One commit.
    package init(_ counter: UInt32) { (first, last) = (counter, counter) }

    /// All from one to another.
    package init(first: UInt32, last: UInt32) { (self.first, self.last) = (first, last) }

    /// What a file says; `nil` if it makes no sense.
    package init?(first: Int64, last: Int64) {
        guard let first = UInt32(exactly: first), let last = UInt32(exactly: last), last &- first < Self.limit else {
            return nil
        }
        self.init(first: first, last: last)
    }

    /// The change counter after each.
    package var counters: [UInt32] { (0...last &- first).map { first &+ $0 } }
}
