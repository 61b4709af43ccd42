/// What a document commits to its store.
public enum DocumentChange: Sendable {
    /// An edit of a table's records or fields.
    case edit(Edit)
    /// How wide fields of a table are shown, in pixels at a text scale of 1.
    case widths(TableID, [FieldID: Int])
    /// Settings as texts by name; `nil` for those that are removed.
    case settings(TableID, [String: String?])
    /// Values that were typed but left out because of conflicts, and that the user has typed over before resolving
    /// these; only the history records them.
    case typedOver(TableID, [TypedOver])
    /// Edits that were opened or closed, except those that an ``Edit`` lists itself.
    case open(TableID, OpenChanges)
}

extension Sequence<DocumentChange> {
    /// The changes of records and fields among these changes.
    package var edits: [Change] { compactMap { if case .edit(let edit) = $0 { edit.change } else { nil } } }

    /// The edits that were opened and closed.
    package var open: OpenChanges {
        var open = OpenChanges()
        for change in self {
            switch change {
            case .edit(let edit): open.add(edit.open)
            case .open(_, let changes): open.add(changes)
            case .typedOver, .widths, .settings: break
            }
        }
        return open
    }
}
