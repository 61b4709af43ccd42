/// An edit that was not made because others have changed the same thing, as the document stores it until it is
/// resolved.
///
/// It stores only what was wanted and what that would have replaced, which cannot become untrue. The current content,
/// and why the edit does not fit, are looked up in the table when the conflict is shown (``conflicts(in:)``).
package struct OpenEdit: Sendable {
    /// What was wanted.
    enum Wanted: Sendable {
        /// A value for a cell, and the field as it was then.
        case cell(CellChange, LogField)
        /// A record that others have deleted, with the values entered into it.
        case record(RecordTable)
        /// The deletion of a record: the record as it was, without fields if unknown.
        case deletion(RecordTable)
        /// A field before the edit and as it was to become, `nil` if it was to be removed; and the field that has taken
        /// its place since.
        case field(FieldDefinition, FieldDefinition?, now: FieldID)
        /// Another order of the fields.
        case order
    }

    /// The edit's identity, the same in every copy of the document.
    package let id: EditID
    let wanted: Wanted
    /// Why a server has refused the edit, in its own words; `nil` for any other reason.
    package var sentence: String?
    /// The desk at which the edit was made; `nil` if that was not a window.
    package var desk: Int?

    init(_ wanted: Wanted, id: EditID = EditID(), sentence: String? = nil, desk: Int?) {
        (self.id, self.wanted, self.sentence, self.desk) = (id, wanted, sentence, desk)
    }

    /// The open edit of a conflict, except of a deleted record.
    ///
    /// - Parameters:
    ///   - schemas: the schemas to look up its field in.
    ///   - desk: the desk at which it was made.
    package init(_ conflict: EditConflict, fieldIn schemas: [Schema], desk: Int?) {
        self.init(Wanted(conflict, schemas), sentence: conflict.sentence, desk: desk)
    }
}

extension OpenEdit.Wanted {
    fileprivate init(_ conflict: EditConflict, _ schemas: [Schema]) {
        if let sides = conflict.sides {
            self = .field(sides.base, sides.own, now: conflict.field ?? sides.base.id)
        } else if let record = conflict.record {
            guard let field = conflict.field else {
                self = .deletion(conflict.deleted ?? RecordTable(identities: [record]))
                return
            }
            let known = schemas.lazy.compactMap { schema in
                schema.index(of: field).map { schema[$0] }.flatMap { conflict.own.fits($0.type) ? $0 : nil }
            }.first
            let type = known?.type ?? conflict.own.type ?? conflict.base.type ?? .string
            let base = conflict.base.fits(type) ? conflict.base : .empty
            self = .cell(
                CellChange(record: record, field: field, base: base, value: conflict.own),
                LogField(name: known?.name ?? conflict.fieldName, type: type))
        } else {
            self = .order
        }
    }
}

// The conflicts with a table.

extension OpenEdit {
    /// The conflicts to resolve; none if the table already has what was wanted.
    ///
    /// If a deleted record is back, each of its cells is a conflict of its own.
    package func conflicts(in table: RecordTable) -> [EditConflict] {
        found(in: table).map { conflict in
            var conflict = conflict
            (conflict.edits, conflict.sentence) = ([id], sentence)
            return conflict
        }
    }

    private func found(in table: RecordTable) -> [EditConflict] {
        switch wanted {
        case .cell(let cell, let field):
            return conflict(cell, field.name, in: table).map { [$0] } ?? []
        case .record(let lost):
            guard table.index(of: lost.ids[0]) != nil else { return [EditConflict(lost: lost)] }
            return lost.schema.fields.enumerated().compactMap { place, field in
                let cell = CellChange(record: lost.ids[0], field: field.id, base: .empty, value: lost[0, place])
                return conflict(cell, field.name, in: table)
            }
        case .deletion(let record):
            guard let index = table.index(of: record.ids[0]) else { return [] }
            let changed = table.schema.fields.indices.first { place in
                let before = record.schema.index(of: table.schema[place].id).map { record[0, $0] }
                return before.map { $0 != table[index, place] } ?? false
            }
            return [
                EditConflict(
                    reason: .recordChanged, record: record.ids[0], field: nil,
                    fieldName: changed.map { table.schema[$0].name } ?? "", own: .empty,
                    theirs: changed.map { table[index, $0] } ?? .empty)
            ]
        case .field(let base, let own, let now):
            let sides = FieldSides(
                base: base, own: own, theirs: table.schema.index(of: now).map { table.schema[$0] })
            return sides.isDecided(in: table.schema) ? [] : [EditConflict(sides)]
        case .order:
            return [
                EditConflict(
                    reason: .fieldChanged, record: nil, field: nil, fieldName: "", own: .empty, theirs: .empty)
            ]
        }
    }

