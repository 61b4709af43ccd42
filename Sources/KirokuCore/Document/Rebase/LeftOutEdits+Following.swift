// How edits that were left out follow the table: what an edit goes over, and what others make of the same things.

extension LeftOutEdits {
    /// Those of cells that a change sets, and those of records that it takes away or brings back.
    func overtaken(by change: Change, in table: RecordTable) -> [EditConflict] {
        if isEmpty { return [] }
        var cells: Set<CellID> = []
        for conflict in list where conflict.reason == .cellChanged {
            guard let record = conflict.record, let field = conflict.field else { continue }
            cells.insert(CellID(record: record, field: field))
        }
        let set = change.cells(among: cells)
        return list.filter { conflict in
            guard let record = conflict.record else { return conflict.field.map(change.redefines) ?? false }
            let isThere = table.index(of: record) != nil
            switch conflict.reason {
            case .cellChanged:
                guard let field = conflict.field else { return false }
                return !isThere || table.schema.index(of: field) == nil
                    || set.contains(CellID(record: record, field: field))
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
        var result = LeftOutList()
        for var conflict in list {
            guard let id = conflict.record else {
                if let field = conflict.field, let sides = conflict.sides {
                    if sides.followed(to: table.schema, field).isDecided(in: table.schema) { continue }
                    conflict.sides = sides.followed(to: table.schema, field)
                }
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
                    // One that undo has opened again must not go over what was entered into the record since.
                    if conflict.lost == nil { result.append(conflict) } else { result.leaveOut(conflict, in: table) }
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
                    for cell in conflict.cells(in: table, at: index) { result.append(cell) }
                    continue
                }
            case .recordChanged: if index == nil { continue }
            case .fieldGone, .fieldChanged: break
            }
            result.append(conflict)
        }
        return result.list
    }
}

extension EditConflict {
    /// What is left to decide when a record that was gone is there again: the cells in which it differs from what was kept
    /// of it, and what was kept of fields that are gone.
    func cells(in table: RecordTable, at index: Int) -> [EditConflict] {
        guard let lost else {
            return field.flatMap { cell($0, fieldName, own, in: table, at: index) }.map { [$0] } ?? []
        }
        return lost.schema.fields.enumerated().compactMap { place, field in
            cell(field.id, field.name, lost[0, place], in: table, at: index)
        }
    }

    /// Whether it was left out here, or by an earlier process at the same desk.
    var isOfOwnDesk: Bool { id.map { RecordIDSource.shared.isAtOwnDesk($0) } ?? true }

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
    /// Whether it makes something else of a field, or takes it away.
    fileprivate func redefines(_ field: FieldID) -> Bool {
        switch self {
        case .changeFields(let change):
            change.base.index(of: field).map { change.base[$0] }
                != change.schema.index(of: field).map { change.schema[$0] }
        case .sequence(let changes): changes.contains { $0.redefines(field) }
        case .setCells, .insertRecords, .deleteRecords, .setPlaces: false
        }
    }

    /// Whether it deletes a record.
    fileprivate func deletes(_ record: RecordID) -> Bool {
        switch self {
        case .deleteRecords(let records): records.index(of: record) != nil
        case .sequence(let changes): changes.contains { $0.deletes(record) }
        case .setCells, .insertRecords, .setPlaces, .changeFields: false
        }
    }

    /// Those of these cells that it sets.
    fileprivate func cells(among cells: Set<CellID>) -> Set<CellID> {
        switch self {
        case .setCells(let changes):
            return Set(
                changes.lazy.map { CellID(record: $0.record, field: $0.field) }.filter(cells.contains))
        case .sequence(let changes): return changes.reduce([]) { $0.union($1.cells(among: cells)) }
        case .insertRecords, .deleteRecords, .setPlaces, .changeFields: return []
        }
    }
}
