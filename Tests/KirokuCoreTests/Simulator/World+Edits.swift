import FoundationEssentials

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What is edited at a window, as `Document` does it.
extension World {
    static let time = Date(timeIntervalSince1970: 1_800_000_000)

    mutating func edit(_ move: Turn.Move, at window: Int) {
        switch move {
        case .undo: step(\.undoable, to: \.redoable, at: window)
        case .redo: step(\.redoable, to: \.undoable, at: window)
        case .mine(let choice), .theirs(let choice):
            let open = windows[window].conflicts.sorted { $0.order < $1.order }
            guard !open.isEmpty else { return }
            resolve(open[choice % open.count], isMine: move == .mine(choice), at: window)
        default:
            guard let change = try? change(move, at: window) else { return }
            var isTyping = false
            if case .set = move { isTyping = true }
            make(change, at: window, isTyping: isTyping)
        }
    }

    // MARK: Changes

    private mutating func change(_ move: Turn.Move, at window: Int) throws -> Change? {
        let table = windows[window].table
        func record(_ choice: Int) -> Int? { table.count > 0 ? choice % table.count : nil }
        func field(_ choice: Int) -> Int { choice % table.schema.count }
        switch move {
        case .set(let choice, let place):
            guard let record = record(choice) else { return nil }
            let value = newValue(table.schema[field(place)], window)
            return try .setCells([CellEdit(record: record, field: field(place), value: value)], in: table)
        case .clear(let choice, let place):
            guard let record = record(choice), table[record, field(place)] != .empty else { return nil }
            return try .setCells([CellEdit(record: record, field: field(place), value: .empty)], in: table)
        case .add(let choice):
            let values = table.schema.fields.enumerated().map { $0.offset == 0 ? newValue($0.element, window) : .empty }
            let new = RecordTable.one(RecordID(rawValue: Int64(numbers.next())), values, table.schema)
            return try .insertRecords(new, at: RecordIndexes(choice % (table.count + 1)), keepingIdentitiesIn: table)
        case .delete(let choice):
            return try record(choice).map { try .deleteRecords(at: RecordIndexes($0), in: table) }
        case .move(let choice, let index):
            guard let record = record(choice),
                case let moves = try table.moving(RecordIndexes(record), to: index % table.count),
                moves.contains(where: { $0.base != $0.place })
            else { return nil }
            return .setPlaces(moves)
        case .addField:
            guard table.schema.count < 5 else { return nil }
            let id = FieldID(rawValue: numbers.next())
            let field = try FieldDefinition(id: id, name: newText("field ", window), type: .string)
            return try .changeFields(
                to: table.schema.fields + [field], inserting: [FieldContents(empty: field, in: table)], in: table)
        case .rename(let choice):
            var fields = table.schema.fields
            fields[field(choice)].name = newText("name ", window)
            return try .changeFields(to: fields, in: table)
        case .retype(let choice):
            let place = field(choice)
            let type: FieldType = table.schema[place].type == .string ? .choice : .string
            let contents = try TypeConversion(place, of: table, to: type).contents(
                id: FieldID(rawValue: numbers.next()))
            var fields = table.schema.fields
            let old = fields[place].id
            fields[place] = contents.definition
            return try .changeFields(
                to: fields, inserting: [contents],
                replacing: [FieldReplacement(old: old, new: contents.definition.id)], in: table)
        case .remove(let choice):
            guard table.schema.count > 1 else { return nil }
            var fields = table.schema.fields
            fields.remove(at: field(choice))
            return try .changeFields(to: fields, in: table)
        default: return nil
        }
    }

    /// A text that nobody has written before.
    private mutating func newText(_ kind: String, _ window: Int) -> String { "\(kind)\(window).\(numbers.next())" }

    private mutating func newValue(_ field: FieldDefinition, _ window: Int) -> CellValue {
        let text = newText("", window)
        windows[window].pending.insert(text)
        return CellValue.string(text).converted(to: field.type)
    }

    // MARK: Making, undoing, deciding

    /// - Parameter isTyping: whether what it replaces was typed over.
    private mutating func make(
        _ change: Change, at number: Int, deciding chosen: [EditConflict] = [], isTyping: Bool = false
    ) {
        var window = windows[number]
        let shown = OpenConflicts(window.conflicts)
        guard let applied = try? window.table.apply(change) else { return }
        let resolved = chosen.isEmpty ? shown.overtaken(by: applied.change, in: window.table) : chosen
        window.open.resolve(resolved, in: window.table, desk: number)
        for conflict in resolved { window.givenUp.formUnion(conflict.keptTexts) }
        let (edit, open) = (numbers.next(), window.open.takeChanges())
        if !applied.change.isEmpty || !open.isEmpty {
            window.steps.undoable.append(
                .init(edit: edit, change: applied.change.inverse.trimmed, open: open.inverse))
        }
        window.steps.redoable = []
        window.unsaved.append(SimulatedEdit(number: edit, change: applied.change, open: open))
        window.noteOwn(applied.change)
        takenAway.formUnion(window.takeAway(applied.change, isTyping: isTyping))
        windows[number] = window
        followOwn(number)
    }

