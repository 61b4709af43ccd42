// What was not made: whatever the changes come to and is not in the table afterwards.

extension Merge {
    mutating func findOpen() {
        openCells()
        openRecords()
        if let fields = net.fields { openFields(fields) }
        open.sort { one, other in
            (one.record?.rawValue ?? 0, one.field?.rawValue ?? 0)
                < (other.record?.rawValue ?? 0, other.field?.rawValue ?? 0)
        }
    }

    // MARK: Cells

    /// Those that were set of records that are not new.
    private mutating func openCells() {
        var lost: [RecordID: RecordTable] = [:]
        for (cell, edit) in net.cells where edit.base != edit.value && net.deleted[cell.record] == nil {
            let isNewRecord = net.inserted[cell.record] != nil
            guard let field = definition(of: cell.field), !isNewRecord || table.index(of: cell.record) != nil else {
                addConflict(cell, edit)
                continue
            }
            let record = table.index(of: cell.record)
            let place = index(of: field)
            // What was in a field that has another type now is in that; what was in one that was removed is not wanted.
            if place == nil, isGone(cell.field) {
                guard let next = net.fields?.successor(of: cell.field) else { continue }
                if record != nil, index(of: next) != nil { continue }
            }
            if record == nil {
                let whole = lost[cell.record] ?? self.record(cell.record)
                lost[cell.record] = whole
                addConflict(.recordGone, cell, field, edit, theirs: .empty, lost: whole)
            } else if let record, let place {
                if table[record, place] != edit.value {
                    addConflict(.cellChanged, cell, field, edit, theirs: table[record, place])
                }
            } else if !isNewRecord {
                addConflict(.fieldGone, cell, field, edit, theirs: .empty)
            }
        }
    }

    /// A cell of a field of which nothing is known any more, or of a new record that was not inserted.
    private mutating func addConflict(_ cell: CellID, _ edit: NetChange.Cell) {
        if net.inserted[cell.record] != nil { return }
        open.append(
            EditConflict(
                reason: .fieldGone, record: cell.record, field: cell.field, fieldName: "", own: edit.value,
                theirs: .empty, base: edit.base))
    }

    private mutating func addConflict(
        _ reason: EditConflict.Reason, _ cell: CellID, _ field: FieldDefinition, _ edit: NetChange.Cell,
        theirs: CellValue, lost: RecordTable? = nil
    ) {
        open.append(
            EditConflict(
                reason: reason, record: cell.record, field: newID(of: field.id), fieldName: field.name, own: edit.value,
                theirs: theirs, base: edit.base, lost: lost))
    }

    /// Whether a field was there once in the changes, and is no longer.
    private func isGone(_ field: FieldID) -> Bool {
        net.fields.map { $0.first(field) != nil && $0.schema.index(of: field) == nil } ?? false
    }

    /// What a field is, or was, where the changes were made.
    package func definition(of field: FieldID) -> FieldDefinition? {
        if let known = net.fields?.last(field) { return known }
        let schemas = [mine?.schema, table.schema].compactMap(\.self)
        return schemas.lazy.compactMap { schema in schema.index(of: field).map { schema[$0] } }.first
    }

    private func record(_ id: RecordID) -> RecordTable? {
        mine.flatMap { mine in mine.index(of: id).map { mine.picked(at: RecordIndexes($0)) } }
    }

    // MARK: Records

    private mutating func openRecords() {
        for (id, record) in net.deleted where table.index(of: id) != nil {
            var conflict =
                kept[id]
                ?? EditConflict(
                    reason: .recordChanged, record: id, field: nil, fieldName: "", own: .empty, theirs: .empty)
            conflict.deleted = conflict.deleted ?? record.records.picked(at: RecordIndexes(record.index))
            open.append(conflict)
        }
        for (id, record) in net.inserted where table.index(of: id) == nil {
            open.append(EditConflict(lost: self.record(id) ?? record.records.picked(at: RecordIndexes(record.index))))
        }
        // A commit that seemed to fail has written them, or others have brought them back as well.
        openCells(of: known) { _ in true }
        openCells(of: Set(net.inserted.keys).subtracting(known)) { $0 == nil }
    }

    /// Tells what was entered into new records and is not there.
    ///
    /// - Parameter isLooked: which fields are compared, given their indexes here.
    private mutating func openCells(of records: Set<RecordID>, _ isLooked: (Int?) -> Bool) {
        let ids = records.filter { table.index(of: $0) != nil }.sorted()
        guard let first = ids.first.flatMap({ net.inserted[$0] }) else { return }
        let (fields, staying) = ((net.fields?.schema ?? first.records.schema).fields, staying(of: ids))
        for (number, field) in (fields + staying).enumerated() {
            let isStaying = number >= fields.count
            let index = index(of: field)
            guard isLooked(index) else { continue }
            let added = net.fields?.added[field.id]?.cells(of: ids)
            for (number, id) in ids.enumerated() {
                let cell = CellID(record: id, field: field.id)
                let entered = net.cells[cell]?.value ?? net.inserted[id]?.value(of: field.id)
                if isStaying, entered == nil { continue }
                compare(field, at: index, cell, entered ?? added?.value(at: number, of: id) ?? .empty)
            }
        }
    }

