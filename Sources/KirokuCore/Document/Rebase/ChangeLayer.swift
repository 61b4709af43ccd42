/// Takes back a step of the history in a table where others have changed something since, as far as nothing of theirs is
/// lost.
///
/// A cell that does not have the value that the step replaces is left alone, and so are fields for which there is no room.
/// Records that already exist, or are already gone, are skipped.
struct ChangeLayer {
    private var table: RecordTable
    /// These records have been changed elsewhere since.
    private let changedElsewhere: ChangedElsewhere
    /// Whether what was changed since is changed all the same.
    private let overwrites: Bool
    /// The change that was made.
    private var made: [AppliedChange] = []
    /// What was not.
    private var conflicts: [EditConflict] = []

    /// Lays a change over a table.
    ///
    /// - Parameter overwrites: whether what was changed since is changed all the same.
    /// - Returns: the change that was made, and what was not.
    static func lay(
        _ change: Change, over table: inout RecordTable, changedElsewhere: ChangedElsewhere, overwrites: Bool = false
    ) -> (applied: AppliedChange?, conflicts: [EditConflict]) {
        var layer = ChangeLayer(table: table, changedElsewhere: changedElsewhere, overwrites: overwrites)
        // While there are two references to the columns, changing a cell copies one.
        table = RecordTable(schema: table.schema)
        layer.lay(change)
        table = layer.table
        return (layer.made.isEmpty ? nil : AppliedChange(of: layer.made), layer.conflicts)
    }

    private mutating func lay(_ change: Change) {
        switch change {
        case .setCells(let cells): setCells(cells)
        case .insertRecords(let records): insert(records)
        case .deleteRecords(let records): delete(records)
        case .setPlaces(let changes): setPlaces(changes)
        case .changeFields(let change): changeFields(change)
        case .sequence(let changes): for change in changes { lay(change) }
        }
    }

    /// - Returns: whether the table takes it.
    @discardableResult
    private mutating func make(_ change: Change) -> Bool {
        do throws(TableError) {
            made.append(try table.apply(change))
            return true
        } catch {
            Reports.error("KRK_DC_LC", "a change cannot be laid over others: \(error)")
            return false
        }
    }

    // MARK: Cells

    private mutating func setCells(_ changes: [CellChange]) {
        var good: [CellChange] = []
        var latest: [CellPosition: CellValue] = [:]
        for change in changes {
            guard let field = table.schema.index(of: change.field), change.value.fits(table.schema[field].type) else {
                note(.fieldGone, change, name: "", theirs: .empty)
                continue
            }
            let name = table.schema[field].name
            guard let record = table.index(of: change.record) else {
                note(.recordGone, change, name: name, theirs: .empty)
                continue
            }
            let position = CellPosition(record: record, field: field)
            let now = latest[position] ?? table[record, field]
            if overwrites || now == change.base || now == change.value {
                good.append(change)
                latest[position] = change.value
            } else {
                note(.cellChanged, change, name: name, theirs: now)
            }
        }
        if !good.isEmpty { make(.setCells(good)) }
    }

    private mutating func note(
        _ reason: EditConflict.Reason, _ change: CellChange, name: String, theirs: CellValue
    ) {
        conflicts.append(
            EditConflict(
                reason: reason, record: change.record, field: change.field, fieldName: name, own: change.value,
                theirs: theirs))
    }

    // MARK: Records

    private mutating func insert(_ records: RecordTable) {
        let missing = records.ids.indices.filter { table.index(of: records.ids[$0]) == nil }
        let coming = records.picked(at: RecordIndexes(missing))
        if coming.count > 0 { make(.insertRecords(coming)) }
    }

    private mutating func delete(_ records: RecordTable) {
        var going: [Int] = []
        for id in records.ids {
            guard let index = table.index(of: id) else { continue }
            if !overwrites, changedElsewhere.records.contains(id) {
                conflicts.append(
                    EditConflict(
                        reason: .recordChanged, record: id, field: nil, fieldName: "", own: .empty, theirs: .empty))
            } else {
                going.append(index)
            }
        }
        if !going.isEmpty { make(.deleteRecords(table.picked(at: RecordIndexes(going)))) }
    }

    private mutating func setPlaces(_ changes: [PlaceChange]) {
        let good = changes.filter { table.index(of: $0.record) != nil && table.place(of: $0.record) == $0.base }
        if !good.isEmpty { make(.setPlaces(good)) }
    }

