/// The steps that can be undone, and those that can be redone, as the edits of a person come to.
///
/// The last of each comes first. While the document is open, all are kept that fit into 128 MB of memory, and the last of each
/// whatever it takes; how much of it a store keeps is limited further.
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

    package init(undoable: [HistoryStep], redoable: [HistoryStep], isCut: Bool = false) {
        self.undoable = undoable
        self.redoable = redoable
        self.isCut = isCut
        memorySize = (undoable + redoable).reduce(0) { $0 + $1.memorySize }
    }

    /// Whether nothing can be undone or redone.
    public var isEmpty: Bool { undoable.isEmpty && redoable.isEmpty }

    /// Adds an edit that was made.
    ///
    /// One that takes nothing back can be undone, and what was undone before it can no longer be redone. One that undoes or redoes
    /// a step moves it to the other side; if that step is not known, it changes nothing here.
    package mutating func add(_ edit: Edit) {
        add(HistoryStep(edit), undoes: edit.undoes)
    }

    /// - Parameters:
    ///   - step: what takes the edit back.
    ///   - undone: the edit that it has taken back itself.
    package mutating func add(_ step: HistoryStep, undoes undone: EditID?) {
        if let undone {
            if let index = undoable.lastIndex(where: { $0.edit == undone }) {
                move(from: \.undoable, index, to: \.redoable, step)
            } else if let index = redoable.lastIndex(where: { $0.edit == undone }) {
                move(from: \.redoable, index, to: \.undoable, step)
            }
        } else {
            memorySize -= redoable.reduce(0) { $0 + $1.memorySize }
            redoable.removeAll()
            push(step, to: \.undoable)
        }
        limitMemory()
    }

    private mutating func push(_ step: HistoryStep, to side: WritableKeyPath<Self, [HistoryStep]>) {
        if step.isNothing { return }
        self[keyPath: side].append(step)
        memorySize += step.memorySize
    }

    private mutating func move(
        from source: WritableKeyPath<Self, [HistoryStep]>, _ index: Int,
        to target: WritableKeyPath<Self, [HistoryStep]>, _ step: HistoryStep
    ) {
        memorySize -= self[keyPath: source].remove(at: index).memorySize
        push(step, to: target)
    }

    /// Has steps take back what has become of their edits; one of which nothing is left is no step.
    mutating func become(_ edits: [EditID: Edit]) {
        if edits.isEmpty { return }
        func become(_ step: HistoryStep) -> HistoryStep? {
            guard let edit = edits[step.edit] else { return step }
            let step = HistoryStep(edit)
            return step.isNothing ? nil : step
        }
        self = UndoHistory(
            undoable: undoable.compactMap(become), redoable: redoable.compactMap(become), isCut: isCut)
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
    /// The edit that it takes back.
    package let edit: EditID
    /// The table whose records and fields the step changes.
    package let table: TableID
    /// The change that undoes or redoes the step.
    package let change: Change
    package let title: ChangeTitle
    /// The open edits that taking it back resolves, and those that it leaves open again.
    package let open: OpenChanges
    /// About how many bytes of memory it takes.
    let memorySize: Int

    /// The step that takes an edit back.
    package init(_ edit: Edit) {
        self.init(
            of: edit.id, table: edit.table, change: edit.change.inverse.trimmed, title: edit.title,
            open: edit.open.inverse)
    }

    package init(
        of edit: EditID = EditID(), table: TableID = .only, change: Change, title: ChangeTitle,
        open: OpenChanges = OpenChanges()
    ) {
        self.edit = edit
        self.table = table
        self.change = change
        self.title = title
        self.open = open
        memorySize = MemoryLayout<Self>.stride + change.memorySize + open.memorySize
    }

    /// Whether there is nothing that it would change; such a step is not kept.
    var isNothing: Bool { change.isEmpty && open.isEmpty }

    /// The edit that it has become, as it was made.
    ///
    /// - Parameter open: what was resolved by it, and left open again.
    package func taken(_ made: Change, _ open: OpenChanges) -> Edit {
        Edit(made, title: title, undoes: edit, open: open)
    }
}

extension UndoHistory {
    /// Edits that lead to a table and leave this history, for another journal: those that can be undone, and those that were undone,
    /// followed by their undoing.
    ///
    /// - Parameter table: as it is now. What was deleted in the steps is taken from it.
    package func edits(leadingTo table: RecordTable) -> [Edit] {
        var past = table
        var edits: [Edit] = []
        for step in undoable.reversed() {
            guard let made = past.make(step) else { break }
            edits.append(Edit(made.inverse, id: step.edit, title: step.title, undoes: nil, open: step.open.inverse))
        }
        edits.reverse()
        var future = table
        var undoing: [Edit] = []
        for step in redoable.reversed() {
            guard let made = future.make(step) else { break }
            let edit = Edit(made, title: step.title, undoes: nil, open: step.open)
            edits.append(edit)
            undoing.append(
                Edit(made.inverse, id: step.edit, title: step.title, undoes: edit.id, open: step.open.inverse))
        }
        return edits + undoing.reversed()
    }
}

extension RecordTable {
    /// Makes a step of the history, as far as others have not changed the same; `nil` if nothing of it can be made.
    fileprivate mutating func make(_ step: HistoryStep) -> Change? {
        let made = Merge.apply(step.change, to: &self).applied
        return made?.change ?? (step.change.isEmpty ? .sequence([]) : nil)
    }
}