    /// The fields of new records that were to be removed afterwards, and are still there.
    private func staying(of ids: [RecordID]) -> [FieldDefinition] {
        guard let schema = net.fields?.schema else { return [] }
        var found: [FieldID: FieldDefinition] = [:]
        for id in ids {
            for field in net.inserted[id]?.records.schema.fields ?? [] where schema.index(of: field.id) == nil {
                found[field.id] = index(of: field) == nil ? nil : field
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    private mutating func compare(_ field: FieldDefinition, at place: Int?, _ cell: CellID, _ own: CellValue) {
        guard let record = table.index(of: cell.record) else { return }
        guard let place else {
            // What every new record starts with was not entered.
            guard own != .empty, own != field.initialValue, !isConverted(own, field, at: record) else { return }
            return addConflict(.fieldGone, cell, field, NetChange.Cell(base: .empty, value: own), theirs: .empty)
        }
        // What was set since is among the cells.
        guard own != table[record, place], !net.isChanged(cell) else { return }
        addConflict(.cellChanged, cell, field, NetChange.Cell(base: .empty, value: own), theirs: table[record, place])
    }

    /// Whether a value is only that of a field which was to get another type.
    private func isConverted(_ value: CellValue, _ field: FieldDefinition, at index: Int) -> Bool {
        guard let before = net.fields?.predecessor(of: field.id), let place = self.index(of: before) else {
            return false
        }
        return table[index, place].converted(to: field.type) == value
    }

    // MARK: Fields

    private mutating func openFields(_ fields: NetFields) {
        for field in fields.base.fields {
            let wanted = fields.schema.index(of: field.id).map { fields.schema[$0] }
            if wanted == field { continue }
            let next = wanted ?? fields.successor(of: field.id)
            if wanted == nil, let next, index(of: next) != nil { continue }
            addConflict(field, next, there(field.id))
        }
        for field in fields.schema.fields where fields.base.index(of: field.id) == nil {
            if restored.contains(field.id) {
                openRestored(field)
            } else if let index = index(of: field) {
                openAdded(field, at: index, fields)
            } else if fields.predecessor(of: field.id) == nil {
                addConflict(field, field, nil)
            }
        }
    }

    /// The field as it is there: itself, or the one that others have put in its place.
    private func there(_ field: FieldID) -> FieldDefinition? {
        (table.schema.index(of: field) ?? successors[field].flatMap { table.schema.index(of: $0) })
            .map { table.schema[$0] }
    }

    /// Tells what was wanted of a field, unless that is there.
    private mutating func addConflict(_ base: FieldDefinition, _ own: FieldDefinition?, _ there: FieldDefinition?) {
        let sides = FieldSides(base: base, own: own, theirs: there)
        if !sides.isDecided(in: table.schema) { open.append(EditConflict(sides)) }
    }

    /// Tells where a field that two have brought back differs: both may have removed it, with another name or other cells.
    private mutating func openRestored(_ field: FieldDefinition) {
        guard let place = table.schema.index(of: field.id) else { return }
        addConflict(table.schema[place], field, table.schema[place])
        guard let contents = net.fields?.added[field.id] else { return }
        for (index, id) in contents.records.enumerated() {
            let cell = CellID(record: id, field: field.id)
            guard let record = table.index(of: id), !net.isChanged(cell), net.inserted[id] == nil else { continue }
            let (own, theirs) = (contents.value(at: index), table[record, place])
            if own != theirs {
                addConflict(.cellChanged, cell, field, NetChange.Cell(base: .empty, value: own), theirs: theirs)
            }
        }
    }

    /// Tells what was entered into a new field of records that others have deleted, and is not among the cells that were set.
    private mutating func openAdded(_ field: FieldDefinition, at place: Int, _ fields: NetFields) {
        guard let contents = fields.added[field.id], contents.records != table.ids else { return }
        let gone = contents.records.indices.filter { index in
            let id = contents.records[index]
            return table.index(of: id) == nil && net.deleted[id] == nil && net.inserted[id] == nil
        }
        if gone.isEmpty { return }
        let before = fields.predecessor(of: field.id).flatMap { fields.removed[$0.id] }?
            .cells(of: gone.map { contents.records[$0] })
        for (number, index) in gone.enumerated() {
            let (id, own) = (contents.records[index], contents.value(at: index))
            let cell = CellID(record: id, field: field.id)
            // What came from the field in whose place it is was not entered.
            let origin = before?.value(at: number, of: id).converted(to: field.type) ?? .empty
            guard own != .empty, own != origin, !net.isChanged(cell), let lost = record(id) else { continue }
            addConflict(.recordGone, cell, field, NetChange.Cell(base: .empty, value: own), theirs: .empty, lost: lost)
        }
    }
}
