// Cells that were edited, and the values that were typed over in them before they were saved.

extension RebaseWork {
    /// Sets the cells that were edited.
    ///
    /// - Parameter areRemoved: whether only those of fields that were removed here, or got another type, since: these are set
    ///   before the fields are changed, and stay if that is left out.
    mutating func setCells(ofRemovedFields areRemoved: Bool) {
        let removed = valuesOfRemovedFields()
        var made: [SetInTurn] = []
        var lost: [RecordID: RecordTable] = [:]
        for (cell, before) in unsaved.cells where unsaved.deleted[cell.record] == nil {
            guard let index = indexInMemory(of: cell.record), let (field, own) = own(cell, index, removed),
                areRemoved == (mine.schema.index(of: cell.field) == nil && result.schema.index(of: cell.field) != nil)
            else { continue }
            let earlier = unsaved.values.typedOver[cell] ?? []
            guard own != before || !earlier.isEmpty else { continue }
            func conflict(
                _ reason: EditConflict.Reason, _ theirs: CellValue, lost: RecordTable? = nil
            ) -> EditConflict {
                EditConflict(
                    reason: reason, record: cell.record, field: field.id, fieldName: field.name, own: own,
                    theirs: theirs, base: before, lost: lost)
            }
            guard let record = result.index(of: cell.record) else {
                if own == before || areRemoved && !isRetyped(field) { continue }
                let whole = lost[cell.record] ?? mine.picked(at: RecordIndexes(index))
                lost[cell.record] = whole
                note(conflict(.recordGone, .empty, lost: whole))
                continue
            }
            guard let target = indexInResult(of: field) else {
                if own == before { continue }
                note(conflict(.fieldGone, .empty))
                continue
            }
            let theirs = result[record, target]
            if theirs == before {
                madeInTurn.insert(cell)
                made.append(
                    SetInTurn(record: cell.record, field: result.schema[target].id, values: earlier + [own]))
            } else if theirs != own, own != before {
                note(conflict(.cellChanged, theirs))
            }
        }
        set(made)
    }

    /// A cell's field and value here; of a field that was removed here or got another type, those from before.
    private func own(
        _ cell: UnsavedEdits.Cell, _ index: Int, _ removed: [FieldID: [RecordID: CellValue]]
    ) -> (FieldDefinition, CellValue)? {
        if let place = mine.schema.index(of: cell.field) { return (mine.schema[place], mine[index, place]) }
        guard let value = removed[cell.field]?[cell.record], let field = unsaved.removed[cell.field] else { return nil }
        return (field.definition, value)
    }

    /// What was in the fields that were removed here or got another type, if they are still there or that was left out.
    func valuesOfRemovedFields() -> [FieldID: [RecordID: CellValue]] {
        unsaved.removed.filter { field, _ in
            mine.schema.index(of: field) == nil
                && (result.schema.index(of: field) != nil || notRetyped.contains(field))
        }.mapValues { contents in
            let values = contents.records.indices.lazy.map { (contents.records[$0], contents.value(at: $0)) }
            return Dictionary(values) { first, _ in first }
        }
    }

    /// What was typed over here, and is no edit of what was made.
    mutating func noteTypedOver() {
        for (cell, values) in unsaved.values.typedOver where !madeInTurn.contains(cell) {
            guard let field = definition(of: cell.field) else { continue }
            let theirs = result.index(of: cell.record).flatMap { record in
                indexInResult(of: field).map { result[record, $0] }
            }
            typedOver += values.map { value in
                TypedOver(
                    CellChange(record: cell.record, field: field.id, base: theirs ?? .empty, value: value),
                    of: LogField(field))
            }
        }
    }

    private func definition(of field: FieldID) -> FieldDefinition? {
        [mine.schema, base, result.schema].lazy.compactMap { schema in schema.index(of: field).map { schema[$0] } }
            .first
            ?? unsaved.removed[field]?.definition ?? unsaved.added[field]
    }

    /// A cell with the values that it gets one after another: those that were typed over before they were saved come first, so
    /// that the history has them as well.
    struct SetInTurn {
        let record: RecordID
        /// In the result.
        let field: FieldID
        let values: [CellValue]
    }

    mutating func set(_ cells: [SetInTurn]) {
        var rest = cells[...]
        for turn in 0... {
            rest = rest.filter { $0.values.count > turn }[...]
            if rest.isEmpty { return }
            let edits = rest.compactMap { cell -> CellEdit? in
                guard let record = result.index(of: cell.record), let field = result.schema.index(of: cell.field) else {
                    return nil
                }
                return CellEdit(record: record, field: field, value: cell.values[turn])
            }.sorted { ($0.record, $0.field) < ($1.record, $1.field) }
            make { table throws(TableError) in try .setCells(edits, in: table) }
        }
    }

    /// Puts into records that are new here what was first typed into their cells; returns what followed.
    mutating func takeBackTypedOver(_ own: inout RecordTable) -> [SetInTurn] {
        unsaved.values.typedOver.compactMap { cell, values in
            guard let record = own.index(of: cell.record), let place = own.schema.index(of: cell.field),
                let target = indexInResult(of: own.schema[place]), let first = values.first,
                case let last = own[record, place], (try? own.set(first, at: record, field: place)) != nil
            else { return nil }
            madeInTurn.insert(cell)
            return SetInTurn(
                record: cell.record, field: result.schema[target].id, values: values.dropFirst() + [last])
        }
    }
}
