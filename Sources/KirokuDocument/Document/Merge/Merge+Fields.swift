// Changes of the fields, each property of each field separately.

extension Merge {
    /// Which field of a table has taken the place of one that is gone: it has its name, and is new.
    static func successors(of base: Schema, in theirs: Schema) -> [FieldID: FieldID] {
        var found: [FieldID: FieldID] = [:]
        for field in base.fields where theirs.index(of: field.id) == nil {
            guard let index = theirs.index(named: field.name), base.index(of: theirs[index].id) == nil else { continue }
            found[field.id] = theirs[index].id
        }
        return found
    }

    package mutating func changeFields(_ change: FieldChange) {
        if change.base.fields == table.schema.fields, net.fields?.base.fields == theirs.fields, hasAllCells(change),
            change.base.fields.allSatisfy({ change.keeps($0) || !isBackAfterwards($0) && isAsItWas($0, in: change) }),
            change.inserted.allSatisfy({ !isReturning($0.definition) })
        {
            return make { _ in .changeFields(change) }
        }
        differ()
        var work = FieldWork(fields: table.schema.fields)
        remove(change, &work)
        for (place, field) in change.schema.fields.enumerated() {
            if let before = change.kept(field) {
                if field != before { redefine(field, from: before, &work) }
            } else if let old = change.replaced.first(where: { $0.new == field.id })?.old,
                let index = change.base.index(of: old)
            {
                replace(change.base[index], by: field, change, &work)
            } else {
                insert(field, behind: change.schema.fields[..<place], change, &work)
            }
        }
        order(&work.fields, change)
        guard !work.fields.isEmpty, work.fields != table.schema.fields else { return }
        make { table throws(TableError) in
            try .changeFields(to: work.fields, inserting: work.inserted, replacing: work.replaced, in: table)
        }
    }

    /// What is being made of the fields.
    private struct FieldWork {
        var fields: [FieldDefinition]
        var inserted: [FieldContents] = []
        var replaced: [FieldReplacement] = []

        func index(of id: FieldID) -> Int? { fields.firstIndex { $0.id == id } }
    }

    private mutating func remove(_ change: FieldChange, _ work: inout FieldWork) {
        let replaced = Set(change.replaced.map(\.old))
        let all = work.fields
        for field in change.base.fields where !change.keeps(field) && !replaced.contains(field.id) {
            // What others have as well is theirs when it has come and gone here.
            guard !isBackAfterwards(field), !restored.contains(field.id), isAsItWas(field, in: change) else { continue }
            work.fields.removeAll { $0.id == newID(of: field.id) }
        }
        // Others may have removed all other fields.
        if work.fields.isEmpty, change.schema.fields.allSatisfy({ change.kept($0) != nil }) { work.fields = all }
    }

    /// Whether neither the definition nor a cell of a field has changed that a change removes.
    ///
    /// If it is not known what was in it, only the type is compared, and whether others are known to have set cells of it.
    private func isAsItWas(_ field: FieldDefinition, in change: FieldChange) -> Bool {
        guard let index = index(of: field) else { return false }
        guard let contents = change.removed.first(where: { $0.definition.id == field.id }) else {
            return !isChangedElsewhere(field.id)
        }
        // Nobody else has what is new here.
        if isNew(table.schema[index].id) { return true }
        guard table.schema[index] == field, !blocked.fields.contains(field.id) else { return false }
        if contents.records == table.ids { return contents.cells == table.cells[index] }
        let places = Dictionary(zip(contents.records, contents.records.indices)) { first, _ in first }
        let gone = table.ids.filter { places[$0] == nil }
        // They were deleted then. What is back afterwards is compared where the field goes in the end.
        if gone.contains(where: net.isBack) { return false }
        let last = gone.isEmpty ? nil : net.fields?.removed[field.id]?.cells(of: gone)
        var number = 0
        return table.ids.indices.allSatisfy { record in
            let id = table.ids[record]
            if let place = places[id] { return table[record, index] == contents.value(at: place) }
            defer { number += 1 }
            return table[record, index]
                == net.deleted[id]?.value(of: field.id) ?? last?.value(at: number, of: id) ?? .empty
        }
    }

    /// Whether a field is there after all changes: what they do to it in between is not made, as it would take along what
    /// others have put into it.
    private func isBackAfterwards(_ field: FieldDefinition) -> Bool { net.fields?.isBack(field) ?? false }

