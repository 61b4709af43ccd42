/// A record that the user is typing into: if others delete it meanwhile, it is not lost.
@MainActor
public final class RecordHold {
    package let record: RecordID

    package init(_ record: RecordID) { self.record = record }
}

struct WeakHold {
    weak var hold: RecordHold?
}

/// Edits that are open because others have changed the same thing, and how they are resolved.
extension Document {
    /// The conflicts to resolve, the oldest first.
    public var conflicts: [EditConflict] { openConflicts.list }

    /// Holds a record as long as the caller keeps the returned object: if others delete the record meanwhile, it
    /// becomes one of the ``openConflicts``.
    public func hold(_ record: RecordID) -> RecordHold? {
        let hold = RecordHold(record)
        holds.removeAll { $0.hold == nil }
        holds.append(WeakHold(hold: hold))
        return hold
    }

    /// Leaves an edit open that was not made because others have changed the same thing.
    public func leaveOpen(_ conflict: EditConflict) { leaveOpen([conflict]) }

    /// Leaves edits open that were not made because others have changed the same things.
    package func leaveOpen(_ conflicts: [EditConflict]) {
        if conflicts.isEmpty { return }
        for conflict in conflicts { open.open(conflict, fieldIn: [table.schema], desk: RecordIDSource.shared.desk) }
        saveOpen()
        saver.work()
        observers.notify(.conflictsChanged)
    }

    /// Resolves conflicts, as one step of the history: undoing it opens them again.
    ///
    /// Edits that cannot be made stay open; those that are no longer open are ignored.
    ///
    /// - Parameters:
    ///   - conflicts: the conflicts to resolve.
    ///   - decision: how to resolve them.
    ///   - conversions: conversions of the fields that get another type (``EditConflict/conversions(for:as:in:)``), for
    ///     the current table. Missing ones are computed here, which costs a pass over the field.
    /// - Throws: ``EditError``; nothing has changed then.
    public func resolve(
        _ conflicts: [EditConflict], as decision: ConflictDecision, with conversions: [TypeConversion]
    ) throws(EditError) {
        if let refusal { throw refusal }
        let known = Set(open.list.map(\.id))
        let chosen = conflicts.filter { conflict in
            conflict.canBe(decision) && conflict.edits.contains(where: known.contains)
        }
        var (changes, resolved): ([Change], [EditConflict]) = ([], [])
        do throws(TableError) {
            var result = table
            // Fields come last: once a field has another type, its cells can no longer be set.
            for conflict in chosen.filter({ $0.record != nil }) + chosen.filter({ $0.record == nil }) {
                // A conversion made beforehand lacks the cells that are set now.
                let known = conversions.filter { known in
                    known.field.id == conflict.field && !changes.contains { $0.sets(known.field.id) }
                }
                let made = try conflict.changes(for: decision, in: result, known)
                if made.isEmpty, decision != .theirs { continue }
                for change in made { _ = try result.apply(change) }
                changes += made
                resolved.append(conflict)
            }
        } catch {
            throw .refused(error)
        }
        guard !resolved.isEmpty else { return }
        let change: Change = changes.count == 1 ? changes[0] : .sequence(changes)
        try apply(change, title: .resolve(resolved.count), resolving: resolved, isGivenUp: decision == .theirs)
        for case .changeFields(let fields) in change.flattened {
            for field in fields.replaced {
                if let width = fieldWidths[field.old] { setWidth(width, of: field.new) }
            }
        }
    }

    // MARK: Following

    /// Records in the history which open values were given up, by typing over them or by keeping the others' values.
    func keepTypedOver(_ resolved: [EditConflict]) {
        let values = resolved.flatMap { conflict -> [TypedOver] in
            // If the record is back, its remaining values stay open.
            if conflict.lost != nil, conflict.record.flatMap({ table.index(of: $0) }) != nil { return [] }
            return TypedOver.all(in: conflict, table)
        }.filter { value in
            guard let record = table.index(of: value.cell.record), let field = table.schema.index(of: value.cell.field)
            else { return true }
            return table[record, field] != value.cell.value
        }
        if !values.isEmpty { saver.add([.typedOver(.only, values)]) }
    }

    /// Updates the open edits after an edit made here.
    ///
    /// - Returns: whether the conflicts have changed.
    func followOwn() -> Bool {
        if open.isEmpty, openConflicts.isEmpty { return false }
        open.follow(table, desk: RecordIDSource.shared.desk)
        let before = openConflicts.list
        saveOpen()
        return openConflicts.list != before
    }

    /// Updates the open edits after changes by others.
    ///
    /// - Parameters:
    ///   - before: the table before those changes.
    ///   - received: the result of taking in those changes, with the conflicts.
    func followOthers(from before: RecordTable, _ received: ReceivedNews) {
        let desk = RecordIDSource.shared.desk
        func record(_ id: RecordID) -> RecordTable? {
            before.index(of: id).map { before.picked(at: RecordIndexes($0)) }
        }
        let gone = Set(holds.compactMap(\.hold?.record)).filter { table.index(of: $0) == nil }
        open.take(received.open, unsaved: received.unsaved.open)
        let lost = gone.sorted().compactMap(record).map { EditConflict(lost: $0) }
        open.follow(
            table, desk: desk, opening: received.conflicts + lost, fieldIn: [table.schema, before.schema], record)
        saveOpen()
    }

    /// Updates ``openConflicts``, and saves the open edits that have changed.
    private func saveOpen() {
        let changes = open.takeChanges()
        if !changes.isEmpty, !isReadOnly { saver.add([.open(.only, changes)]) }
        showOpen()
    }

    /// Updates ``openConflicts`` for the current table, with who has changed the same things.
    func showOpen() {
        if open.isEmpty, openConflicts.isEmpty { return }
        openConflicts = OpenConflicts(
            open.conflicts(in: table).map { conflict in
                var conflict = conflict
                let origin = origins.origin(of: conflict.record, conflict.lost == nil ? conflict.field : nil)
                (conflict.author, conflict.time) = (origin?.author, origin?.time)
                return conflict
            })
    }
}

extension Change {
    /// Whether the change sets cells of a field, or adds records with that field.
    fileprivate func sets(_ field: FieldID) -> Bool {
        switch self {
        case .setCells(let cells): cells.contains { $0.field == field }
        case .insertRecords: true
        case .deleteRecords, .setPlaces, .changeFields: false
        case .sequence(let changes): changes.contains { $0.sets(field) }
        }
    }
}

extension DocumentContents {
    /// The conflicts to resolve, by any author.
    public var conflicts: OpenConflicts { OpenConflicts(OpenEdits(open.open).conflicts(in: table)) }
}