    // MARK: Fields

    private mutating func changeFields(_ change: FieldChange) {
        let (base, wanted) = (change.base, change.schema)
        if base.fields == table.schema.fields, make(.changeFields(change)) { return }
        var fields = table.schema.fields
        for field in base.fields where wanted.index(of: field.id) == nil {
            fields.removeAll { $0.id == field.id && $0.type == field.type }
        }
        var inserted: [FieldContents] = []
        for (place, field) in wanted.fields.enumerated() {
            if let before = base.index(of: field.id) {
                guard let index = fields.firstIndex(where: { $0.id == field.id }), fields[index].type == field.type
                else { continue }
                fields[index] = fields[index].changed(from: base[before], to: field, besides: fields)
            } else if let contents = change.inserted.first(where: { $0.definition.id == field.id }),
                table.schema.index(of: field.id) == nil
            {
                let definition = field.changed(from: field, to: field, besides: fields)
                fields.insert(definition, behind: wanted.fields[..<place])
                inserted.append(contents.defined(as: definition))
            } else {
                note(.fieldGone, field)
            }
        }
        order(&fields, as: wanted, before: base)
        guard fields != table.schema.fields else { return }
        let replaced = change.replaced.filter { replacement in
            inserted.contains { $0.definition.id == replacement.new }
        }
        // There may be too many by now, or none would be left.
        guard
            let change = try? Change.changeFields(
                to: fields, inserting: inserted, replacing: replaced, in: table), make(change)
        else {
            for field in wanted.fields where !base.fields.contains(field) { note(.fieldChanged, field) }
            for field in base.fields where wanted.index(of: field.id) == nil { note(.fieldChanged, field) }
            return
        }
    }

    private mutating func note(_ reason: EditConflict.Reason, _ field: FieldDefinition) {
        conflicts.append(
            EditConflict(
                reason: reason, record: nil, field: field.id, fieldName: field.name, own: .empty, theirs: .empty))
    }

    /// Fields that the change moves get its order, if they are still in the order from before it.
    private func order(_ fields: inout [FieldDefinition], as wanted: Schema, before base: Schema) {
        let here = Set(fields.map(\.id))
        func common(_ fields: [FieldDefinition]) -> [FieldID] {
            fields.map(\.id).filter { here.contains($0) && base.index(of: $0) != nil && wanted.index(of: $0) != nil }
        }
        let (old, new) = (common(base.fields), common(wanted.fields))
        guard old != new, common(fields) == old else { return }
        let indexes = fields.indices.filter { new.contains(fields[$0].id) }
        let byID = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        for (index, id) in zip(indexes, new) { fields[index] = byID[id] ?? fields[index] }
    }
}

extension [FieldDefinition] {
    /// Inserts a field behind the last of those before it that is among these; as the first one if none is.
    mutating func insert(_ field: FieldDefinition, behind before: ArraySlice<FieldDefinition>) {
        let previous = before.last { known in contains { $0.id == known.id } }
        let index = firstIndex { $0.id == previous?.id }
        insert(field, at: index.map { $0 + 1 } ?? 0)
    }
}

extension FieldDefinition {
    /// The field with the differences between two definitions applied, under a unique name.
    ///
    /// - Parameter id: what it is known by; `nil` to stay the same field.
    func changed(
        from before: FieldDefinition, to after: FieldDefinition, besides fields: [FieldDefinition],
        as id: FieldID? = nil
    ) -> FieldDefinition {
        let id = id ?? self.id
        func merged<Value: Equatable>(_ value: KeyPath<FieldDefinition, Value>) -> Value {
            self[keyPath: value] == before[keyPath: value] ? after[keyPath: value] : self[keyPath: value]
        }
        let type = merged(\.type)
        let initial = [merged(\.initialValue), initialValue, after.initialValue].first { $0.fits(type) }
        let definition = try? FieldDefinition(
            id: id, name: merged(\.name).unused(among: Set(fields.lazy.filter { $0.id != id }.map(\.name))), type: type,
            initialValue: initial ?? .empty, isMarkedAsPicture: merged(\.isMarkedAsPicture),
            numberFormat: merged(\.numberFormat)
        ).with(merged(\.initialSource)).with(merged(\.rules))
            .with(options.changed(from: before.options, to: after.options))
        return definition ?? self
    }
}
