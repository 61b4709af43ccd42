/// The steps that can be taken back, and those that can be done again.
///
/// The last of each comes first. There is no limit while the document is open; what a document store keeps of it is
/// bounded.
public struct UndoHistory: Sendable {
    private(set) var undoable: [HistoryStep] = []
    private(set) var redoable: [HistoryStep] = []

    /// A history without steps.
    public init() {}

    init(undoable: [HistoryStep], redoable: [HistoryStep]) {
        self.undoable = undoable
        self.redoable = redoable
    }

    /// Whether nothing can be taken back or done again.
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
    /// Whose records and fields the step is about.
    let table: TableID
    /// What takes the step back, or does it again.
    let change: Change
    let title: ChangeTitle

    init(table: TableID = .only, change: Change, title: ChangeTitle) {
        self.table = table
        self.change = change
        self.title = title
    }
}

/// What happens to the history of a document, for the document store to keep it.
public enum HistoryChange: Sendable {
    /// A new change was made: it can be taken back, and what was taken back before can no longer be done again.
    case record(HistoryStep)
    /// The last step was taken back, and this is how it is done again.
    case undo(HistoryStep)
    /// The step that was taken back last was done again, and this is how it is taken back.
    case redo(HistoryStep)
    /// All of the history is this one from now on.
    case replace(UndoHistory)
}
