/// The open edits of a document that are shown here, and what has changed about them since the last save.
package struct OpenEdits: Sendable {
    /// The oldest first.
    package private(set) var list: [OpenEdit]
    private var changes = OpenChanges()
    /// Edits by what makes two of them the same; of these, only one is kept.
    private var known: [Key: EditID] = [:]

    private enum Key: Hashable {
        case cell(CellID, CellValue)
        /// One per deleted record, with everything that was entered into it.
        case record(RecordID)
        case deletion(RecordID)
        case field(FieldID, FieldDefinition?)
        case order

        init(_ edit: OpenEdit) {
            switch edit.wanted {
            case .cell(let cell, _): self = .cell(cell.cell, cell.value)
            case .record(let record): self = .record(record.ids[0])
            case .deletion(let record): self = .deletion(record.ids[0])
            case .field(_, let own, let now): self = .field(now, own)
            case .order: self = .order
            }
        }
    }

    package init(_ list: [OpenEdit] = []) {
        self.list = list
        for edit in list.reversed() { known[Key(edit)] = edit.id }
    }

    package var isEmpty: Bool { list.isEmpty }

    /// The conflicts to resolve in a table; equal ones are shown once.
    package func conflicts(in table: RecordTable) -> [EditConflict] {
        var (conflicts, places): ([EditConflict], [Shown: Int]) = ([], [:])
        for conflict in list.lazy.flatMap({ $0.conflicts(in: table) }) {
            let key = Shown(conflict)
            if let place = places[key], conflicts[place].lost == conflict.lost, conflicts[place].sides == conflict.sides
            {
                conflicts[place].edits += conflict.edits
            } else {
                if places[key] == nil { places[key] = conflicts.count }
                conflicts.append(conflict)
            }
        }
        return conflicts
    }

    private struct Shown: Hashable {
        let reason: EditConflict.Reason
        let record: RecordID?
        let field: FieldID?
        let own: CellValue

        init(_ conflict: EditConflict) {
            (reason, record, field, own) = (conflict.reason, conflict.record, conflict.field, conflict.own)
        }
    }

    /// Returns what was opened and closed since the last call.
    package mutating func takeChanges() -> OpenChanges {
        defer { changes = OpenChanges() }
        return changes
    }

    // MARK: Opening

    /// Leaves the edit of a conflict open, unless the same edit already is.
    ///
    /// - Parameters:
    ///   - schemas: the schemas to look up its field in.
    ///   - desk: the desk at which it was made.
    package mutating func open(_ conflict: EditConflict, fieldIn schemas: [Schema], desk: Int?) {
        if let lost = conflict.lost {
            let entered = conflict.field.map { _ in [OpenEdit(conflict, fieldIn: [lost.schema] + schemas, desk: desk)] }
            return open(lost, entered ?? [], sentence: conflict.sentence, desk: desk)
        }
        let new = OpenEdit(conflict, fieldIn: schemas, desk: desk)
        if conflict.reason == .recordGone, case .cell(let cell, _) = new.wanted,
            let lost = record(cell.record), let index = lost.table.schema.index(of: cell.field),
            cell.value.fits(lost.table.schema[index].type)
        {
            // The value was typed into a record that is already shown as deleted.
            guard let table = lost.table.setting(cell.value, at: index) else { return }
            close([lost.edit])
            add(OpenEdit(.record(table), sentence: lost.edit.sentence, desk: desk))
        } else if known[Key(new)] == nil {
            add(new)
        }
    }

    /// Leaves a deleted record open, with the values entered into it.
    ///
    /// It has room for one value per cell; a second one stays an edit of its own.
    ///
    /// - Parameters:
    ///   - record: the record before it was deleted.
    ///   - entered: the edits of its cells.
    private mutating func open(_ record: RecordTable, _ entered: [OpenEdit], sentence: String? = nil, desk: Int?) {
        let before = self.record(record.ids[0])
        var (table, sentence) = (before?.table ?? record, sentence ?? before?.edit.sentence)
        var (within, beside): ([OpenEdit], [OpenEdit]) = ([], [])
        for edit in entered {
            guard case .cell(let cell, _) = edit.wanted, let index = table.schema.index(of: cell.field),
                cell.value.fits(table.schema[index].type),
                table[0, index] == cell.value
                    || record.schema.index(of: cell.field).map({ record[0, $0] == table[0, index] }) == true
            else {
                beside.append(edit)
                continue
            }
            if let changed = table.setting(cell.value, at: index) { table = changed }
            sentence = sentence ?? edit.sentence
            within.append(edit)
        }
        close(within)
        for edit in beside where known[Key(edit)] == nil { add(edit) }
        if let before {
            if before.table == table { return }
            close([before.edit])
        }
        add(OpenEdit(.record(table), sentence: sentence, desk: desk))
    }

    private func record(_ id: RecordID) -> (edit: OpenEdit, table: RecordTable)? {
        guard let known = known[.record(id)], let edit = list.first(where: { $0.id == known }),
            case .record(let table) = edit.wanted
        else { return nil }
        return (edit, table)
    }

    private mutating func add(_ edit: OpenEdit) {
        list.append(edit)
        if known[Key(edit)] == nil { known[Key(edit)] = edit.id }
        changes.open(edit)
    }

    // MARK: Closing

    /// Closes edits that are resolved.
    package mutating func close(_ edits: [OpenEdit]) {
        if edits.isEmpty { return }
        let ids = Set(edits.map(\.id))
        let closed = list.filter { ids.contains($0.id) }
        remove(ids)
        for edit in closed { changes.close(edit) }
    }

    /// Opens and closes what was opened, closed or reverted elsewhere.
    package mutating func apply(_ other: OpenChanges) {
        close(other.closed)
        let present = Set(list.map(\.id))
        for edit in other.opened where !present.contains(edit.id) { add(edit) }
    }

    private mutating func remove(_ ids: Set<EditID>) {
        if ids.isEmpty { return }
        self = OpenEdits(list.filter { !ids.contains($0.id) }, changes)
    }

    private init(_ list: [OpenEdit], _ changes: OpenChanges) {
        self.init(list)
        self.changes = changes
    }

    /// Closes the edits of resolved conflicts, after the resolving edit was made.
    ///
    /// If a deleted record is back, its values that are in none of the cells stay open.
    mutating func resolve(_ conflicts: [EditConflict], in table: RecordTable, desk: Int) {
        var fields: [EditID: Set<FieldID>] = [:]
        for conflict in conflicts {
            for edit in conflict.edits {
                fields[edit, default: []].formUnion(conflict.lost == nil ? [conflict.field].compactMap(\.self) : [])
            }
        }
        let resolved = list.filter { fields[$0.id] != nil }
        close(resolved)
        for edit in resolved {
            guard case .record(let lost) = edit.wanted, table.index(of: lost.ids[0]) != nil else { continue }
            for conflict in edit.conflicts(in: table) {
                if let field = conflict.field, fields[edit.id]?.contains(field) == true { continue }
                open(conflict, fieldIn: [lost.schema, table.schema], desk: desk)
            }
        }
    }

    // MARK: Others

    /// Combines what a store keeps with what is not saved in it yet.
    ///
    /// Edits that are known here but missing in the store, because another file has taken its place, are opened again.
    ///
    /// - Parameter isShown: whether unknown edits of a desk are shown here.
    package mutating func take(
        _ stored: StoredOpenEdits, unsaved: OpenChanges,
        isShown: (Int?) -> Bool = { $0 != RecordIDSource.shared.desk && OpenEdits.isLeft($0) }
    ) {
        let there = Set(stored.open.map(\.id))
        let (opened, closed) = (Set(unsaved.opened.map(\.id)), Set(unsaved.closed.map(\.id)))
        var kept: [OpenEdit] = []
        for edit in list {
            if there.contains(edit.id) || opened.contains(edit.id) {
                kept.append(edit)
            } else if !stored.resolved.contains(edit.id) {
                kept.append(edit)
                changes.open(edit)
            }
        }
        let known = Set(list.map(\.id)).union(closed)
        kept += Self.edits(in: stored.open.filter { !known.contains($0.id) }, isShown)
        self = OpenEdits(kept, changes)
    }

    /// The edits of desks that are shown; asks about each desk once.
    private static func edits(in edits: [OpenEdit], _ isShown: (Int?) -> Bool) -> [OpenEdit] {
        let desks = Set(edits.map(\.desk)).filter(isShown)
        return edits.filter { desks.contains($0.desk) }
    }

    /// The edits that a store keeps, except those that other running processes show.
    package init(in stored: StoredOpenEdits) { self.init(Self.edits(in: stored.open, Self.isLeft)) }

    /// Whether no other running process shows the edits of a desk.
    private static func isLeft(_ desk: Int?) -> Bool {
        desk.map { !RecordIDSource.shared.isAtWork(elsewhere: $0) } ?? true
    }

    /// Collects the values entered into records that others have deleted, and closes edits whose values the table has.
    ///
    /// - Parameters:
    ///   - conflicts: the edits that were just left out. They follow those that were open before: both may concern the
    ///     same deleted record, whose entered values are in ``EditConflict/lost`` already.
    ///   - schemas: the schemas to look up fields in.
    ///   - record: returns a record as it was before it was deleted; `nil` if unknown.
    package mutating func follow(
        _ table: RecordTable, desk: Int, opening conflicts: [EditConflict] = [], fieldIn schemas: [Schema] = [],
        _ record: (RecordID) -> RecordTable? = { _ in nil }
    ) {
        var (satisfied, entered): ([OpenEdit], [RecordID: [OpenEdit]]) = ([], [:])
        for edit in list {
            if edit.conflicts(in: table).isEmpty {
                satisfied.append(edit)
            } else if case .cell(let cell, _) = edit.wanted, table.index(of: cell.record) == nil {
                entered[cell.record, default: []].append(edit)
            }
        }
        close(satisfied)
        for (id, edits) in entered.sorted(by: { $0.key < $1.key }) {
            guard let before = record(id) else { continue }
            // A value for a field that is gone, too, stays a separate edit.
            let fitting = edits.filter { edit in
                guard case .cell(let cell, _) = edit.wanted else { return false }
                return before.schema.index(of: cell.field).map { cell.value.fits(before.schema[$0].type) } ?? false
            }
            if !fitting.isEmpty { open(before, fitting, desk: desk) }
        }
        for conflict in conflicts { open(conflict, fieldIn: schemas, desk: desk) }
    }
}

extension RecordTable {
    /// The record with another value; `nil` if it already has that value.
    fileprivate func setting(_ value: CellValue, at field: Int) -> RecordTable? {
        if self[0, field] == value { return nil }
        var table = self
        try? table.set(value, at: 0, field: field)
        return table
    }
}
