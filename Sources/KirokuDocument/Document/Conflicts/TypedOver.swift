/// A value that was typed but left out because of a conflict, and that the same user has typed over or given up.
public struct TypedOver: Sendable {
    /// The cell, with the value in the document as the base, and the typed one.
    package let cell: CellChange
    /// The field as it is or was.
    package let field: LogField

    package init(_ cell: CellChange, of field: LogField) {
        (self.cell, self.field) = (cell, field)
    }

    /// The typed values that an open edit has kept: the value of a cell, or those of a deleted record.
    ///
    /// Empty for an edit of a field as a whole.
    package static func all(in conflict: EditConflict, _ table: RecordTable) -> [TypedOver] {
        guard let record = conflict.record else { return [] }
        if let lost = conflict.lost {
            return lost.schema.fields.enumerated().filter { lost[0, $0.offset] != .empty }.map { place, field in
                TypedOver(
                    CellChange(record: record, field: field.id, base: .empty, value: lost[0, place]),
                    of: LogField(field))
            }
        }
        guard let field = conflict.field else { return [] }
        // A field with another type may have the same identity.
        let now = table.schema.index(of: field).map { table.schema[$0] }
        let type = now.flatMap { conflict.own.fits($0.type) ? $0.type : nil } ?? conflict.own.type ?? .string
        return [
            TypedOver(
                CellChange(record: record, field: field, base: conflict.theirs, value: conflict.own),
                of: LogField(name: now?.name ?? conflict.fieldName, type: type))
        ]
    }
}

extension Merge {
    /// The values that later changes have typed over, and that were never in the table.
    ///
    /// - Parameter typed: the changes that were typed, the oldest first; without undo and redo.
    package func typedOver(in typed: [Change]) -> [TypedOver] {
        let over = TypedValues(typed).over
        if over.isEmpty { return [] }
        var found: [CellID: Set<CellValue>] = [:]
        for case .setCells(let cells) in made.compactMap(\.applied?.change).flatMap(\.flattened) {
            for cell in cells { found[cell.cell, default: []].formUnion([cell.base, cell.value]) }
        }
        return over.flatMap { cell, values -> [TypedOver] in
            guard let field = definition(of: cell.field) else { return [] }
            let place = CellID(record: cell.record, field: newID(of: cell.field))
            let there = table.index(of: cell.record).flatMap { record in index(of: field).map { table[record, $0] } }
            return values.filter { $0 != there && found[place]?.contains($0) != true }.map { value in
                TypedOver(
                    CellChange(record: cell.record, field: place.field, base: there ?? .empty, value: value),
                    of: LogField(field))
            }
        }
    }
}

/// The values that were typed into cells one after another.
private struct TypedValues {
    /// The values that were typed over, the oldest first.
    private(set) var over: [CellID: [CellValue]] = [:]
    /// All typed values.
    private var typed: [CellID: Set<CellValue>] = [:]
    /// The new records.
    private var inserted: [RecordID: RecordTable] = [:]

    init(_ changes: [Change]) {
        for part in changes.lazy.flatMap(\.flattened) {
            switch part {
            case .setCells(let cells): for cell in cells { add(cell) }
            case .insertRecords(let records): for id in records.ids { inserted[id] = records }
            case .changeFields(let change): carry(change)
            case .deleteRecords, .setPlaces, .sequence: break
            }
        }
    }

    private mutating func add(_ change: CellChange) {
        let cell = change.cell
        if change.base != change.value, typed[cell]?.contains(change.base) ?? isEntered(change.base, in: cell) {
            over[cell, default: []].append(change.base)
        }
        typed[cell, default: []].insert(change.value)
    }

    /// Counts what was typed into a field as typed into the field that replaces it with another type.
    private mutating func carry(_ change: FieldChange) {
        for replacement in change.replaced {
            guard let contents = change.inserted.first(where: { $0.definition.id == replacement.new }) else { continue }
            let records = Set(typed.keys.lazy.filter { $0.field == replacement.old }.map(\.record))
            if records.isEmpty, inserted.isEmpty { continue }
            for (index, record) in contents.records.enumerated() {
                let value = contents.value(at: index)
                guard records.contains(record) || inserted[record] != nil && value != contents.definition.initialValue,
                    value != .empty
                else { continue }
                typed[CellID(record: record, field: replacement.new), default: []].insert(value)
            }
        }
    }

    /// Whether a new record had a value other than the initial value.
    private func isEntered(_ value: CellValue, in cell: CellID) -> Bool {
        guard value != .empty, let field = inserted[cell.record]?.schema.index(of: cell.field) else { return false }
        return value != inserted[cell.record]?.schema[field].initialValue
    }
}
