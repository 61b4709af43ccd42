/// Makes, one after the other, the changes that lead from a table's fields to those of a plan.
///
/// On the way no two fields may have one name, and there is always at least one field.
struct FieldsStepMaker {
    private(set) var changes: [Change] = []
    private(set) var retyped: [FieldReplacement] = []
    private let table: RecordTable
    /// The fields after the changes made so far.
    private var fields: [FieldDefinition]
    private var nextID: Int

    init(_ table: RecordTable) {
        self.table = table
        fields = table.schema.fields
        nextID = table.schema.nextFieldID.rawValue
    }

    mutating func make(_ plan: FieldsPlan) throws(TableError) {
        let kept = Set(plan.drafts.compactMap(\.origin))
        var removed = fields.map(\.id).filter { !kept.contains($0) }
        // Where no field is kept, one stays until there are others.
        let last = removed.count == fields.count ? removed.popLast() : nil
        for id in removed { remove(id) }
        var ids: [FieldID?] = []
        for draft in plan.drafts { ids.append(try retype(draft)) }
        try giveWayToNames(of: plan.drafts, ids: ids)
        var order: [FieldID] = []
        for (draft, id) in zip(plan.drafts, ids) {
            order.append(try settle(draft, id: id, initialValue: plan.initialValue(of: draft)))
        }
        if let last { remove(last) }
        move(into: order)
    }

    private func place(of id: FieldID) -> Int? { fields.firstIndex { $0.id == id } }

    private mutating func takeID() -> FieldID {
        defer { nextID += 1 }
        return FieldID(rawValue: nextID)
    }

    private mutating func remove(_ id: FieldID) {
        guard let index = place(of: id) else { return }
        changes.append(.changeFields(.remove(at: index)))
        fields.remove(at: index)
    }

    /// Gives the draft's field its type, and returns the identifier that it has then; `nil` if it is a new field.
    private mutating func retype(_ draft: FieldDraft) throws(TableError) -> FieldID? {
        guard let old = draft.origin, let index = place(of: old) else { return nil }
        guard fields[index].type != draft.type, let source = table.schema.index(of: old) else { return old }
        let contents = try TypeConversion(source, of: table, to: draft.type).contents(id: takeID())
        changes.append(.changeFields(.replace(at: index, contents)))
        fields[index] = contents.definition
        retyped.append(FieldReplacement(old: old, new: contents.definition.id))
        return contents.definition.id
    }

    /// Has fields that are in the way of another one's name take a name that nobody wants.
    private mutating func giveWayToNames(of drafts: [FieldDraft], ids: [FieldID?]) throws(TableError) {
        var wanted: [String: FieldID?] = [:]
        for (draft, id) in zip(drafts, ids) { wanted[draft.name] = .some(id) }
        var taken = Set(fields.map(\.name)).union(wanted.keys)
        for index in fields.indices {
            guard let owner = wanted[fields[index].name], owner != fields[index].id else { continue }
            var number = 1
            while taken.contains("\(fields[index].name) \(number)") { number += 1 }
            var definition = fields[index]
            definition.name = "\(definition.name) \(number)"
            taken.insert(definition.name)
            redefine(index, definition)
        }
    }

    /// Gives the draft's field all else that it is to have, and returns its identifier.
    private mutating func settle(
        _ draft: FieldDraft, id: FieldID?, initialValue: CellValue
    ) throws(TableError) -> FieldID {
        guard let id, let index = place(of: id) else {
            let definition = try FieldDefinition(
                id: takeID(), name: draft.name, type: draft.type, initialValue: initialValue,
                isMarkedAsPicture: draft.isPicture && draft.type.holdsText)
            let contents = FieldContents(empty: definition, count: table.count)
            changes.append(.changeFields(.insert(contents, at: fields.count)))
            fields.append(definition)
            return definition.id
        }
        let mark = draft.type.holdsText ? draft.isPicture : fields[index].isMarkedAsPicture
        redefine(
            index,
            try FieldDefinition(
                id: id, name: draft.name, type: draft.type, initialValue: initialValue, isMarkedAsPicture: mark))
        return id
    }

    private mutating func redefine(_ index: Int, _ definition: FieldDefinition) {
        guard fields[index] != definition else { return }
        changes.append(.changeFields(.redefine(at: index, definition)))
        fields[index] = definition
    }

    private mutating func move(into order: [FieldID]) {
        for (target, id) in order.enumerated() {
            guard let index = place(of: id), index != target else { continue }
            changes.append(.changeFields(.move(from: index, to: target)))
            fields.insert(fields.remove(at: index), at: target)
        }
    }
}
