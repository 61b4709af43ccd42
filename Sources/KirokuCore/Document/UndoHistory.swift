/// The steps that can be taken back, and those that can be done again.
struct UndoHistory {
    struct Step {
        /// What `apply` does to take this step back, or to do it again.
        let change: Change
        let title: ChangeTitle
    }

    private(set) var undoable: [Step] = []
    private(set) var redoable: [Step] = []

    /// A new change was made: it can be taken back, and what was taken back before can no longer be done again.
    mutating func record(_ inverse: Change, title: ChangeTitle) {
        undoable.append(Step(change: inverse, title: title))
        redoable.removeAll()
    }

    mutating func popUndo() -> Step? { undoable.popLast() }

    mutating func popRedo() -> Step? { redoable.popLast() }

    mutating func pushUndo(_ step: Step) { undoable.append(step) }

    mutating func pushRedo(_ step: Step) { redoable.append(step) }
}