    private func conflict(_ cell: CellChange, _ name: String, in table: RecordTable) -> EditConflict? {
        func conflict(_ reason: EditConflict.Reason, _ name: String, theirs: CellValue) -> EditConflict? {
            EditConflict(
                reason: reason, record: cell.record, field: cell.field, fieldName: name, own: cell.value,
                theirs: theirs, base: cell.base)
        }
        guard let record = table.index(of: cell.record) else { return conflict(.recordGone, name, theirs: .empty) }
        let field = table.schema.index(of: cell.field).map { ($0, table.schema[$0]) }
        guard let (place, field) = field, cell.value.fits(field.type) else {
            // An empty value need not be kept elsewhere.
            return cell.value == .empty && cell.base == .empty ? nil : conflict(.fieldGone, name, theirs: .empty)
        }
        let now = table[record, place]
        return now == cell.value ? nil : conflict(.cellChanged, field.name, theirs: now)
    }
}

// The stored form: the change that the edit would have made.

extension OpenEdit {
    /// The edit as a change.
    package var change: Change {
        switch wanted {
        case .cell(let cell, _): .setCells([cell])
        case .record(let record): .insertRecords(record)
        case .deletion(let record): .deleteRecords(record)
        case .field(let base, let own, let now):
            .changeFields(
                Self.fields(
                    [base], own.map { [$0] } ?? [],
                    replacing: now == base.id ? [] : [FieldReplacement(old: base.id, new: now)]))
        case .order: .changeFields(Self.fields([], [], replacing: []))
        }
    }

    private static func fields(
        _ base: [FieldDefinition], _ own: [FieldDefinition], replacing replaced: [FieldReplacement]
    ) -> FieldChange {
        FieldChange(base: Schema(of: base), schema: Schema(of: own), removed: [], inserted: [], replaced: replaced)
    }

    /// The text of ``change``.
    package func text() throws(StorageError) -> String {
        try ChangeText.text(of: change) { field in
            if case .cell(let cell, let known) = wanted, cell.field == field { known } else { nil }
        }
    }

    /// Reads a stored edit; `nil` if it makes no sense.
    package init?(_ text: String, id: EditID, sentence: String?, desk: Int?) {
        guard let parts = ChangeTextReader.parts(text), parts.count == 1, let said = parts[0].said,
            let wanted = Wanted(said.change, said.fields)
        else { return nil }
        self.init(wanted, id: id, sentence: sentence, desk: desk)
    }
}

extension OpenEdit.Wanted {
    fileprivate init?(_ change: Change, _ fields: [FieldID: LogField]) {
        switch change {
        case .setCells(let cells):
            guard cells.count == 1, let field = fields[cells[0].field] else { return nil }
            self = .cell(cells[0], field)
        case .insertRecords(let records):
            guard records.ids.count == 1 else { return nil }
            self = .record(records)
        case .deleteRecords(let records):
            guard records.ids.count == 1 else { return nil }
            self = .deletion(records)
        case .changeFields(let change):
            guard let base = change.base.fields.first else {
                self = .order
                return
            }
            self = .field(base, change.schema.fields.first, now: change.replaced.first?.new ?? base.id)
        case .setPlaces, .sequence: return nil
        }
    }
}

extension Schema {
    /// A schema of these fields alone.
    fileprivate init(of fields: [FieldDefinition]) {
        let next = FieldID(rawValue: (fields.map(\.id.rawValue).max() ?? 0) + 1)
        self = (try? Schema(fields: fields, nextFieldID: next)) ?? Schema()
    }
}
