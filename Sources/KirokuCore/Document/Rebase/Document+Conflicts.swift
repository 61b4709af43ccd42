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
    public func leaveOut(_ conflict: EditConflict) { leaveOut([conflict]) }

    /// Keeps edits that are not made because others have changed the same, until that is decided.
    func leaveOut(_ conflicts: [EditConflict]) {
        if conflicts.isEmpty { return }
        let before = leftOut.list
        var all = LeftOutList(before)
        for conflict in conflicts { all.leaveOut(known(conflict), in: table) }
        leftOut = LeftOutEdits(all.list)
        keepConflicts(insteadOf: before)
        saver.work()
        observers.notify(.conflictsChanged)
    }

    /// Decides what becomes of edits that were left out, as one step of the history: undoing it leaves them open again.
    ///
    /// Edits that cannot be made, or no longer, stay as they are; those that are no longer left out are ignored.
    ///
    /// - Parameters:
    ///   - conflicts: what is decided.
    ///   - decision: what becomes of it.
    ///   - conversions: of fields that get another type by it (``EditConflict/conversions(for:as:in:)``), made for the table
    ///     as it is; what is missing is worked out here, which costs a pass over the field.
    /// - Throws: ``EditError``; nothing has then changed.
    public func decide(
        _ conflicts: [EditConflict], as decision: ConflictDecision, with conversions: [TypeConversion]
    ) throws(EditError) {
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
                for change in try conflict.changes(for: decision, in: result, conversions) {
                    changes.append(change)
                    _ = try result.apply(change)
                }
            }
        } catch {
            throw .refused(error)
        }
        let change: Change = changes.count == 1 ? changes[0] : .sequence(changes)
        try apply(change, title: .decide(chosen.count), deciding: chosen, isGivenUp: decision == .theirs)
        for case .changeFields(let fields) in change.flattened {
            for field in fields.replaced {
                if let width = fieldWidths[field.old] { setWidth(width, of: field.new) }
            }
        }
    }

    // MARK: Following

    /// These are decided by the step that is being made.
    func decide(_ decided: [EditConflict]) {
        if decided.isEmpty { return }
        let ids = Set(decided.compactMap(\.id))
        var rest = LeftOutList(leftOut.list.filter { $0.id.map { !ids.contains($0) } ?? true })
        // A record that is there again may hold something else, or have no field any more for what was entered.
        for conflict in decided where conflict.lost != nil {
            guard let index = conflict.record.flatMap({ table.index(of: $0) }) else { continue }
            for cell in conflict.cells(in: table, at: index) { rest.leaveOut(cell, in: table) }
        }
        leftOut = LeftOutEdits(rest.list)
    }

    /// Has the history say what was left out and is given up, by typing over it or by a decision.
    func keepTypedOver(_ decided: [EditConflict]) {
        let values = decided.flatMap { conflict -> [TypedOver] in
            // What is left of a record that is there again stays to be decided.
            if conflict.lost != nil, conflict.record.flatMap({ table.index(of: $0) }) != nil { return [] }
            return TypedOver.all(in: conflict, table)
        }.filter { value in
            guard let record = table.index(of: value.cell.record), let field = table.schema.index(of: value.cell.field)
            else { return true }
            return table[record, field] != value.cell.value
        }
        if !values.isEmpty { saver.add([.typedOver(.only, values)]) }
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
        let followed = leftOut.followed(to: table) { _ in nil }
        if followed != leftOut.list { leftOut = LeftOutEdits(followed) }
        if followed != before { keepConflicts(insteadOf: before) }
    }

    /// Follows what others have changed.
    ///
    /// - Parameters:
    ///   - before: the table before that.
    ///   - conflicts: the edits that it has left out.
    func followOthers(from before: RecordTable, leavingOut conflicts: [EditConflict]) {
        let old = leftOut.list
        let known = Set(old)
        let gone = Set(holds.compactMap(\.hold?.record))
            .filter { before.index(of: $0) != nil && table.index(of: $0) == nil }
        if old.isEmpty, conflicts.isEmpty, gone.isEmpty { return }
        func record(_ id: RecordID) -> RecordTable? {
            before.index(of: id).map { before.picked(at: RecordIndexes($0)) }
        }
        var all = LeftOutList(
            leftOut.followed(to: table, record).map { known.contains($0) ? $0 : renewed($0) })
        for conflict in conflicts { all.leaveOut(self.known(conflict), in: table) }
        for id in gone.sorted() {
            if let lost = record(id) { all.leaveOut(self.known(EditConflict(lost: lost)), in: table) }
        }
        leftOut = LeftOutEdits(all.list)
        // What was kept in the file may have become a part of another one.
        keepConflicts(insteadOf: old + conflicts.filter { $0.id != nil })
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

    /// One that has changed, with a new name if it has more of a record now.
    ///
    /// Another user's window may have taken over the earlier one, and must not decide the rest with it.
    private func renewed(_ conflict: EditConflict) -> EditConflict {
        var conflict = conflict
        if conflict.lost != nil, conflict.isOfOwnDesk { conflict.id = nil }
        return known(conflict)
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