    /// Whether a field that is added was there before all changes.
    private func isReturning(_ field: FieldDefinition) -> Bool { net.fields?.base.index(of: field.id) != nil }

    /// Whether the other table had no such field.
    package func isNew(_ field: FieldID) -> Bool { theirs.index(of: field) == nil }

    /// Name, initial value, mark, format, rules and choices, each separately.
    private func redefine(_ field: FieldDefinition, from before: FieldDefinition, _ work: inout FieldWork) {
        // One that is removed in the end has no successor.
        let successor = net.fields?.schema.index(of: field.id) == nil ? nil : successors[field.id]
        guard let index = work.index(of: newID(of: field.id)) ?? successor.flatMap({ work.index(of: $0) }) else {
            return
        }
        let id = work.fields[index].id
        guard let their = theirs.index(of: id).map({ theirs[$0] }), let first = net.fields?.first(field.id) else {
            // Nobody else has changed it, but it may have got another name.
            work.fields[index] = field.changed(from: field, to: field, besides: work.fields, as: id)
            return
        }
        work.fields[index] = work.fields[index].changed(
            from: before, to: field, besides: work.fields, whereUnchanged: (first, their))
    }

    private mutating func replace(
        _ old: FieldDefinition, by field: FieldDefinition, _ change: FieldChange, _ work: inout FieldWork
    ) {
        guard let index = work.index(of: newID(of: old.id)) else {
            if isBack(field) { restored.insert(field.id) }
            return complete(field, change)
        }
        guard !isBackAfterwards(old), isAsItWas(old, in: change),
            let contents = change.inserted.first(where: { $0.definition.id == field.id })
        else { return }
        let definition = field.changed(
            from: field, to: field, besides: work.fields.filter { $0.id != work.fields[index].id },
            as: freeID(for: field.id, work))
        work.replaced.append(FieldReplacement(old: work.fields[index].id, new: definition.id))
        work.inserted.append(completed(contents, from: old).defined(as: definition))
        work.fields[index] = definition
    }

    /// Whether a change knows the cells of all records in the fields that get another type by it.
    private func hasAllCells(_ change: FieldChange) -> Bool {
        change.replaced.allSatisfy { replacement in
            guard let old = change.base.index(of: replacement.old),
                let contents = change.inserted.first(where: { $0.definition.id == replacement.new })
            else { return true }
            return missing(in: contents, from: change.base[old]).isEmpty
        }
    }

    /// The records that have something in a field and nothing in the one that takes its place: they were deleted before, and
    /// stay because others have changed them.
    private func missing(in contents: FieldContents, from old: FieldDefinition) -> [Int] {
        guard contents.records != table.ids, let index = index(of: old) else { return [] }
        let known = Set(contents.records)
        return table.ids.indices.filter { !known.contains(table.ids[$0]) && table[$0, index] != .empty }
    }

    /// The contents of a field with those of records that the change did not know, converted.
    private func completed(_ contents: FieldContents, from old: FieldDefinition) -> FieldContents {
        let missing = missing(in: contents, from: old)
        guard !missing.isEmpty, let index = index(of: old) else { return contents }
        var (records, cells) = (contents.records, contents.cells)
        for record in missing {
            records.append(table.ids[record])
            cells.append(table[record, index].converted(to: contents.definition.type), of: table.ids[record])
        }
        return FieldContents(contents.definition, records: records, cells: cells)
    }

    /// A new field comes after the same field as before.
    private mutating func insert(
        _ field: FieldDefinition, behind before: ArraySlice<FieldDefinition>, _ change: FieldChange,
        _ work: inout FieldWork
    ) {
        if isBack(field) {
            restored.insert(field.id)
            return complete(field, change)
        }
        // It is new here, and was not removed because it is the last one.
        if isNew(field.id), net.fields?.base.index(of: field.id) == nil, index(of: field) != nil {
            return complete(field, change)
        }
        // Either it still is there, or others have removed it.
        if isReturning(field), isNew(field.id) || table.schema.index(of: field.id) != nil {
            return complete(field, change)
        }
        // Others may have added as many as there can be.
        guard isStaying(field.id), work.fields.count < Schema.fieldLimit,
            let contents = change.inserted.first(where: { $0.definition.id == field.id })
        else { return }
        let definition = field.changed(
            from: field, to: field, besides: work.fields, as: freeID(for: field.id, work))
        let previous = before.last { work.index(of: newID(of: $0.id)) != nil }
            .flatMap { work.index(of: newID(of: $0.id)) }
        work.fields.insert(definition, at: previous.map { $0 + 1 } ?? 0)
        work.inserted.append(contents.defined(as: definition))
    }

