extension UndoHistory {
    /// Takes edits that were left out out of the steps that made them; a step of nothing else is dropped.
    ///
    /// - Parameters:
    ///   - conflicts: the edits.
    ///   - changes: what was done to the history since it was saved.
    /// - Returns: whether anything was taken out.
    mutating func leaveOut(_ conflicts: [EditConflict], among changes: [HistoryChange]) -> Bool {
        let edits = LeftOutParts(conflicts)
        if edits.isEmpty { return false }
        var (undoable, redoable) = (0, 0)
        for change in changes {
            switch change {
            case .record: (undoable, redoable) = (undoable + 1, 0)
            case .undo: (undoable, redoable) = (max(0, undoable - 1), redoable + 1)
            case .redo: (undoable, redoable) = (undoable + 1, max(0, redoable - 1))
            case .replace: (undoable, redoable) = (self.undoable.count, self.redoable.count)
            }
        }
        var isOther = false
        func rest(of steps: [HistoryStep], last count: Int) -> [HistoryStep] {
            let start = max(0, steps.count - count)
            return steps[..<start]
                + steps[start...].compactMap { step in
                    let (change, isLess) = edits.rest(of: step.change)
                    guard isLess else { return step }
                    isOther = true
                    guard change != nil || !step.decided.isEmpty else { return nil }
                    return HistoryStep(
                        table: step.table, change: change ?? .sequence([]), title: step.title, decided: step.decided)
                }
        }
        self = UndoHistory(
            undoable: rest(of: self.undoable, last: undoable), redoable: rest(of: self.redoable, last: redoable),
            isCut: isCut)
        return isOther
    }
}

/// The parts of changes that were left out.
private struct LeftOutParts {
    private var cells: Set<UnsavedEdits.Cell> = []
    /// Records that are gone.
    private var gone: Set<RecordID> = []
    /// Records that were to be deleted.
    private var staying: Set<RecordID> = []
    /// Fields that were to be removed, or to get another type.
    private var stayingFields: Set<FieldID> = []

    init(_ conflicts: [EditConflict]) {
        for conflict in conflicts {
            guard let record = conflict.record else {
                if let sides = conflict.sides, sides.own?.type != sides.base.type {
                    stayingFields.insert(sides.base.id)
                }
                continue
            }
            switch conflict.reason {
            case .cellChanged, .fieldGone:
                if let field = conflict.field { cells.insert(UnsavedEdits.Cell(record: record, field: field)) }
            case .recordGone: gone.insert(record)
            case .recordChanged: staying.insert(record)
            case .fieldChanged: break
            }
        }
    }

    var isEmpty: Bool { cells.isEmpty && gone.isEmpty && staying.isEmpty && stayingFields.isEmpty }

    /// What is left of a step's change, if anything, and whether that is less.
    func rest(of change: Change) -> (change: Change?, isLess: Bool) {
        switch change {
        case .setCells(let edits):
            let left = edits.filter {
                !gone.contains($0.record) && !cells.contains(UnsavedEdits.Cell(record: $0.record, field: $0.field))
            }
            return (left.isEmpty ? nil : .setCells(left), left.count < edits.count)
        case .insertRecords(let records):
            let left = records.ids.indices.filter { !staying.contains(records.ids[$0]) }
            guard left.count < records.count else { return (change, false) }
            return (left.isEmpty ? nil : .insertRecords(records.picked(at: RecordIndexes(left))), true)
        case .sequence(let changes):
            let parts = changes.map { rest(of: $0) }
            let left = parts.compactMap(\.change)
            return (left.isEmpty ? nil : .sequence(left), parts.contains(where: \.isLess))
        case .changeFields(let fields):
            guard fields.inserted.contains(where: { stayingFields.contains($0.definition.id) }) else {
                return (change, false)
            }
            return (fields.withoutInserting(stayingFields).map { .changeFields($0) }, true)
        case .deleteRecords, .setPlaces: return (change, false)
        }
    }
}

extension FieldChange {
    /// What it does apart from adding these fields, which are there already; `nil` if that is all that it does.
    fileprivate func withoutInserting(_ staying: Set<FieldID>) -> FieldChange? {
        var fields = base.fields
        for (place, field) in schema.fields.enumerated()
        where staying.contains(field.id) && base.index(of: field.id) == nil {
            let old = replaced.first { $0.new == field.id }?.old
            if let index = fields.firstIndex(where: { $0.id == old }) {
                fields[index] = field
            } else {
                fields.insert(field, behind: schema.fields[..<place])
            }
        }
        guard fields != schema.fields, let before = try? Schema(fields: fields, nextFieldID: base.nextFieldID) else {
            return nil
        }
        return FieldChange(
            base: before, schema: schema, removed: removed.filter { before.index(of: $0.definition.id) != nil },
            inserted: inserted.filter { !staying.contains($0.definition.id) },
            replaced: replaced.filter { !staying.contains($0.new) })
    }
}
