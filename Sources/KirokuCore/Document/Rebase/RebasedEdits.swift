/// Unsaved edits, laid over what another program has written to the file meanwhile.
///
/// An edit is made if the other program has not changed what it affects: a cell that still has the value from before
/// the edit, or an unchanged record that is to be deleted. All others are conflicts and are not made.
struct RebasedEdits: Sendable {
    /// The edits for the table in the file; `nil` if there are none.
    let change: Change?
    /// What was not made, in the order of records and fields.
    let conflicts: [EditConflict]
    /// The widths that were set here, for fields that exist there.
    let widths: [FieldID: Int]

    /// The edits that are known as differences, computed in the background.
    ///
    /// The cost grows with the number of edits; changed fields cost a pass over their cells.
    ///
    /// - Parameters:
    ///   - mine: the table with these edits.
    ///   - theirs: the table in the file.
    @concurrent
    static func made(
        from unsaved: UnsavedEdits, mine: RecordTable, theirs: RecordTable
    ) async -> RebasedEdits {
        RebasedEdits(.done(unsaved, mine: mine, theirs: theirs), widths: unsaved.widths)
    }

    init(_ work: RebaseWork, widths: [FieldID: Int]) {
        change = work.changes.count > 1 ? .sequence(work.changes) : work.changes.first
        conflicts = work.conflicts.sorted { one, other in
            (one.record?.rawValue ?? 0, one.field?.rawValue ?? 0)
                < (other.record?.rawValue ?? 0, other.field?.rawValue ?? 0)
        }
        let known = widths.map { (work.newID(of: $0.key), $0.value) }
        self.widths = Dictionary(known.filter { work.result.schema.index(of: $0.0) != nil }) { first, _ in first }
    }
}

/// Lays unsaved edits over another table, one kind after another.
struct RebaseWork {
    let unsaved: UnsavedEdits
    let mine: RecordTable
    /// The table of the file, with what has been laid over it so far.
    private(set) var result: RecordTable
    private(set) var changes: [Change] = []
    private(set) var conflicts: [EditConflict] = []
    /// The fields as they were in the file.
    let base: Schema
    /// The new identifiers of fields whose own have been taken by another program.
    var newIDs: [FieldID: FieldID] = [:]
    /// The fields that were brought back here, and by others as well.
    var restored: Set<FieldID> = []

    private init(_ unsaved: UnsavedEdits, mine: RecordTable, theirs: RecordTable) {
        self.unsaved = unsaved
        self.mine = mine
        result = theirs
        base = unsaved.schema ?? mine.schema
    }

    /// Lays all of them over the other table.
    static func done(_ unsaved: UnsavedEdits, mine: RecordTable, theirs: RecordTable) -> RebaseWork {
        var work = RebaseWork(unsaved, mine: mine, theirs: theirs)
        work.changeFields()
        work.setCells()
        work.deleteRecords()
        work.insertRecords()
        work.setPlaces()
        return work
    }

    /// The identifier in the result of a field of the table in memory.
    func newID(of field: FieldID) -> FieldID { newIDs[field] ?? field }

    /// The index in memory of a record in the file; `nil` if it is not there.
    func indexInMemory(of record: RecordID) -> Int? {
        unsaved.inserted.contains(record) ? nil : mine.index(of: record)
    }

    /// The index in the result of a field of the table in memory; `nil` if it is missing or has been replaced.
    func indexInResult(of field: FieldDefinition) -> Int? {
        guard let index = result.schema.index(of: newID(of: field.id)), result.schema[index].type == field.type else {
            return nil
        }
        return index
    }

    /// Makes a change that the table accepts.
    @discardableResult
    mutating func make(_ change: (RecordTable) throws(TableError) -> Change) -> Bool {
        do {
            changes.append(try result.apply(try change(result)).change)
        } catch {
            Reports.error("KRK_DC_RB", "an edit cannot be laid over: \(error)")
            return false
        }
        return true
    }

    mutating func note(_ conflict: EditConflict) { conflicts.append(conflict) }

    mutating func setCells() {
        var edits: [CellEdit] = []
        var lost: [RecordID: RecordTable] = [:]
        for (cell, before) in unsaved.cells where unsaved.deleted[cell.record] == nil {
            guard let index = indexInMemory(of: cell.record), let place = mine.schema.index(of: cell.field) else {
                continue
            }
            let field = mine.schema[place]
            let own = mine[index, place]
            guard own != before else { continue }
            func conflict(
                _ reason: EditConflict.Reason, _ theirs: CellValue, lost: RecordTable? = nil
            ) -> EditConflict {
                EditConflict(
                    reason: reason, record: cell.record, field: field.id, fieldName: field.name, own: own,
                    theirs: theirs, base: before, lost: lost)
            }
            guard let record = result.index(of: cell.record) else {
                let whole = lost[cell.record] ?? mine.picked(at: RecordIndexes(index))
                lost[cell.record] = whole
                note(conflict(.recordGone, .empty, lost: whole))
                continue
            }
            guard let target = indexInResult(of: field) else {
                note(conflict(.fieldGone, .empty))
                continue
            }
            let theirs = result[record, target]
            if theirs == before {
                edits.append(CellEdit(record: record, field: target, value: own))
            } else if theirs != own {
                note(conflict(.cellChanged, theirs))
            }
        }
        guard !edits.isEmpty else { return }
        edits.sort { ($0.record, $0.field) < ($1.record, $1.field) }
        make { table throws(TableError) in try .setCells(edits, in: table) }
    }

