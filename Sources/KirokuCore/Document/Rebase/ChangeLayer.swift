/// Makes changes in a table where others may have changed the same things, as far as nothing of theirs is lost.
///
/// A cell that does not have the value that the change replaces is left alone. Records that already exist, or are
/// already gone, are skipped; for a change from elsewhere the counts of both sides decide (``RecordCounts``), so that
/// copies edited separately end up with the same records in the same order.
struct ChangeLayer {
    /// Where the changes come from.
    enum Origin {
        /// Steps of the history; these records and fields have been changed elsewhere since.
        case here(changedElsewhere: ChangedElsewhere)
        /// Changes made by others.
        case elsewhere
    }

    private var table: RecordTable
    private let origin: Origin
    /// The change that was made.
    private var made: [AppliedChange] = []
    /// What was not.
    private var conflicts: [EditConflict] = []

    /// Lays a change over a table.
    ///
    /// - Returns: the change that was made, and what was not.
    static func lay(
        _ change: Change, over table: inout RecordTable, from origin: Origin
    ) -> (applied: AppliedChange?, conflicts: [EditConflict]) {
        var layer = ChangeLayer(table: table, origin: origin)
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

    private mutating func make(_ change: Change) {
        do throws(TableError) {
            made.append(try table.apply(change))
        } catch {
            Reports.error("KRK_DC_LC", "a change cannot be laid over others: \(error)")
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
            if now == change.base || now == change.value {
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
        guard case .elsewhere = origin else {
            let missing = records.ids.indices.filter { table.index(of: records.ids[$0]) == nil }
            if let coming = try? records.records(at: RecordIndexes(missing)), coming.count > 0 {
                make(.insertRecords(coming))
            }
            return
        }
        var coming: [Int] = []
        var moved: [(RecordID, Place)] = []
        for (index, id) in records.ids.enumerated() {
            let lives = records.counts.lives(of: id)
            guard lives > table.knownLives(of: id) else { continue }
            var count = table.counts[id] ?? RecordCounts.Count()
            let moves = records.counts[id]?.moves ?? 0
            if let place = count.place, count.moves > moves || (count.moves == moves && place > records.place(of: id)) {
                moved.append((id, place))
            } else {
                count.moves = max(count.moves, moves)
            }
            if table.index(of: id) == nil { coming.append(index) }
            if lives > 1 || count.moves > 0 {
                count.lives = lives
                count.place = nil
                table.counts.own[id] = count
            }
        }
        guard var new = try? records.records(at: RecordIndexes(coming)).conforming(to: table.schema), new.count > 0
        else { return }
        if !moved.isEmpty { _ = new.setPlaces(moved) }
        made.append(
            AppliedChange(change: .insertRecords(new), extent: .recordsInserted(table.insertNew(new))))
    }

    private mutating func delete(_ records: RecordTable) {
        var going: [Int] = []
        switch origin {
        case .here(let changed):
            for id in records.ids {
                guard let index = table.index(of: id) else { continue }
                if changed.records.contains(id) {
                    conflicts.append(
                        EditConflict(
                            reason: .recordChanged, record: id, field: nil, fieldName: "", own: .empty, theirs: .empty))
                } else {
                    going.append(index)
                }
            }
            guard let gone = try? table.records(at: RecordIndexes(going)), gone.count > 0 else { return }
            make(.deleteRecords(gone))
        case .elsewhere:
            for id in records.ids {
                let lives = records.counts.lives(of: id) + 1
                guard lives > table.knownLives(of: id) else { continue }
                let index = table.index(of: id)
                if let index { going.append(index) }
                if lives > 2 || table.counts[id] != nil {
                    var count = table.counts[id] ?? RecordCounts.Count()
                    count.lives = lives
                    if index != nil { count.place = table.place(of: id) }
                    table.counts.own[id] = count
                }
            }
            let indexes = RecordIndexes(going)
            guard let gone = try? table.remove(at: indexes), gone.count > 0 else { return }
            made.append(AppliedChange(change: .deleteRecords(gone), extent: .recordsDeleted(indexes)))
        }
    }

    private mutating func setPlaces(_ changes: [PlaceChange]) {
        guard case .elsewhere = origin else {
            let good = changes.filter { table.index(of: $0.record) != nil && table.place(of: $0.record) == $0.base }
            if !good.isEmpty { make(.setPlaces(good)) }
            return
        }
        var good: [PlaceChange] = []
        for change in changes {
            var count = table.counts[change.record] ?? RecordCounts.Count()
            let isHere = table.index(of: change.record) != nil
            let now = isHere ? table.place(of: change.record) : count.place
            guard change.moves > count.moves || (change.moves == count.moves && now.map { $0 < change.place } ?? true)
            else { continue }
            count.moves = change.moves
            count.place = isHere ? nil : change.place
            table.counts.own[change.record] = count
            if isHere { good.append(change) }
        }
        guard !good.isEmpty else { return }
        let isOther = table.setPlaces(good.map { ($0.record, $0.place) })
        made.append(AppliedChange(change: .setPlaces(good), extent: isOther ? .everything : .cells([])))
    }

    // MARK: Fields

    private mutating func changeFields(_ change: FieldChange) {
        let (base, wanted) = (change.base, change.schema)
        if base.fields == table.schema.fields { return make(.changeFields(change)) }
        var fields = table.schema.fields
        for field in base.fields where wanted.index(of: field.id) == nil {
            if fields.count > 1 { fields.removeAll { $0.id == field.id && $0.type == field.type } }
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
                let previous = wanted.fields[..<place].last { known in fields.contains { $0.id == known.id } }
                let behind = previous.flatMap { known in fields.firstIndex { $0.id == known.id } }
                var index = behind.map { $0 + 1 } ?? 0
                if case .elsewhere = origin { makeRoom(for: field, at: &index, in: &fields) }
                let definition = field.changed(from: field, to: field, besides: fields)
                fields.insert(definition, at: index)
                inserted.append(contents.defined(as: definition))
            } else {
                conflicts.append(
                    EditConflict(
                        reason: .fieldGone, record: nil, field: field.id, fieldName: field.name, own: .empty,
                        theirs: .empty))
            }
        }
        order(&fields, as: wanted, before: base)
        guard fields != table.schema.fields else { return }
        let replaced = change.replaced.filter { replacement in
            inserted.contains { $0.definition.id == replacement.new }
        }
        if let change = try? Change.changeFields(
            to: fields, inserting: inserted, replacing: replaced, in: table)
        {
            make(change)
        }
    }

    /// Gives fields that both sides have added in one place or under one name the same order and names on both sides.
    private func makeRoom(for new: FieldDefinition, at index: inout Int, in fields: inout [FieldDefinition]) {
        // A field that was added after another one was known has a higher identity.
        while index < fields.count, fields[index].id > new.id { index += 1 }
        guard let other = fields.firstIndex(where: { $0.name == new.name && $0.id > new.id }) else { return }
        fields[other] = fields[other].changed(from: fields[other], to: fields[other], besides: fields + [new])
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

extension FieldDefinition {
    /// The field with the differences between two definitions applied, under a unique name.
    func changed(
        from before: FieldDefinition, to after: FieldDefinition, besides fields: [FieldDefinition]
    ) -> FieldDefinition {
        func merged<Value: Equatable>(_ value: KeyPath<FieldDefinition, Value>) -> Value {
            self[keyPath: value] == before[keyPath: value] ? after[keyPath: value] : self[keyPath: value]
        }
        let definition = try? FieldDefinition(
            id: id, name: merged(\.name).unused(among: Set(fields.lazy.filter { $0.id != id }.map(\.name))), type: type,
            initialValue: merged(\.initialValue), isMarkedAsPicture: merged(\.isMarkedAsPicture),
            numberFormat: merged(\.numberFormat)
        ).with(merged(\.initialSource)).with(merged(\.rules))
            .with(options.changed(from: before.options, to: after.options))
        return definition ?? self
    }
}

/// What changes from elsewhere have affected, so that steps of the history leave it alone.
struct ChangedElsewhere: Sendable {
    private(set) var records: Set<RecordID> = []
    private(set) var isEmpty = true

    mutating func note(_ change: Change) {
        isEmpty = false
        switch change {
        case .setCells(let cells): records.formUnion(cells.lazy.map(\.record))
        case .sequence(let changes): for change in changes { note(change) }
        default: break
        }
    }
}
