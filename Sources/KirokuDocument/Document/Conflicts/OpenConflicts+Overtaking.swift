// Which open conflicts an edit makes obsolete.

extension OpenConflicts {
    /// The conflicts of cells that a change sets, and of records that it deletes or restores.
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
            // If others have deleted the record, the text must remain available for copying.
            case .fieldGone: return change.deletes(record)
            case .fieldChanged: return false
            }
        }
    }
}

extension Change {
    /// Whether the change redefines or removes a field.
    fileprivate func redefines(_ field: FieldID) -> Bool {
        switch self {
        case .changeFields(let change):
            change.base.index(of: field).map { change.base[$0] }
                != change.schema.index(of: field).map { change.schema[$0] }
        case .sequence(let changes): changes.contains { $0.redefines(field) }
        case .setCells, .insertRecords, .deleteRecords, .setPlaces: false
        }
    }

    /// Whether the change deletes a record.
    fileprivate func deletes(_ record: RecordID) -> Bool {
        switch self {
        case .deleteRecords(let records): records.index(of: record) != nil
        case .sequence(let changes): changes.contains { $0.deletes(record) }
        case .setCells, .insertRecords, .setPlaces, .changeFields: false
        }
    }

    /// Those of the given cells that the change sets.
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