    /// Whether a new field is there afterwards, if only with another type; one that is not takes the place of none.
    private func isStaying(_ field: FieldID) -> Bool {
        guard let fields = net.fields else { return false }
        if fields.schema.index(of: field) != nil { return true }
        // A copy of the file may have sent it with another type.
        return fields.successor(of: field) != nil && fields.successors(of: field).allSatisfy(isNew)
    }

    /// Gives new records that were put in while a field was not there what it has for them, if it never went here.
    private mutating func complete(_ field: FieldDefinition, _ change: FieldChange) {
        guard let index = index(of: field), !own.isEmpty,
            let contents = change.inserted.first(where: { $0.definition.id == field.id })
        else { return }
        let cells = contents.records.indices.compactMap { number -> CellChange? in
            guard own.contains(contents.records[number]), let record = table.index(of: contents.records[number]),
                case let (now, value) = (table[record, index], contents.value(at: number)), now != value
            else { return nil }
            return CellChange(record: table.ids[record], field: table.schema[index].id, base: now, value: value)
        }
        if !cells.isEmpty { make { _ in .setCells(cells) } }
    }

    /// Whether a field that is not among those before all changes is there for others as well.
    ///
    /// Undo has brought it back in both, or a copy of the file has sent the same edits. Two have hardly drawn the same
    /// identifier.
    private func isBack(_ field: FieldDefinition) -> Bool {
        guard let fields = net.fields, fields.base.index(of: field.id) == nil, newIDs[field.id] == nil,
            let there = theirs.index(of: field.id), table.schema.index(of: field.id) != nil
        else { return false }
        return theirs[there].type == field.type
    }

    /// The identifier of a field that is added: it stays what it is known by, so that later edits know it; two have hardly
    /// drawn the same.
    private mutating func freeID(for field: FieldID, _ work: FieldWork) -> FieldID {
        var id = newID(of: field)
        if table.schema.index(of: id) != nil || work.index(of: id) != nil {
            id = table.schema.newFieldID()
            while work.index(of: id) != nil { id = FieldID(rawValue: id.rawValue + 1) }
        }
        if id != field { newIDs[field] = id }
        return id
    }

    /// Fields that the change moves get its order, if nobody else has moved any.
    private func order(_ fields: inout [FieldDefinition], _ change: FieldChange) {
        let replaced = Dictionary(change.replaced.map { (newID(of: $0.new), newID(of: $0.old)) }) { first, _ in first }
        func known(_ id: FieldID) -> FieldID { replaced[id] ?? id }
        let (base, wanted) = (
            change.base.fields.map { newID(of: $0.id) }, change.schema.fields.map { known(newID(of: $0.id)) }
        )
        let there = fields.map { known($0.id) }
        let all = Set(base).intersection(wanted).intersection(there)
        func common(_ ids: [FieldID]) -> [FieldID] { ids.filter(all.contains) }
        let (old, new) = (common(base), common(wanted))
        guard old != new, common(there) == old, isInOrder else { return }
        let indexes = there.indices.filter { all.contains(there[$0]) }
        let byID = Dictionary(zip(there, fields)) { first, _ in first }
        for (index, id) in zip(indexes, new) { fields[index] = byID[id] ?? fields[index] }
    }

    /// Whether the fields of the other table were in the order from before all changes.
    private var isInOrder: Bool {
        guard let base = net.fields?.base else { return true }
        return theirs.fields.map(\.id).filter { base.index(of: $0) != nil }
            == base.fields.map(\.id).filter { theirs.index(of: $0) != nil }
    }
}

extension FieldChange {
    /// What a field was before that stays with its cells; `nil` if it is added.
    fileprivate func kept(_ field: FieldDefinition) -> FieldDefinition? {
        base.index(of: field.id).map { base[$0] }.flatMap { $0.type == field.type ? $0 : nil }
    }

    /// Whether a field from before stays with its cells.
    fileprivate func keeps(_ field: FieldDefinition) -> Bool {
        schema.index(of: field.id).map { schema[$0].type == field.type } ?? false
    }
}
