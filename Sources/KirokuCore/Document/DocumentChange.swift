/// What a document hands to the store that it is kept in.
public enum DocumentChange: Sendable {
    /// Records and fields of a table are others from now on.
    case table(TableID, Change)
    /// How wide fields of a table are shown, in pixels at a text scale of 1.
    case widths(TableID, [FieldID: Int])
    /// Texts by name, which tell how a table is looked at; `nil` for those that go.
    case settings(TableID, [String: String?])
    /// What can be taken back and done again is something else from now on. A store that keeps no history ignores it.
    case history(HistoryChange)

    /// Whether it is an edit, and not only how the document is looked at.
    var isEdit: Bool {
        switch self {
        case .table, .history: true
        case .widths, .settings: false
        }
    }
}
