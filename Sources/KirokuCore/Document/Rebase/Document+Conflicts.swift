/// A record that somebody is typing into: if others delete it meanwhile, it is not lost.
@MainActor
public final class RecordHold {
    let record: RecordID

    init(_ record: RecordID) { self.record = record }
}

struct WeakHold {
    weak var hold: RecordHold?
}

/// Edits that are left out because others have changed the same, and what becomes of them.
extension Document {
    /// The edits that are left out, the oldest first.
    public var conflicts: [EditConflict] { leftOut.list }

    /// Keeps a record as long as what this returns is kept: if others delete the record, it is among ``leftOut``.
    public func hold(_ record: RecordID) -> RecordHold? {
        let hold = RecordHold(record)
        holds.removeAll { $0.hold == nil }
        holds.append(WeakHold(hold: hold))
        return hold
    }

    /// Keeps an edit that is not made because others have changed the same, until that is decided.
    public func leaveOut(_ conflict: EditConflict) {
        let before = leftOut.list
        var list = before
        list.leaveOut(known(conflict), in: table)
        leftOut = LeftOutEdits(list)
        keepConflicts(insteadOf: before)
        saver.work()
        observers.notify(.conflictsChanged)
    }

    /// Decides what becomes of edits that were left out, as one step of the history: undoing it leaves them open again.
    ///
    /// Edits that cannot be made, or no longer, stay as they are; those that are no longer left out are ignored.
    ///
    /// - Throws: ``EditError``; nothing has then changed.
    public func decide(_ conflicts: [EditConflict], as decision: ConflictDecision) throws(EditError) {
        if let refusal { throw refusal }
        let known = Set(leftOut.list.compactMap(\.id))
        let chosen = conflicts.filter { conflict in
            conflict.canBe(decision) && conflict.id.map { known.contains($0) } == true
        }
        guard !chosen.isEmpty else { return }
        var changes: [Change] = []
        do throws(TableError) {
            var result = table
            for conflict in chosen {
                for change in try conflict.changes(for: decision, in: result) {
                    changes.append(change)
                    _ = try result.apply(change)
                }
            }
        } catch {
            throw .refused(error)
        }
        let change: Change = changes.count == 1 ? changes[0] : .sequence(changes)
        try apply(change, title: .decide(chosen.count), deciding: chosen)
    }

    // MARK: Following

    /// These are decided by the step that is being made.
    func decide(_ decided: [EditConflict]) {
        if decided.isEmpty { return }
        let ids = Set(decided.compactMap(\.id))
        var list = leftOut.list.filter { $0.id.map { !ids.contains($0) } ?? true }
        // A record that is there again may hold something else, or have no field any more for what was entered.
        for conflict in decided where conflict.lost != nil {
            guard let index = conflict.record.flatMap({ table.index(of: $0) }) else { continue }
            for rest in conflict.cells(in: table, at: index) { list.leaveOut(rest, in: table) }
        }
        leftOut = LeftOutEdits(list)
    }

    /// These are open again, because the step that has decided them is taken back.
    func reopen(_ decided: [EditConflict]) {
        if decided.isEmpty { return }
        let ids = Set(leftOut.list.compactMap(\.id))
        leftOut = LeftOutEdits(leftOut.list + decided.filter { $0.id.map { !ids.contains($0) } ?? false })
    }

    /// Follows an edit that was made here, and keeps what has changed.
    func followOwn(insteadOf before: [EditConflict]) {
        if leftOut.isEmpty, before.isEmpty { return }
        leftOut = LeftOutEdits(leftOut.followed(to: table) { _ in nil })
        keepConflicts(insteadOf: before)
    }

