/// The steps that can be undone, and those that can be redone.
///
/// The last of each comes first. There is no limit while the document is open; how much of it a store keeps is limited.
public struct UndoHistory: Sendable {
    private(set) var undoable: [HistoryStep] = []
    private(set) var redoable: [HistoryStep] = []

    /// A history without steps.
    public init() {}

    init(undoable: [HistoryStep], redoable: [HistoryStep]) {
        self.undoable = undoable
        self.redoable = redoable
    }

    /// Whether nothing can be undone or redone.
    public var isEmpty: Bool { undoable.isEmpty && redoable.isEmpty }

    mutating func apply(_ change: HistoryChange) {
        switch change {
        case .record(let step):
            undoable.append(step)
            redoable.removeAll()
        case .undo(let inverse):
            undoable.removeLast()
            redoable.append(inverse)
        case .redo(let inverse):
            redoable.removeLast()
            undoable.append(inverse)
        case .replace(let history): self = history
        }
    }
}

/// One step of the history.
public struct HistoryStep: Sendable {
    /// The table whose records and fields the step changes.
    let table: TableID
    /// The change that undoes or redoes the step.
    let change: Change
    let title: ChangeTitle
    /// The edits that were left out and that the step has decided; undoing it leaves them open again.
    let decided: [EditConflict]

    init(table: TableID = .only, change: Change, title: ChangeTitle, decided: [EditConflict] = []) {
        self.table = table
        self.change = change
        self.title = title
        self.decided = decided
    }

    /// The step that takes this one back, which has been made like this.
    func taking(_ made: Change) -> HistoryStep {
        HistoryStep(table: table, change: made.inverse.trimmed, title: title, decided: decided)
    }
}

/// A change of a document's history, for the store.
public enum HistoryChange: Sendable {
    /// A new change was made: it can be undone, and what was undone before can no longer be redone.
    case record(HistoryStep)
    /// The last step was undone; this redoes it.
    case undo(HistoryStep)
    /// The step that was undone last was redone; this undoes it.
    case redo(HistoryStep)
    /// The whole history is replaced by this one.
    case replace(UndoHistory)
}
