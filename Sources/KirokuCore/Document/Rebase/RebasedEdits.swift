/// Unsaved edits, laid over what another program has written to the file meanwhile.
///
/// An edit is made if the other program has not changed what it affects: a cell that still has the value from before
/// the edit, or an unchanged record that is to be deleted. All others are conflicts and are not made.
struct RebasedEdits: Sendable {
    /// The edits for the table in the file; `nil` if there are none.
    let change: Change?
    /// What was not made, in the order of records and fields.
    let conflicts: [EditConflict]
    /// What was typed over before any of it was made.
    let typedOver: [TypedOver]
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
        typedOver = work.typedOver
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
    var typedOver: [TypedOver] = []
    /// The cells that were made with each value that they had here, one after another.
    var madeInTurn: Set<UnsavedEdits.Cell> = []
    /// The fields that were to get another type here and have not.
    var notRetyped: Set<FieldID> = []
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
        work.setCells(ofRemovedFields: true)
        work.changeFields()
        work.setCells(ofRemovedFields: false)
        work.deleteRecords()
        work.insertRecords()
        work.setPlaces()
        work.noteTypedOver()
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

    mutating func deleteRecords() {
        var places: [Int] = []
        let staying = unsaved.deleted.isEmpty ? [:] : valuesOfRemovedFields()
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
        guard !sources.isEmpty, var own = try? mine.records(at: RecordIndexes(sources)) else { return }
        let later = takeBackTypedOver(&own)
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
        set(later)
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