    /// Follows what others have changed.
    ///
    /// - Parameters:
    ///   - before: the table before that.
    ///   - conflicts: the edits that it has left out.
    func followOthers(from before: RecordTable, leavingOut conflicts: [EditConflict]) {
        let old = leftOut.list
        let gone = Set(holds.compactMap(\.hold?.record))
            .filter { before.index(of: $0) != nil && table.index(of: $0) == nil }
        if old.isEmpty, conflicts.isEmpty, gone.isEmpty { return }
        func record(_ id: RecordID) -> RecordTable? {
            before.index(of: id).map { before.picked(at: RecordIndexes($0)) }
        }
        var list = leftOut.followed(to: table, record).map { $0.id == nil || !old.contains($0) ? known($0) : $0 }
        for conflict in conflicts { list.leaveOut(known(conflict), in: table) }
        for id in gone.sorted() {
            if let lost = record(id) { list.leaveOut(known(EditConflict(lost: lost)), in: table) }
        }
        leftOut = LeftOutEdits(list)
        keepConflicts(insteadOf: old)
    }

    /// With a name, and with who has changed the same, as far as that is known.
    private func known(_ conflict: EditConflict) -> EditConflict {
        var conflict = conflict
        if conflict.id == nil { conflict.id = RecordIDSource.shared.next() }
        if let origin = changedElsewhere.origin(of: conflict.record, conflict.lost == nil ? conflict.field : nil) {
            (conflict.author, conflict.time) = (origin.author, origin.time)
        }
        return conflict
    }

    private func keepConflicts(insteadOf before: [EditConflict]) {
        let changes = settingsChanges { $0.keep(leftOut.list, insteadOf: before) }
        if !isReadOnly { saver.add(changes) }
    }

    /// What a store keeps, except what other windows that are still open keep there.
    nonisolated static func leftOut(in contents: DocumentContents) -> LeftOutEdits {
        let kept = contents.settings.leftOut.filter { conflict in
            conflict.id.map { !RecordIDSource.shared.isAtWork(elsewhere: $0) } ?? false
        }
        return LeftOutEdits(LeftOutEdits(kept).followed(to: contents.table) { _ in nil })
    }
}

extension [EditConflict] {
    /// Adds one, unless the same is among them.
    ///
    /// Of a record that is gone there is only one of each desk, with everything that was entered into it there: what was
    /// taken over from others may have been taken over by several.
    fileprivate mutating func leaveOut(_ conflict: EditConflict, in table: RecordTable) {
        var new = conflict
        let same: Int?
        if conflict.reason == .recordGone {
            same = firstIndex {
                $0.reason == .recordGone && $0.record == conflict.record && $0.isOfSameDesk(as: conflict)
            }
            let known = same.flatMap { self[$0].lost }
            // What is known already has what was left out of its other cells.
            guard let lost = (known ?? conflict.lost)?.setting(conflict) else { return append(conflict) }
            let id = conflict.id
            new = EditConflict(lost: lost)
            (new.id, new.author, new.time) = (id, conflict.author, conflict.time)
            new.sentence = conflict.sentence ?? same.flatMap { self[$0].sentence }
        } else {
            same = firstIndex {
                $0.reason == new.reason && $0.record == new.record && $0.field == new.field && $0.own == new.own
            }
        }
        guard let same else { return append(new) }
        new.id = self[same].id
        self[same] = new
    }
}

extension RecordTable {
    /// The record with the value that was entered into one of its cells.
    fileprivate func setting(_ conflict: EditConflict) -> RecordTable {
        guard let field = conflict.field.flatMap({ schema.index(of: $0) }), conflict.own.fits(schema[field].type) else {
            return self
        }
        var table = self
        try? table.set(conflict.own, at: 0, field: field)
        return table
    }
}

extension LeftOutEdits {
    /// Those of cells that a change sets, and those of records that it takes away or brings back.
    func overtaken(by change: Change, in table: RecordTable) -> [EditConflict] {
        if isEmpty { return [] }
        var cells: Set<OthersChanges.Cell> = []
        for conflict in list where conflict.reason == .cellChanged {
            guard let record = conflict.record, let field = conflict.field else { continue }
            cells.insert(OthersChanges.Cell(record: record, field: field))
        }
        let set = change.cells(among: cells)
        return list.filter { conflict in
            guard let record = conflict.record else { return false }
            let isThere = table.index(of: record) != nil
            switch conflict.reason {
            case .cellChanged:
                guard let field = conflict.field else { return false }
                return !isThere || table.schema.index(of: field) == nil
                    || set.contains(OthersChanges.Cell(record: record, field: field))
            case .recordGone: return isThere
            case .recordChanged: return !isThere
            // If others have deleted the record, the text is still to be copied.
            case .fieldGone: return change.deletes(record)
            case .fieldChanged: return false
            }
        }
    }