    mutating func deleteRecords() {
        var places: [Int] = []
        let staying = unsaved.deleted.isEmpty ? [:] : cellsOfStayingFields()
        for (id, deleted) in unsaved.deleted {
            guard let index = result.index(of: id) else { continue }
            if let field = fieldChanged(index, id, since: deleted, staying) {
                note(
                    EditConflict(
                        reason: .recordChanged, record: id, field: nil, fieldName: result.schema[field].name,
                        own: .empty, theirs: result[index, field]))
            } else {
                places.append(index)
            }
        }
        guard !places.isEmpty else { return }
        make { table throws(TableError) in try .deleteRecords(at: RecordIndexes(places), in: table) }
    }

    /// What was in the fields that were removed here and stay, because others have changed them.
    private func cellsOfStayingFields() -> [FieldID: [RecordID: CellValue]] {
        unsaved.removed.filter { mine.schema.index(of: $0.key) == nil && result.schema.index(of: $0.key) != nil }
            .mapValues { contents in
                let values = contents.records.indices.lazy.map { (contents.records[$0], contents.value(at: $0)) }
                return Dictionary(values) { first, _ in first }
            }
    }

    /// The first field in which a record differs from what it was when it was deleted here.
    private func fieldChanged(
        _ index: Int, _ id: RecordID, since deleted: UnsavedEdits.Deleted,
        _ staying: [FieldID: [RecordID: CellValue]]
    ) -> Int? {
        let before = deleted.records.schema
        return result.schema.fields.indices.first { place in
            let field = result.schema[place]
            let now = result[index, place]
            // A field that is new here has no other cells.
            guard !newIDs.values.contains(field.id) else { return false }
            guard base.index(of: field.id) != nil || restored.contains(field.id) else { return now != .empty }
            guard
                let old = before.index(of: field.id).map({ deleted.records[deleted.index, $0] })
                    ?? staying[field.id]?[id]
            else { return now != .empty }
            return now != unsaved.base(id, field.id, now: old)
        }
    }

    /// Records that are new here are inserted as they are.
    mutating func insertRecords() {
        if unsaved.inserted.isEmpty { return }
        let sources = mine.ids.indices.filter { index in
            guard unsaved.inserted.contains(mine.ids[index]) else { return false }
            guard let place = result.index(of: mine.ids[index]) else { return true }
            noteChanges(of: index, at: place)
            return false
        }
        guard !sources.isEmpty, let own = try? mine.records(at: RecordIndexes(sources)) else { return }
        var cells: [FieldCells] = []
        var taken: Set<Int> = []
        for field in result.schema.fields {
            let source = mine.schema.fields.firstIndex { newID(of: $0.id) == field.id && $0.type == field.type }
            if let source {
                taken.insert(source)
                cells.append(own.cells[source])
            } else {
                cells.append(FieldCells(repeating: field.initialValue, type: field.type, count: own.count))
            }
        }
        noteLostCells(of: own, besides: taken)
        let records = RecordTable(schema: result.schema, ids: own.ids, places: own.places, cells: cells)
        make { _ in .insertRecords(records) }
    }

    /// Records that were moved here keep their new place, unless the other program has moved them as well.
    mutating func setPlaces() {
        let moves = unsaved.places.compactMap { record, base -> PlaceChange? in
            guard mine.index(of: record) != nil, result.index(of: record) != nil, result.place(of: record) == base
            else { return nil }
            return PlaceChange(record: record, base: base, place: mine.place(of: record))
        }
        if !moves.isEmpty { make { _ in .setPlaces(moves.sorted { $0.place < $1.place }) } }
    }

    /// Tells what differs in a record that is new here and already there, and what was entered into fields that are gone.
    ///
    /// A commit that seemed to fail has written it, or others have brought it back as well.
    private mutating func noteChanges(of index: Int, at place: Int) {
        for (number, field) in mine.schema.fields.enumerated() {
            let own = mine[index, number]
            let target = indexInResult(of: field)
            let theirs = target.map { result[place, $0] } ?? .empty
            guard theirs != own else { continue }
            note(
                EditConflict(
                    reason: target == nil ? .fieldGone : .cellChanged, record: mine.ids[index], field: field.id,
                    fieldName: field.name, own: own, theirs: theirs))
        }
    }

    private mutating func noteLostCells(of own: RecordTable, besides taken: Set<Int>) {
        for (place, field) in own.schema.fields.enumerated() where !taken.contains(place) {
            for (index, id) in own.ids.enumerated() {
                // What every new record starts with was not entered.
                if own[index, place] == .empty || own[index, place] == field.initialValue { continue }
                note(
                    EditConflict(
                        reason: .fieldGone, record: id, field: field.id, fieldName: field.name, own: own[index, place],
                        theirs: .empty))
            }
        }
    }
}
