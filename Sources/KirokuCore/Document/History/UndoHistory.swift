/// The steps that can be undone, and those that can be redone.
///
/// The last of each comes first. While the document is open, all are kept that fit into ``memoryLimit``, and the last of each
/// whatever it takes; how much a store keeps is limited further.
public struct UndoHistory: Sendable {
    private(set) var undoable: [HistoryStep] = []
    private(set) var redoable: [HistoryStep] = []
    /// Whether steps that could be undone have been forgotten for their size.
    private(set) var isCut = false
    /// About how many bytes of memory the steps take.
    private(set) var memorySize = 0

    /// About how many bytes of memory the steps may take: two million cells, or a million edits of one cell each.
    static let memoryLimit = 128 << 20

    /// A history without steps.
    public init() {}

    init(undoable: [HistoryStep], redoable: [HistoryStep], isCut: Bool = false) {
        self.undoable = undoable
        self.redoable = redoable
        self.isCut = isCut
        memorySize = (undoable + redoable).reduce(0) { $0 + $1.memorySize }
    }

    /// Whether nothing can be undone or redone.
    public var isEmpty: Bool { undoable.isEmpty && redoable.isEmpty }

    mutating func apply(_ change: HistoryChange) {
        switch change {
        case .record(let step):
            undoable.append(step)
            memorySize += step.memorySize - redoable.reduce(0) { $0 + $1.memorySize }
            redoable.removeAll()
        case .undo(let inverse):
            memorySize += inverse.memorySize - undoable.removeLast().memorySize
            redoable.append(inverse)
        case .redo(let inverse):
            memorySize += inverse.memorySize - redoable.removeLast().memorySize
            undoable.append(inverse)
        case .replace(let history): self = history
        }
        limitMemory()
    }

    /// Forgets the oldest steps until a quarter of the room is free, so that this is rare.
    private mutating func limitMemory() {
        guard memorySize > Self.memoryLimit else { return }
        let isLess = forget(\.undoable)
        isCut = isCut || isLess
        _ = forget(\.redoable)
    }

    private mutating func forget(_ side: WritableKeyPath<Self, [HistoryStep]>) -> Bool {
        var count = 0
        for step in self[keyPath: side].dropLast() where memorySize > Self.memoryLimit / 4 * 3 {
            memorySize -= step.memorySize
            count += 1
        }
        self[keyPath: side].removeFirst(count)
        return count > 0
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
    /// About how many bytes of memory it takes.
    let memorySize: Int

    init(table: TableID = .only, change: Change, title: ChangeTitle, decided: [EditConflict] = []) {
        self.table = table
        self.change = change
        self.title = title
        self.decided = decided
        memorySize = MemoryLayout<Self>.stride + change.memorySize + decided.count * MemoryLayout<EditConflict>.stride
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