    private mutating func resolve(_ conflict: EditConflict, isMine: Bool, at number: Int) {
        let decision = isMine ? ConflictDecision.mine : .theirs
        // A new field gets a number that does not follow from the turns.
        guard conflict.canBe(decision), conflict.sides?.newType == nil else { return }
        let changes = (try? conflict.changes(for: decision, in: windows[number].table)) ?? []
        make(changes.count == 1 ? changes[0] : .sequence(changes), at: number, deciding: [conflict])
    }

    /// Takes the last step of one list back, which puts it into the other one.
    private mutating func step(
        _ from: WritableKeyPath<UndoSteps, [UndoSteps.Step]>, to other: WritableKeyPath<UndoSteps, [UndoSteps.Step]>,
        at number: Int
    ) {
        var window = windows[number]
        guard let step = window.steps[keyPath: from].last else { return }
        let before = window.table
        let applied =
            engine.revert(step.change, in: &window.table, changedElsewhere: window.changedElsewhere) ?? .sequence([])
        faults += UndoOracle(step: step.change, before: before, after: window.table, window: window).faults
        let edit = numbers.next()
        window.steps[keyPath: from].removeLast()
        window.open.apply(step.open)
        let open = window.open.takeChanges()
        for edit in open.closed { window.givenUp.formUnion(edit.keptTexts) }
        if !applied.isEmpty || !open.isEmpty {
            window.steps[keyPath: other].append(
                .init(edit: edit, change: applied.inverse.trimmed, open: open.inverse))
        }
        window.unsaved.append(SimulatedEdit(number: edit, change: applied, undoes: step.edit, open: open))
        window.noteOwn(applied)
        takenAway.formUnion(window.takeAway(applied, isTyping: false))
        windows[number] = window
        followOwn(number)
    }

    private mutating func followOwn(_ number: Int) {
        let table = windows[number].table
        // What was in records that are gone is not looked up: they are gone by an own edit.
        engine.follow(
            &windows[number].open, from: RecordTable(schema: table.schema), to: table, at: number, opening: [])
        windows[number].openApart.add(windows[number].open.takeChanges())
    }
}

extension SimulatedWindow {
    /// What is taken away before it was saved is nobody's loss, unless it was typed over.
    ///
    /// - Returns: the texts that a change has taken out of the table.
    fileprivate mutating func takeAway(_ change: Change, isTyping: Bool) -> Set<String> {
        let gone = change.replacedTexts
        if !isTyping { pending.subtract(gone) }
        return gone
    }

    fileprivate mutating func noteOwn(_ change: Change) {
        if othersCells.isEmpty { return }
        for part in change.flattened {
            switch part {
            case .setCells(let cells):
                for cell in cells { othersCells.remove(CellID(record: cell.record, field: cell.field)) }
            case .changeFields(let fields):
                // They were seen when the field was removed.
                let removed = Set(fields.removed.map(\.definition.id))
                othersCells = othersCells.filter { !removed.contains($0.field) }
            case .insertRecords, .deleteRecords, .setPlaces, .sequence: break
            }
        }
    }
}

extension RecordTable {
    /// A table of one record.
    static func one(_ id: RecordID, _ values: [CellValue], _ schema: Schema) -> RecordTable {
        let cells = zip(schema.fields, values).map { field, value in
            var cells = FieldCells(type: field.type)
            cells.append(value, of: id)
            return cells
        }
        return RecordTable(schema: schema, ids: [id], places: [:], cells: cells)
    }

    /// The cells that differ in another table, of records and fields that both have.
    func cells(changedIn other: RecordTable) -> Set<CellID> {
        var changed: Set<CellID> = []
        for (place, field) in other.schema.fields.enumerated() {
            let before = schema.index(of: field.id)
            for (number, id) in other.ids.enumerated() where other[number, place] != .empty {
                let old = before.flatMap { before in index(of: id).map { self[$0, before] } }
                if old != other[number, place] { changed.insert(CellID(record: id, field: field.id)) }
            }
        }
        return changed
    }
}

extension EditConflict {
    /// An order that does not depend on the names of open edits.
    fileprivate var order: String {
        "\(record?.rawValue ?? 0) \(field?.rawValue ?? 0) \(reason) \(own.played) \(fieldName)"
    }
}
