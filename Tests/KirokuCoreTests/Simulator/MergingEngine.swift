import FoundationEssentials

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What the program does: `Merge` for unsaved edits and for undo, and `QueueMerge` for edits that wait for a server.
struct MergingEngine: Engine {
    /// After all identities of a play were given.
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    func mergeEdits(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable, at place: WaitingPlace,
        _ numbers: inout Numbers
    ) -> MergedEdits? {
        switch place {
        case .window: layUnsaved(edits, steps, mine: mine, theirs: theirs)
        case .queue: layWaiting(edits, mine: mine, theirs: theirs, &numbers)
        }
    }

    /// As `ReceivedNews` does: each edit has its step.
    private func layUnsaved(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable
    ) -> MergedEdits {
        var names = EditNames()
        var unsaved = UnsavedEdits(edits.map { .edit($0.edit(&names)) })
        let merge = unsaved.merge(over: theirs, mine: mine)
        var history = UndoHistory(
            undoable: steps.undoable.map { $0.kept(&names) }, redoable: steps.redoable.map { $0.kept(&names) })
        history.become(unsaved.made)
        let left = unsaved.edits.map { edit in
            SimulatedEdit(
                number: names.number(of: edit.id), change: edit.change, undoes: edit.undoes.map(names.number),
                open: edit.open)
        }
        return MergedEdits(
            table: merge.table, edits: left, open: merge.open,
            steps: UndoSteps(
                undoable: history.undoable.map { UndoSteps.Step($0, names) },
                redoable: history.redoable.map { UndoSteps.Step($0, names) }),
            typedOver: Set(unsaved.typedOver.map { $0.cell.value.played }))
    }

    /// As `CardFile` does.
    private func layWaiting(
        _ edits: [SimulatedEdit], mine: RecordTable, theirs: RecordTable, _ numbers: inout Numbers
    ) -> MergedEdits? {
        let queue = edits.map { edit in
            QueuedCommit(
                number: Int64(edit.number), id: String(edit.number), time: Self.time,
                author: CommitAuthor(person: "", program: ""), change: edit.change, picture: nil, place: nil)
        }
        var base = mine
        let isBack = base.revert(queue.map(\.change))
        let merge = QueueMerge(queue, over: theirs, mine: mine, base: isBack ? base : nil)
        let left = merge.commits.map { commit in
            SimulatedEdit(number: Int(commit.id) ?? numbers.next(), change: commit.change)
        }
        return MergedEdits(table: merge.table, edits: left, open: merge.conflicts, steps: UndoSteps(), typedOver: [])
    }

    func revert(_ change: Change, in table: inout RecordTable, changedElsewhere: ChangedElsewhere) -> Change? {
        Merge.apply(change, to: &table, elsewhere: (changedElsewhere.records, changedElsewhere.fields)).applied?.change
    }

    func follow(
        _ open: inout OpenEdits, from before: RecordTable, to table: RecordTable, at desk: Int,
        opening conflicts: [EditConflict]
    ) {
        open.follow(table, desk: desk, opening: conflicts, fieldIn: [table.schema, before.schema]) { id in
            before.index(of: id).map { before.picked(at: RecordIndexes($0)) }
        }
    }
}

/// The edits by their numbers in a play.
private struct EditNames {
    private var ids: [Int: EditID] = [:]
    private var numbers: [EditID: Int] = [:]

    mutating func id(of number: Int) -> EditID {
        if let known = ids[number] { return known }
        let id = EditID()
        (ids[number], numbers[id]) = (id, number)
        return id
    }

    func number(of id: EditID) -> Int { numbers[id] ?? 0 }
}

extension SimulatedEdit {
    fileprivate func edit(_ names: inout EditNames) -> Edit {
        Edit(
            change, id: names.id(of: number), title: .several, undoes: undoes.map { names.id(of: $0) }, open: open)
    }
}

extension UndoSteps.Step {
    fileprivate func kept(_ names: inout EditNames) -> HistoryStep {
        HistoryStep(of: names.id(of: edit), change: change, title: .several, open: open)
    }

    fileprivate init(_ step: HistoryStep, _ names: EditNames) {
        self.init(edit: names.number(of: step.edit), change: step.change, open: step.open)
    }
}
