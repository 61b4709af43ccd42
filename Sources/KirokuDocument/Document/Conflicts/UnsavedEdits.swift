/// What a document has not saved yet: its edits, and what is no edit.
struct UnsavedEdits: Sendable {
    /// The edits, the oldest first.
    private(set) var edits: [Edit] = []
    /// What was typed over before any of it was saved.
    private(set) var typedOver: [TypedOver] = []
    /// The widths that were set.
    private(set) var widths: [FieldID: Int] = [:]
    /// The settings that were changed.
    private(set) var settings: [String: String?] = [:]
    /// What was opened and closed apart from the edits.
    private var openApart = OpenChanges()
    /// What has become of the edits in another table (``merge(over:mine:)``).
    private(set) var made: [EditID: Edit] = [:]

    /// - Parameter changes: what is not saved, the oldest first.
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

    /// What was opened and closed.
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

    /// Makes the edits in another table, and has them be what was made of them there.
    ///
    /// One of which nothing is left is still said: what it has undone, or has made impossible to redo, is done with.
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
            // What is done again after nothing is left of its undoing is an edit of its own.
            let isAgain = edit.undoes.map { undoneIDs.contains($0) && !undoneIDs.contains(edit.id) } ?? false
            return edit.with(made.applied?.change ?? .sequence([]), takingNothingBack: isAgain)
        }
        // What was undone can be done again as it was.
        made = Dictionary(edits.map { ($0.id, $0) }) { first, _ in first }.filter { !undoneIDs.contains($0.key) }
        let known = widths.map { (merge.newID(of: $0.key), $0.value) }
        widths = Dictionary(known.filter { merge.table.schema.index(of: $0.0) != nil }) { first, _ in first }
        return merge
    }
}
