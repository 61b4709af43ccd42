extension RebaseWork {
    /// Lays changes of the fields over those of the file.
    mutating func changeFields() {
        guard unsaved.schema != nil else { return }
        let orderBefore = result.schema.fields.map(\.id)
        let new = mine.schema.fields.filter { base.index(of: $0.id) == nil }
        let retyped = Dictionary(
            new.compactMap { field in gone.first { $0.name == field.name }.map { (field.id, $0) } }
        ) { first, _ in first }
        let back = new.filter { isBack($0, inPlaceOf: retyped[$0.id]) }
        for field in back { bringBack(field) }
        restored = Set(back.map(\.id))
        let added = new.filter { !restored.contains($0.id) }
        for field in added {
            if let old = retyped[field.id] { replace(old, by: field) }
        }
        var left = gone.filter { !retyped.values.contains($0) }
        // The last field cannot be removed before others have been added.
        let waits = left.count == result.schema.count ? left.popLast() : nil
        for field in left { remove(field) }
        for field in mine.schema.fields {
            if let before = base.index(of: field.id) { redefine(field, from: base[before]) }
        }
        for field in added where retyped[field.id] == nil { insert(field) }
        if let waits { remove(waits) }
        order(before: orderBefore, retyped: retyped.mapValues(\.id))
    }

    /// The fields that were removed here or got another type.
    private var gone: [FieldDefinition] { base.fields.filter { mine.schema.index(of: $0.id) == nil } }

    /// Whether a field that is gone got another type: a new one has its name.
    func isRetyped(_ field: FieldDefinition) -> Bool {
        guard let before = base.index(of: field.id).map({ base[$0] }) else { return false }
        return mine.schema.fields.contains { $0.name == before.name && base.index(of: $0.id) == nil }
    }

    /// Whether undo has brought back a field here, and for others as well.
    ///
    /// - Parameter replaced: the field of another type in whose place it came; `nil` if it had been removed.
    private func isBack(_ field: FieldDefinition, inPlaceOf replaced: FieldDefinition?) -> Bool {
        guard let there = result.schema.index(of: field.id).map({ result.schema[$0] }) else { return false }
        if let replaced, result.schema.index(of: replaced.id) != nil { return false }
        return there == field || field.id < base.nextFieldID && there.type == field.type
    }

    /// Tells where a field that two have brought back differs: both may have removed it, with another name or other cells.
    private mutating func bringBack(_ field: FieldDefinition) {
        guard let place = mine.schema.index(of: field.id), let target = indexInResult(of: field) else { return }
        // An edit of the definition since then counts like that of any other field.
        redefine(at: target, from: unsaved.added[field.id] ?? field, to: field)
        noteChanged(result.schema[target], field, target)
        for (record, id) in result.ids.enumerated() where !unsaved.hasEdit(of: id, field.id) {
            guard let index = indexInMemory(of: id) else { continue }
            let (own, theirs) = (mine[index, place], result[record, target])
            guard own != theirs else { continue }
            note(
                EditConflict(
                    reason: .cellChanged, record: id, field: field.id, fieldName: field.name, own: own, theirs: theirs))
        }
    }

    private mutating func replace(_ old: FieldDefinition, by field: FieldDefinition) {
        guard let index = result.schema.index(of: old.id), result.schema[index].type == old.type,
            !isChanged(old)
        else {
            notRetyped.insert(old.id)
            return noteChanged(old, field, successor(of: old))
        }
        guard let contents = contents(of: field, named: result.schema[index].name),
            case let replacement = FieldReplacement(old: old.id, new: contents.definition.id),
            changeFields(inserting: [contents], replacing: [replacement], { $0[index] = contents.definition })
        else {
            notRetyped.insert(old.id)
            return noteChanged(old, field, index)
        }
        newIDs[field.id] = contents.definition.id
        noteCells(of: field, inPlaceOf: unsaved.removed[old.id])
    }

    private mutating func remove(_ field: FieldDefinition) {
        guard let index = successor(of: field) else { return }
        // Others may have removed all other fields.
        if isChanged(field) || result.schema.count == 1 { return noteChanged(field, nil, index) }
        changeFields { $0.remove(at: index) }
    }

    /// Tells that both have changed a field, or that one of them has removed it.
    ///
    /// - Parameters:
    ///   - base: the field before.
    ///   - own: what was wanted here; `nil` if it was to be removed.
    ///   - index: of the field as it is there; `nil` if it is gone.
    private mutating func noteChanged(_ base: FieldDefinition, _ own: FieldDefinition?, _ index: Int?) {
        let sides = FieldSides(base: base, own: own, theirs: index.map { result.schema[$0] })
        // Both may have made the same of it.
        if !sides.isDecided(in: result.schema) { note(EditConflict(sides)) }
    }

    /// The index of a field that the other program has kept, or given another type under its name; `nil` if it is gone.
    private func successor(of field: FieldDefinition) -> Int? {
        result.schema.index(of: field.id)
            ?? result.schema.fields.firstIndex { other in
                other.name == field.name && base.index(of: other.id) == nil && !newIDs.values.contains(other.id)
            }
    }

    /// Whether another program has changed the definition or a cell of a field that was removed here.
    private func isChanged(_ field: FieldDefinition) -> Bool {
        guard let index = result.schema.index(of: field.id), result.schema[index] == field else { return true }
        guard let removed = unsaved.removed[field.id] else { return false }
        var isKnown = [Bool](repeating: false, count: result.count)
        for (place, id) in removed.records.enumerated() where !unsaved.inserted.contains(id) {
            guard let record = result.index(of: id) else { continue }
            isKnown[record] = true
            // What was typed into it before is there by now.
            if result[record, index] != removed.value(at: place) { return true }
        }
        return result.ids.indices.contains { record in
            guard !isKnown[record] else { return false }
            let (id, now) = (result.ids[record], result[record, index])
            guard let deleted = unsaved.deleted[id] else { return now != .empty }
            // It was deleted here before the field was removed.
            guard let place = deleted.records.schema.index(of: field.id) else { return false }
            return now != unsaved.base(id, field.id, now: deleted.records[deleted.index, place])
        }
    }

    /// Name, initial value, mark, format, rules and choices, each by itself.
    private mutating func redefine(_ field: FieldDefinition, from before: FieldDefinition) {
        guard field != before else { return }
        guard let index = successor(of: before) else { return noteChanged(before, field, nil) }
        redefine(at: index, from: before, to: field)
        // What could not be made is told; nothing is if all of it is there now.
        noteChanged(before, field, index)
    }

    /// Makes the same of the field at `index` that was made of another definition, as far as both allow it.
    private mutating func redefine(at index: Int, from before: FieldDefinition, to field: FieldDefinition) {
        let theirs = result.schema[index]
        let definition = theirs.changed(from: before, to: field, besides: result.schema.fields)
        if definition != theirs { changeFields { $0[index] = definition } }
    }

    /// A field that is new here comes after the same field as before.
    private mutating func insert(_ field: FieldDefinition) {
        let taken = Set(result.schema.fields.map(\.name))
        let before = mine.schema.fields.prefix { $0.id != field.id }
        let index = before.reversed().lazy.compactMap { [result, newIDs] in
            result.schema.index(of: newIDs[$0.id] ?? $0.id)
        }.first
        guard let contents = contents(of: field, named: field.name.unused(among: taken)),
            changeFields(inserting: [contents], { $0.insert(contents.definition, at: index.map { $0 + 1 } ?? 0) })
        else {
            // Others may have added as many as there can be.
            return noteChanged(field, field, nil)
        }
        newIDs[field.id] = contents.definition.id
        noteCells(of: field, inPlaceOf: nil)
    }

    private func contents(of field: FieldDefinition, named name: String) -> FieldContents? {
        // It stays what it is known by, so that later edits and conflicts know it; two have hardly drawn the same.
        let isTaken = result.schema.index(of: field.id) != nil
        let id = isTaken ? result.schema.newFieldID() : field.id
        guard let place = mine.schema.index(of: field.id),
            let definition = try? FieldDefinition(
                id: id, name: name, type: field.type, initialValue: field.initialValue,
                isMarkedAsPicture: field.isMarkedAsPicture, numberFormat: field.numberFormat
            ).with(field.initialSource).with(field.rules).with(field.options)
        else { return nil }
        var cells = FieldCells(type: field.type)
        for id in result.ids {
            // What was entered since is laid over them like other edits of cells, so that it stays one if others bring
            // the field back as well.
            let value = indexInMemory(of: id).map { unsaved.base(id, field.id, now: mine[$0, place]) }
            cells.append(value ?? .empty, of: id)
        }
        return FieldContents(definition, records: result.ids, cells: cells)
    }

    /// What was entered into a new field of records that others have deleted, and is not among the edits of cells.
    private mutating func noteCells(of field: FieldDefinition, inPlaceOf removed: FieldContents?) {
        guard let place = mine.schema.index(of: field.id) else { return }
        let gone = mine.ids.indices.filter {
            result.index(of: mine.ids[$0]) == nil && !unsaved.inserted.contains(mine.ids[$0])
        }
        if gone.isEmpty { return }
        let ids = gone.map { mine.ids[$0] }
        let before = removed?.cells(of: ids)
        for (number, index) in gone.enumerated() {
            let (id, own) = (ids[number], mine[index, place])
            // What came from the field in whose place it is was not entered.
            let origin = before?.value(at: number, of: id).converted(to: field.type) ?? .empty
            guard own != .empty, own != origin, !unsaved.hasEdit(of: id, field.id) else { continue }
            note(
                EditConflict(
                    reason: .recordGone, record: id, field: field.id, fieldName: field.name, own: own, theirs: .empty))
        }
    }

    /// Fields that were moved here get the new order, if the other program has moved none.
    ///
    /// - Parameter retyped: the former identifiers of fields that have another type now.
    private mutating func order(before: [FieldID], retyped: [FieldID: FieldID]) {
        let mine = mine.schema.fields.map { retyped[$0.id] ?? $0.id }
        func common(_ ids: [FieldID]) -> [FieldID] {
            ids.filter { base.index(of: $0) != nil && mine.contains($0) && before.contains($0) }
        }
        let (own, old) = (common(mine), common(base.fields.map(\.id)))
        guard own != old, common(before) == old else { return }
        var wanted = self.mine.schema.fields.map { newID(of: $0.id) }.filter { result.schema.index(of: $0) != nil }
        for (place, field) in result.schema.fields.enumerated() where !wanted.contains(field.id) {
            let previous = place > 0 ? wanted.firstIndex(of: result.schema[place - 1].id) : nil
            wanted.insert(field.id, at: previous.map { $0 + 1 } ?? 0)
        }
        let places = Dictionary(zip(wanted, wanted.indices)) { first, _ in first }
        changeFields { $0.sort { places[$0.id, default: 0] < places[$1.id, default: 0] } }
    }

    @discardableResult
    private mutating func changeFields(
        inserting inserted: [FieldContents] = [], replacing replaced: [FieldReplacement] = [],
        _ body: (inout [FieldDefinition]) -> Void
    ) -> Bool {
        var fields = result.schema.fields
        body(&fields)
        return make { table throws(TableError) in
            try .changeFields(to: fields, inserting: inserted, replacing: replaced, in: table)
        }
    }
}
