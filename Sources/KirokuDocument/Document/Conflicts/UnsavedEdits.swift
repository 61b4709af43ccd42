/// What a document has not saved yet: its edits and everything else.
struct UnsavedEdits: Sendable {
    /// The edits, the oldest first.
    private(set) var edits: [Edit] = []
    /// Values that were typed over before they were saved.
    private(set) var typedOver: [TypedOver] = []
    /// The field widths that were set.
    private(set) var widths: [FieldID: Int] = [:]
    /// The settings that were changed.
    private(set) var settings: [String: String?] = [:]
    /// Open edits that were opened or closed separately from these edits.
    private var openApart = OpenChanges()
    /// The edits as they were made in another table (``merge(over:mine:)``).
    private(set) var made: [EditID: Edit] = [:]

    /// - Parameter changes: the unsaved changes, the oldest first.
    init(_ changes: [DocumentChange]) {
        for change in changes {
            switch change {
            case .edit(let edit): edits.append(edit)
            case .typedOver(_, let values): typedOver += values
            case .widths(_, let widths): self.widths.merge(widths) { $1 }
            case .settings(_, let texts): settings.merge(texts) { $1 }
            case .open(_, let changes): openApart.add(changes)
            }
        }
    }

    /// The changes of the edits.
    var changes: [Change] { edits.map(\.change) }

    /// All open edits that were opened or closed.
    var open: OpenChanges { documentChanges.open }

    /// The same for the store.
    var documentChanges: [DocumentChange] {
        var changes: [DocumentChange] = typedOver.isEmpty ? [] : [.typedOver(.only, typedOver)]
        if !openApart.isEmpty { changes.append(.open(.only, openApart)) }
        changes += edits.map { .edit($0) }
        if !widths.isEmpty { changes.append(.widths(.only, widths)) }
        if !settings.isEmpty { changes.append(.settings(.only, settings)) }
        return changes
    }

    /// Makes the edits in another table, and replaces them by what was made of them there.
    ///
    /// An edit of which nothing is left is still reported, because it ends the step that it has undone and those that
    /// it has made impossible to redo.
    ///
    /// - Parameters:
    ///   - theirs: the other table.
    ///   - mine: the table in which they were made.
    mutating func merge(over theirs: RecordTable, mine: RecordTable) -> Merge {
        let undone = changes.undone { edits[$0].id == edits[$1].undoes }
        let merge = Merge(changes.without(undone), over: theirs, mine: mine)
        typedOver += merge.typedOver(in: edits.filter { $0.undoes == nil }.map(\.change))
        let undoneIDs = Set(undone.map { edits[$0].id })
        edits = zip(edits, merge.made).map { edit, made in
            // If nothing is left of an undo, its redo is an edit of its own.
            let isAgain = edit.undoes.map { undoneIDs.contains($0) && !undoneIDs.contains(edit.id) } ?? false
            return edit.with(made.applied?.change ?? .sequence([]), takingNothingBack: isAgain)
        }
        // What was undone can be redone unchanged.
        made = Dictionary(edits.map { ($0.id, $0) }) { first, _ in first }.filter { !undoneIDs.contains($0.key) }
        let known = widths.map { (merge.newID(of: $0.key), $0.value) }
        widths = Dictionary(known.filter { merge.table.schema.index(of: $0.0) != nil }) { first, _ in first }
        return merge
    }
}
