import FoundationEssentials

@testable import KirokuCore

/// A cell, by what its record and field are known by.
typealias PlayedCell = UnsavedEdits.Cell

/// `RebaseWork` for unsaved edits, `QueueRebase` for those that wait for a server, and `ChangeLayer` for undo.
struct EngineOfToday: Engine {
    /// After all identities of a play were given.
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    var keepsStepsAfterCrash: Bool { false }

    func bears(_ turn: Turn, in world: World) -> Bool {
        let window = world.windows[turn.desk % world.windows.count]
        let file = world.files[window.file]
        switch turn.move {
        case .undo, .redo:
            // What waits for a server is laid over one after another: what comes to nothing goes over it if others have
            // done the first half of it.
            if world.server != nil, !(file.waiting + window.unsaved).isEmpty { return false }
            guard let step = turn.move == .undo ? window.steps.undoable.last : window.steps.redoable.last else {
                return true
            }
            // An edit that is open again takes the place of what is kept of a record that is gone.
            let isGone = { (conflict: EditConflict) in
                conflict.lost == nil && conflict.record.flatMap { window.table.index(of: $0) } == nil
            }
            if step.decided.contains(where: isGone) { return false }
            // A field goes with what others have entered into it since.
            return window.othersCells.allSatisfy { !step.change.removesField($0.field) }
        // A field that both copies have added is filled twice, over what has been changed between.
        case .copy: return !(file.waiting + window.unsaved).contains { $0.change.changesFields }
        default: return true
        }
    }

    func lay(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable, at place: WaitingPlace,
        _ numbers: inout Numbers
    ) -> LaidEdits? {
        switch place {
        case .window: layAsOne(edits, steps, mine: mine, theirs: theirs, &numbers)
        case .queue(let changed):
            layInTurn(edits, mine: mine, theirs: theirs, changed, &numbers)
                ?? layAsOne(edits, steps, mine: mine, theirs: theirs, &numbers)
        }
    }

    /// As `ReceivedNews` does, and `CardFile` where fields have changed on a server.
    private func layAsOne(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable, _ numbers: inout Numbers
    ) -> LaidEdits {
        let changes = edits.flatMap { [.table(.only, $0.change)] + $0.origins.map { $0.historyChange } }
        let unsaved = UnsavedEdits(changes)
        let work = RebaseWork.done(unsaved, mine: mine, theirs: theirs)
        let rebased = RebasedEdits(work, widths: [:])
        var left: [SimulatedEdit] = []
        if let change = rebased.change {
            left = [SimulatedEdit(number: numbers.next(), change: change, origins: edits.flatMap(\.origins))]
        }
        return LaidEdits(
            table: work.result, edits: left, open: rebased.conflicts,
            steps: steps.leavingOut(rebased.conflicts, among: changes),
            typedOver: Set(rebased.typedOver.map { $0.cell.value.played }))
    }

    /// As `CardFile` does where only records have changed on a server.
    private func layInTurn(
        _ edits: [SimulatedEdit], mine: RecordTable, theirs: RecordTable, _ changed: Set<RecordID>,
        _ numbers: inout Numbers
    ) -> LaidEdits? {
        guard mine.schema.fields == theirs.schema.fields, !edits.contains(where: { $0.change.changesFields }) else {
            return nil
        }
        let queue = edits.map { edit in
            QueuedCommit(
                number: Int64(edit.number), id: String(edit.number), time: Self.time,
                author: CommitAuthor(person: "", program: ""), change: edit.change, picture: nil, place: nil)
        }
        var rows = SharedRows(schema: theirs.schema)
        for id in changed.sorted() {
            let cells = theirs.index(of: id).map { record in theirs.schema.fields.indices.map { theirs[record, $0] } }
            rows.add(id, place: theirs.place(of: id), cells: cells, author: nil, time: Self.time)
        }
        guard let rebase = QueueRebase.over(rows, queue, mine: mine) else { return nil }
        let left = rebase.commits.map { commit in
            SimulatedEdit(
                number: Int(commit.id) ?? numbers.next(), change: commit.change,
                origins: edits.first { $0.number == Int(commit.number) }?.origins ?? [])
        }
        return LaidEdits(
            table: rebase.theirs, edits: left, open: rebase.conflicts, steps: UndoSteps(), typedOver: [])
    }

    func takeBack(_ change: Change, in table: inout RecordTable, changedElsewhere: ChangedElsewhere) -> Change? {
        if changedElsewhere.isEmpty { return try? table.apply(change).change }
        return ChangeLayer.lay(change, over: &table, changedElsewhere: changedElsewhere).applied?.change
    }

    func followed(
        _ open: [EditConflict], adding new: [EditConflict], from before: RecordTable, to table: RecordTable
    ) -> [EditConflict] {
        let followed = LeftOutEdits(open).followed(to: table) { id in
            before.index(of: id).map { before.picked(at: RecordIndexes($0)) }
        }
        var all = LeftOutList(followed)
        for conflict in new { all.leaveOut(conflict, in: table) }
        return all.list
    }
}

extension Change {
    fileprivate func removesField(_ field: FieldID) -> Bool {
        flattened.contains { part in
            if case .changeFields(let change) = part { change.schema.index(of: field) == nil } else { false }
        }
    }
}

extension SimulatedEdit.Origin {
    /// What the history is told; which step it is does not matter.
    fileprivate var historyChange: DocumentChange {
        let step = HistoryStep(change: .sequence([]), title: .several)
        let change: HistoryChange =
            switch self {
            case .made: .record(step)
            case .undone: .undo(step)
            case .redone: .redo(step)
            }
        return .history(change)
    }
}

extension UndoSteps {
    /// The steps without what was left out of the last of them.
    fileprivate func leavingOut(_ conflicts: [EditConflict], among changes: [DocumentChange]) -> UndoSteps {
        if conflicts.isEmpty { return self }
        var history = UndoHistory(undoable: undoable.map(\.kept), redoable: redoable.map(\.kept))
        _ = history.leaveOut(
            conflicts, among: changes.compactMap { if case .history(let step) = $0 { step } else { nil } })
        return UndoSteps(undoable: history.undoable.map(Step.init), redoable: history.redoable.map(Step.init))
    }
}

extension UndoSteps.Step {
    fileprivate var kept: HistoryStep { HistoryStep(change: change, title: .several, decided: decided) }

    fileprivate init(_ step: HistoryStep) { self.init(edit: 0, change: step.change, decided: step.decided) }
}
