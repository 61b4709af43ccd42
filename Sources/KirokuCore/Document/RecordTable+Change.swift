/// What came of applying a change to a table.
struct AppliedChange {
    /// Takes the change back.
    let inverse: Change
    /// The same for the document link.
    let stored: [StoredChange]
    let extent: ChangeExtent
    /// Fields that have taken the place of others of another type.
    var retyped: [(new: FieldID, old: FieldID)] = []
}

extension RecordTable {
    /// Applies a change as a whole: if any of it is refused, nothing of it is done.
    ///
    /// - Throws: ``TableError``.
    mutating func apply(_ change: Change) throws(TableError) -> AppliedChange {
        switch change {
        case .setCells(let edits): try setCells(edits)
        case .insertRecords(let records, let places): try insertRecords(records, at: places)
        case .deleteRecords(let places): try deleteRecords(at: places)
        case .changeFields(let change): try changeFields(change)
        case .sequence(let changes): try applyInTurn(changes)
        }
    }

    private mutating func setCells(_ edits: [CellEdit]) throws(TableError) -> AppliedChange {
        for edit in edits { try check(edit) }
        var before: [CellEdit] = []
        var stored: [StoredCell] = []
        for edit in edits {
            let base = self[edit.record, edit.field]
            before.append(CellEdit(record: edit.record, field: edit.field, value: base))
            stored.append(
                StoredCell(record: ids[edit.record], field: schema[edit.field].id, base: base, value: edit.value))
            try set(edit.value, at: edit.record, field: edit.field)
        }
        return AppliedChange(
            inverse: .setCells(before.reversed()), stored: [.setCells(stored)],
            extent: .cells(edits.map { CellPosition(record: $0.record, field: $0.field) }))
    }

    private func check(_ edit: CellEdit) throws(TableError) {
        try checkRecord(edit.record)
        try checkField(edit.field)
        try check(edit.value, for: edit.field)
    }

    private mutating func insertRecords(
        _ records: RecordTable, at places: RecordIndexes
    ) throws(TableError) -> AppliedChange {
        let moves = try insert(records, at: places)
        var inserted = records
        let newIDs = ids.picked(at: places)
        // The link stores them under this table's fields; a table from elsewhere may name its own otherwise.
        if newIDs != records.ids || records.schema != schema { inserted = try self.records(at: places) }
        let renumbering: [StoredChange] = moves.isEmpty ? [] : [.renumberRecords(moves)]
        return AppliedChange(
            inverse: .deleteRecords(at: places), stored: renumbering + [.insertRecords(inserted)],
            extent: .recordsInserted(places))
    }

    private mutating func deleteRecords(at places: RecordIndexes) throws(TableError) -> AppliedChange {
        let removed = try remove(at: places)
        return AppliedChange(
            inverse: .insertRecords(removed, at: places), stored: [.deleteRecords(removed)],
            extent: .recordsDeleted(places))
    }

    private mutating func changeFields(_ change: FieldChange) throws(TableError) -> AppliedChange {
        let inverse: FieldChange
        let base = schema
        var removed: StoredField?
        var filled: (field: FieldID, cells: FieldCells)?
        var retyped: [(new: FieldID, old: FieldID)] = []
        switch change {
        case .insert(let contents, let index):
            let cells = try contents.cells(of: ids)
            try insertField(contents.definition, cells, at: index)
            inverse = .remove(at: index)
            filled = (contents.definition.id, cells)
        case .remove(let index):
            try checkField(index)
            let contents = FieldContents(index, of: self)
            removed = StoredField(field: contents.definition.id, records: ids, cells: cells[index])
            try removeField(at: index)
            inverse = .insert(contents, at: index)
        case .redefine(let index, let definition):
            let before = try redefineField(at: index, definition)
            inverse = .redefine(at: index, before)
        case .replace(let index, let contents):
            try checkField(index)
            let before = FieldContents(index, of: self)
            removed = StoredField(field: before.definition.id, records: ids, cells: cells[index])
            let cells = try contents.cells(of: ids)
            try replaceField(at: index, with: contents.definition, cells)
            inverse = .replace(at: index, before)
            filled = (contents.definition.id, cells)
            retyped = [(contents.definition.id, before.definition.id)]
        case .move(let from, let to):
            try moveField(from: from, to: to)
            inverse = .move(from: to, to: from)
        }
        var stored: [StoredChange] = [.setSchema(StoredSchema(schema: schema, base: base, removed: removed))]
        if let filled {
            stored.append(.fillField(StoredField(field: filled.field, records: ids, cells: filled.cells)))
        }
        return AppliedChange(
            inverse: .changeFields(inverse), stored: stored, extent: .everything, retyped: retyped)
    }

    private mutating func redefineField(
        at index: Int, _ definition: FieldDefinition
    ) throws(TableError) -> FieldDefinition {
        try checkField(index)
        let before = schema[index]
        guard definition.id == before.id, definition.type == before.type else { throw .fieldsDiffer }
        try replaceField(at: index, with: definition, cells[index])
        return before
    }

    private mutating func applyInTurn(_ changes: [Change]) throws(TableError) -> AppliedChange {
        var result = self
        var inverses: [Change] = []
        var stored: [StoredChange] = []
        var extents: [ChangeExtent] = []
        var retyped: [(new: FieldID, old: FieldID)] = []
        for change in changes {
            let applied = try result.apply(change)
            inverses.append(applied.inverse)
            stored += applied.stored
            extents.append(applied.extent)
            retyped += applied.retyped
        }
        self = result
        return AppliedChange(
            inverse: .sequence(inverses.reversed()), stored: stored,
            extent: extents.count == 1 ? extents[0] : .everything, retyped: retyped)
    }
}
