extension RecordTable {
    /// Makes a change completely, or not at all if any part of it is refused.
    ///
    /// The old values in the change are ignored.
    ///
    /// - Throws: ``TableError``, which is not reported, because it is no mistake to try whether a change can still be
    ///   made.
    package mutating func apply(_ change: Change) throws(TableError) -> AppliedChange {
        switch change {
        case .setCells(let cells): try setCells(cells)
        case .insertRecords(let records): try insertRecords(records)
        case .deleteRecords(let records): try deleteRecords(records)
        case .setPlaces(let changes): try setPlaces(changes)
        case .changeFields(let change): try changeFields(change)
        case .sequence(let changes): try applyInTurn(changes)
        }
    }

    private mutating func setCells(_ changes: [CellChange]) throws(TableError) -> AppliedChange {
        var positions: [CellPosition] = []
        positions.reserveCapacity(changes.count)
        var finder = CellFinder()
        for change in changes {
            let position = try finder.position(of: change, in: self)
            let field = schema[position.field]
            guard change.value.fits(field.type) else { throw .unfittingValue(field: field.name, type: field.type) }
            positions.append(position)
        }
        var made = changes
        for (index, position) in positions.enumerated() {
            made[index].base = self[position.record, position.field]
            try set(made[index].value, at: position.record, field: position.field)
        }
        return AppliedChange(change: .setCells(made), extent: .cells(positions))
    }

    private mutating func insertRecords(_ records: RecordTable) throws(TableError) -> AppliedChange {
        // The table may have other fields by now.
        let records = records.conforming(to: schema)
        guard !hasAny(of: records) else { throw .repeatedRecord }
        return AppliedChange(change: .insertRecords(records), extent: .recordsInserted(insertNew(records)))
    }

    private mutating func deleteRecords(_ records: RecordTable) throws(TableError) -> AppliedChange {
        var finder = CellFinder()
        var found: [Int] = []
        found.reserveCapacity(records.count)
        for id in records.ids { found.append(try finder.index(of: id, in: self)) }
        let indexes = RecordIndexes(found)
        let removed = try remove(at: indexes)
        return AppliedChange(change: .deleteRecords(removed), extent: .recordsDeleted(indexes))
    }

    private mutating func setPlaces(_ changes: [PlaceChange]) throws(TableError) -> AppliedChange {
        var finder = CellFinder()
        for change in changes { _ = try finder.index(of: change.record, in: self) }
        let made = changes.map { PlaceChange(record: $0.record, base: place(of: $0.record), place: $0.place) }
        let isOther = setPlaces(changes.lazy.map { ($0.record, $0.place) })
        return AppliedChange(change: .setPlaces(made), extent: isOther ? .everything : .cells([]))
    }

    private mutating func changeFields(_ change: FieldChange) throws(TableError) -> AppliedChange {
        guard change.base.fields == schema.fields else { throw .fieldsDiffer }
        guard change.schema.count > 0 else { throw .noFields }
        // An identity is never used twice.
        let next = max(change.schema.nextFieldID, schema.nextFieldID)
        let new = try Schema(fields: change.schema.fields, nextFieldID: next)
        let known = Dictionary(schema.fields.indices.map { (schema[$0].id, $0) }) { first, _ in first }
        var coming = Dictionary(change.inserted.map { ($0.definition.id, $0) }) { first, _ in first }
        var columns: [FieldCells] = []
        var inserted: [FieldContents] = []
        var stays = Set<Int>()
        for field in new.fields {
            if let index = known[field.id], schema[index].type == field.type {
                columns.append(cells[index])
                stays.insert(index)
            } else if let contents = coming.removeValue(forKey: field.id), contents.definition.type == field.type {
                let cells = contents.cells(of: ids)
                columns.append(cells)
                // The records may differ from those when the field was removed.
                inserted.append(FieldContents(contents.definition, records: ids, cells: cells))
            } else {
                throw .fieldsDiffer
            }
        }
        let removed = schema.fields.indices.filter { !stays.contains($0) }.map { FieldContents($0, of: self) }
        let made = FieldChange(
            base: schema, schema: new, removed: removed, inserted: inserted, replaced: change.replaced)
        replaceFields(new, columns)
        return AppliedChange(change: .changeFields(made), extent: .everything, replaced: change.replaced)
    }

    private mutating func applyInTurn(_ changes: [Change]) throws(TableError) -> AppliedChange {
        var parts: [AppliedChange] = []
        do throws(TableError) {
            for change in changes { parts.append(try apply(change)) }
        } catch {
            // Keeping a copy to return to would copy all columns even when nothing is refused.
            for part in parts.reversed() { revert(part) }
            throw error
        }
        return AppliedChange(of: parts)
    }

    /// Reverts the change that was made last.
    package mutating func revert(_ made: AppliedChange) {
        do throws(TableError) {
            _ = try apply(made.change.inverse)
        } catch {
            preconditionFailure("what was made last can be taken back: \(error)")
        }
    }

    /// The records with the fields of another table: cells of fields that it lacks are left out, and cells of its other
    /// fields get their initial values.
    func conforming(to schema: Schema) -> RecordTable {
        if self.schema.fields == schema.fields { return self }
        let cells = schema.fields.map { field in
            if let index = self.schema.index(of: field.id), self.schema[index].type == field.type {
                return self.cells[index]
            }
            return FieldCells(repeating: field.initialValue, type: field.type, count: count)
        }
        return RecordTable(schema: schema, ids: ids, places: places, cells: cells)
    }
}

/// Finds cells by identity; fast for cells near one another.
private struct CellFinder {
    private var lastIndex = -1
    private var lastField: (id: FieldID, index: Int)?

    mutating func index(of record: RecordID, in table: RecordTable) throws(TableError) -> Int {
        for index in lastIndex...lastIndex + 1 where table.ids.indices.contains(index) && table.ids[index] == record {
            lastIndex = index
            return index
        }
        guard let index = table.index(of: record) else { throw .unknownRecord }
        lastIndex = index
        return index
    }

    mutating func position(of cell: CellChange, in table: RecordTable) throws(TableError) -> CellPosition {
        let record = try index(of: cell.record, in: table)
        if let lastField, lastField.id == cell.field { return CellPosition(record: record, field: lastField.index) }
        guard let field = table.schema.index(of: cell.field) else { throw .foreignField }
        lastField = (cell.field, field)
        return CellPosition(record: record, field: field)
    }
}
