import FoundationEssentials

/// An edit of a document as its journal keeps it: what was changed, and of which earlier edit it takes something back.
///
/// Undo and redo are edits, too. So the steps that can be undone are no list of their own: they are what the edits come to
/// (`UndoHistory.add`).
public struct Edit: Sendable {
    /// What it is known by, in every copy of the document.
    package let id: EditID
    /// The table whose records and fields it changes.
    package let table: TableID
    /// What it has changed, with what it found in the table.
    package let change: Change
    package let title: ChangeTitle
    /// The edit that it takes back: one that is undone, or the undoing of one that is done again.
    package let undoes: EditID?
    /// The open edits that it has resolved, and those that it has left open again.
    package let open: OpenChanges
    /// Whether it can be undone.
    package let isUndoable: Bool

    /// An edit that takes nothing back.
    ///
    /// - Parameters:
    ///   - change: what it changes.
    ///   - title: what it is called; `nil` for a title that follows from the change.
    ///   - isUndoable: whether it can be undone; not if the document only becomes by it what it begins with.
    public init(_ change: Change, title: ChangeTitle? = nil, isUndoable: Bool = true) {
        self.init(change, title: title ?? ChangeTitle(change), undoes: nil, isUndoable: isUndoable)
    }

    package init(
        _ change: Change, id: EditID = EditID(), title: ChangeTitle, undoes: EditID?, open: OpenChanges = OpenChanges(),
        isUndoable: Bool = true
    ) {
        self.id = id
        table = .only
        self.change = change
        self.title = title
        self.undoes = undoes
        self.open = open
        self.isUndoable = isUndoable
    }

    /// The same edit, of which this is left.
    ///
    /// - Parameter isOwn: whether it no longer takes another edit back.
    package func with(_ change: Change, takingNothingBack isOwn: Bool = false) -> Edit {
        Edit(change, id: id, title: title, undoes: isOwn ? nil : undoes, open: open, isUndoable: isUndoable)
    }
}

/// What an edit is known by: a number that was drawn at random.
package struct EditID: Sendable, Hashable {
    private let number: UUID

    /// One that no other edit has.
    package init() { number = UUID() }

    /// One that was written down; `nil` if it is something else.
    package init?(_ text: String) {
        guard let number = UUID(uuidString: text) else { return nil }
        self.number = number
    }

    /// As databases write it.
    package var text: String { number.uuidString.lowercased() }
}
