// What differs between two tables, as a change.

extension TableComparison {
    /// The change that makes one table the other.
    ///
    /// A field that is only in the other one under the name of one that is only in this one is that with another type.
    ///
    /// - Precondition: records were found by their identities.
    package var change: Change {
        var changes: [Change] = []
        let cells = different.flatMap { difference in
            difference.fields.compactMap { cell(difference, $0) }
        }
        if !cells.isEmpty { changes.append(.setCells(cells)) }
        if !onlyHere.isEmpty { changes.append(.deleteRecords(table.picked(at: RecordIndexes(onlyHere)))) }
        if table.schema.fields != other.schema.fields { changes.append(fieldChange) }
        if !onlyThere.isEmpty { changes.append(.insertRecords(other.picked(at: RecordIndexes(onlyThere)))) }
        var moves: [PlaceChange] = []
        for id in Set(table.places.keys).union(other.places.keys).sorted()
        where table.place(of: id) != other.place(of: id) {
            guard table.index(of: id) != nil, other.index(of: id) != nil else { continue }
            moves.append(PlaceChange(record: id, base: table.place(of: id), place: other.place(of: id)))
        }
        if !moves.isEmpty { changes.append(.setPlaces(moves.sorted { $0.place < $1.place })) }
        return changes.count == 1 ? changes[0] : .sequence(changes)
    }

    /// The change that adds what only the other table has: records, fields, and values in cells that are to be empty.
    var addition: Change {
        var changes: [Change] = []
        let cells = different.flatMap { difference in
            difference.fields.lazy.compactMap { match -> CellChange? in
                guard let cell = cell(difference, match), cell.value != .empty else { return nil }
                return CellChange(record: cell.record, field: cell.field, base: .empty, value: cell.value)
            }
        }
        if !cells.isEmpty { changes.append(.setCells(cells)) }
        // The fields that both have look alike, so that only the others are new.
        let common = other.schema.fields.filter { table.schema.index(of: $0.id) != nil }
        if common.count < other.schema.count,
            let base = try? Schema(fields: common, nextFieldID: other.schema.nextFieldID)
        {
            changes.append(
                .changeFields(
                    FieldChange(
                        base: base, schema: other.schema, removed: [],
                        inserted: fieldsOnlyThere.map { FieldContents($0, of: other) }, replaced: [])))
        }
        if !onlyThere.isEmpty { changes.append(.insertRecords(other.picked(at: RecordIndexes(onlyThere)))) }
        return changes.count == 1 ? changes[0] : .sequence(changes)
    }

    /// - Returns: `nil` if the cell is in a field of another type.
    private func cell(_ difference: Difference, _ match: Int) -> CellChange? {
        let (field, source) = (matches[match].field, matches[match].source)
        guard table.schema[field].type == other.schema[source].type else { return nil }
        return CellChange(
            record: table.ids[difference.record], field: table.schema[field].id,
            base: table[difference.record, field], value: other[difference.other, source])
    }

    private var fieldChange: Change {
        let retyped = matches.filter { table.schema[$0.field].type != other.schema[$0.source].type }
        let gone = fieldsOnlyHere + retyped.map(\.field)
        let new = fieldsOnlyThere + retyped.map(\.source)
        let replaced = fieldsOnlyThere.compactMap { field in
            fieldsOnlyHere.first { table.schema[$0].name == other.schema[field].name }.map {
                FieldReplacement(old: table.schema[$0].id, new: other.schema[field].id)
            }
        }
        // Other records are deleted before, or inserted afterwards.
        let before = onlyHere.isEmpty ? table : table.without(Set(onlyHere.map { table.ids[$0] }))
        let after = onlyThere.isEmpty ? other : other.without(Set(onlyThere.map { other.ids[$0] }))
        return .changeFields(
            FieldChange(
                base: table.schema, schema: other.schema, removed: gone.map { FieldContents($0, of: before) },
                inserted: new.map { FieldContents($0, of: after) }, replaced: replaced))
    }
}

extension RecordTable {
    /// The change that makes this table the other one; `nil` if none of those that can be told does so exactly.
    package func change(to other: RecordTable) async -> Change? {
        guard let comparison = try? await TableComparison.of(self, and: other, by: .identity) else { return nil }
        let change = comparison.change
        // Where only cells differ, all of those that do are set.
        if ids == other.ids, places == other.places, schema.fields == other.schema.fields { return change }
        var result = self
        guard (try? result.apply(change)) != nil, result == other, result.ids == other.ids else { return nil }
        return change
    }
}
