/// A value that was typed and left out, and that the same user has typed over or given up.
public struct TypedOver: Sendable {
    /// The cell: what is in the document instead, and what was typed.
    let cell: CellChange
    /// What the field is or was.
    let field: LogField

    init(_ cell: CellChange, of field: LogField) {
        (self.cell, self.field) = (cell, field)
    }

    /// What was typed and an edit that was left out has kept: the value of a cell, or what was in a record that is gone.
    ///
    /// Nothing of an edit of a field as a whole.
    static func all(in conflict: EditConflict, _ table: RecordTable) -> [TypedOver] {
        guard let record = conflict.record else { return [] }
        if let lost = conflict.lost {
            return lost.schema.fields.enumerated().filter { lost[0, $0.offset] != .empty }.map { place, field in
                TypedOver(
                    CellChange(record: record, field: field.id, base: .empty, value: lost[0, place]),
                    of: LogField(field))
            }
        }
        guard let field = conflict.field else { return [] }
        // A field with another type may stand under the same identity.
        let now = table.schema.index(of: field).map { table.schema[$0] }
        let type = now.flatMap { conflict.own.fits($0.type) ? $0.type : nil } ?? conflict.own.type ?? .string
        return [
            TypedOver(
                CellChange(record: record, field: field, base: conflict.theirs, value: conflict.own),
                of: LogField(name: now?.name ?? conflict.fieldName, type: type))
        ]
    }
}

extension [DocumentChange] {
    /// What is not saved because it was typed over before.
    var typedOver: [TypedOver] { flatMap { if case .typedOver(_, let values) = $0 { values } else { [TypedOver]() } } }
}

/// The values that unsaved edits have set one after another, of cells that were typed over.
struct UnsavedValues: Sendable {
    /// Those that were typed over, the oldest first, without what undo has taken back.
    private(set) var typedOver: [UnsavedEdits.Cell: [CellValue]] = [:]
    /// All that were typed.
    private var typed: [UnsavedEdits.Cell: Set<CellValue>] = [:]
    /// The new records, and their fields.
    private var inserted: [RecordID: Schema] = [:]

    /// - Parameter changes: the unsaved changes, the oldest first; only those with a step of the history count.
    init(_ changes: [DocumentChange]) {
        for (index, change) in changes.enumerated() {
            guard case .table(_, let edit) = change, changes.dropFirst(index + 1).areTyped else { continue }
            for part in edit.flattened {
                switch part {
                case .setCells(let cells): for cell in cells { note(cell) }
                case .insertRecords(let records): for id in records.ids { inserted[id] = records.schema }
                case .changeFields(let change): carry(change)
                case .deleteRecords, .setPlaces, .sequence: break
                }
            }
        }
    }

    private mutating func note(_ change: CellChange) {
        let cell = UnsavedEdits.Cell(record: change.record, field: change.field)
        if change.base != change.value, typed[cell]?.contains(change.base) ?? isEntered(change.base, in: cell) {
            typedOver[cell, default: []].append(change.base)
        }
        typed[cell, default: []].insert(change.value)
    }

    /// What was typed into a field is typed into the one that takes its place with another type.
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
                typed[UnsavedEdits.Cell(record: record, field: replacement.new), default: []].insert(value)
            }
        }
    }

    /// Whether a new record had a value other than what every new record starts with.
    private func isEntered(_ value: CellValue, in cell: UnsavedEdits.Cell) -> Bool {
        guard value != .empty, let schema = inserted[cell.record], let field = schema.index(of: cell.field) else {
            return false
        }
        return value != schema[field].initialValue
    }
}

extension ArraySlice<DocumentChange> {
    /// Whether what comes before was typed, and is no step back or forth in the history; edits that were rebased come before the
    /// steps of all of them.
    fileprivate var areTyped: Bool {
        let steps = prefix { if case .history = $0 { true } else { false } }
        return switch steps.first {
        case .history(.undo), .history(.redo): steps.count > 1
        case .some: true
        case nil: false
        }
    }
}