    /// All of them, as they are after the table has changed.
    ///
    /// - Parameter record: a record as it was before it was deleted.
    func followed(to table: RecordTable, _ record: (RecordID) -> RecordTable?) -> [EditConflict] {
        var result: [EditConflict] = []
        for var conflict in list {
            guard let id = conflict.record else {
                result.append(conflict)
                continue
            }
            let index = table.index(of: id)
            let field = conflict.field.flatMap { table.schema.index(of: $0) }
            switch conflict.reason {
            case .cellChanged:
                guard let index else {
                    conflict.reason = .recordGone
                    conflict.lost = record(id)
                    result.leaveOut(conflict, in: table)
                    continue
                }
                guard let field, conflict.own.fits(table.schema[field].type) else {
                    (conflict.reason, conflict.theirs) = (.fieldGone, .empty)
                    break
                }
                let now = table[index, field]
                if now == conflict.own { continue }
                conflict.theirs = now
            case .recordGone:
                if let index {
                    result += conflict.cells(in: table, at: index)
                    continue
                }
            case .recordChanged: if index == nil { continue }
            case .fieldGone, .fieldChanged: break
            }
            result.append(conflict)
        }
        return result
    }
}

extension EditConflict {
    /// What is left to decide when a record that was gone is there again: the cells in which it differs from what was kept
    /// of it, and what was kept of fields that are gone.
    fileprivate func cells(in table: RecordTable, at index: Int) -> [EditConflict] {
        guard let lost else {
            return field.flatMap { cell($0, fieldName, own, in: table, at: index) }.map { [$0] } ?? []
        }
        return lost.schema.fields.enumerated().compactMap { place, field in
            cell(field.id, field.name, lost[0, place], in: table, at: index)
        }
    }

    fileprivate func isOfSameDesk(as other: EditConflict) -> Bool {
        id.map(RecordIDSource.desk) == other.id.map(RecordIDSource.desk)
    }

    private func cell(
        _ field: FieldID, _ name: String, _ own: CellValue, in table: RecordTable, at index: Int
    ) -> EditConflict? {
        let target = table.schema.index(of: field).flatMap { own.fits(table.schema[$0].type) ? $0 : nil }
        let theirs = target.map { table[index, $0] } ?? .empty
        if theirs == own { return nil }
        var conflict = EditConflict(
            reason: target == nil ? .fieldGone : .cellChanged, record: record, field: field, fieldName: name, own: own,
            theirs: theirs)
        conflict.id = RecordIDSource.shared.next()
        (conflict.author, conflict.time) = (author, time)
        return conflict
    }
}

extension Change {
    /// Whether it deletes a record.
    fileprivate func deletes(_ record: RecordID) -> Bool {
        switch self {
        case .deleteRecords(let records): records.index(of: record) != nil
        case .sequence(let changes): changes.contains { $0.deletes(record) }
        case .setCells, .insertRecords, .setPlaces, .changeFields: false
        }
    }

    /// Those of these cells that it sets.
    fileprivate func cells(among cells: Set<OthersChanges.Cell>) -> Set<OthersChanges.Cell> {
        switch self {
        case .setCells(let changes):
            return Set(
                changes.lazy.map { OthersChanges.Cell(record: $0.record, field: $0.field) }.filter(cells.contains))
        case .sequence(let changes): return changes.reduce([]) { $0.union($1.cells(among: cells)) }
        case .insertRecords, .deleteRecords, .setPlaces, .changeFields: return []
        }
    }
}
