import Geometry
import KirokuCore
import KirokuPresentation

/// Edits of the selected cells, and steps of the history; shows why an edit is refused.
@MainActor
final class GridEdits {
    /// Called when the message about the cursor's cell may have changed.
    var onSettle: (() -> Void)?
    private let model: any TableModel
    private let rows: GridRows
    private let current: GridCursor
    private let editSession: GridEditSession
    private let messages: GridMessages
    /// Whether the cursor follows the changes, as it does during undo and redo.
    private var followsChanges = false
    /// Whether the last followed change is in a record that is not shown.
    private var isChangeOutOfSight = false

    init(_ rows: GridRows, _ current: GridCursor, _ editSession: GridEditSession, _ messages: GridMessages) {
        model = rows.model
        self.rows = rows
        self.current = current
        self.editSession = editSession
        self.messages = messages
    }

    /// Makes an edit; if it is refused, shows why and returns false.
    @discardableResult
    func perform(_ edit: () throws(EditError) -> Void) -> Bool { messages.perform(edit) }

    /// Whether edits are refused now; if so, shows why.
    func refuses() -> Bool {
        guard let refusal = model.refusal else { return false }
        messages.showError(refusal)
        return true
    }

    /// The same for edits of a cell's field.
    func refuses(at cell: CellIndex) -> Bool {
        guard let refusal = model.refusal(ofField: rows.field(at: cell).id) else { return false }
        messages.showError(refusal)
        return true
    }

    // MARK: Cells

    /// Puts a value into a cell, and shows why if it does not fit.
    ///
    /// Returns false if the edit was refused.
    @discardableResult
    func set(_ value: CellValue, at cell: CellIndex) -> Bool {
        if let record = rows.view.lostRecord(inRow: cell.row) { return keep(value, at: cell, of: record) }
        guard let position = rows.position(of: cell) else { return false }
        editSession.willChange(position)
        let isDone = perform { () throws(EditError) in
            try model.setCells([CellEdit(record: position.record, field: position.field, value: value)])
        }
        if isDone { messages.say(rows.reasonToFix(cell).map { Message($0, .error) }) }
        return isDone
    }

    /// Keeps a value entered into a record that others have deleted, until the record is restored.
    private func keep(_ value: CellValue, at cell: CellIndex, of record: RecordID) -> Bool {
        let field = rows.field(at: cell)
        model.leaveOpen(
            EditConflict(
                reason: .recordGone, record: record, field: field.id, fieldName: field.name, own: value,
                theirs: .empty))
        return true
    }

    /// Puts a value into a cell, and adds its new choices to those of the field.
    ///
    /// Returns false if the edit was refused.
    @discardableResult
    func addChoices(of value: CellValue, at cell: CellIndex) -> Bool {
        guard let position = rows.position(of: cell) else { return false }
        editSession.willChange(position)
        let new = rows.field(at: cell).choices(in: value).filter { text in
            !rows.field(at: cell).options.contains { $0.text == text }
        }
        let isDone = perform { () throws(EditError) in
            try model.addChoices(of: value, at: position.record, position.field)
        }
        if isDone, !new.isEmpty {
            messages.say(
                Message(
                    localized(
                        "Added “{text}” to the choices.", "Added “{text}” to the choices.", count: new.count,
                        ["text": ShownText.short(new.joined(separator: "; "))]), .ok))
        }
        return isDone
    }

    /// Toggles the check box of a cell.
    func toggle(_ cell: CellIndex) { set(rows.value(at: cell).toggled, at: cell) }

    func emptySelectedCells() {
        let (selected, fields) = (current.selectedRows, current.selectedFields)
        if refuses() { return }
        if selected.count == 1 { editSession.willChange(fields, inRow: selected.lowerBound) }
        let edits = emptying(selected, fields)
        guard !edits.isEmpty else { return }
        perform { () throws(EditError) in try model.setCells(edits) }
    }

    private func emptying(_ selected: Range<Int>, _ fields: Range<Int>) -> [CellEdit] {
        let (table, view) = (rows.table, rows.view)
        return selected.flatMap { row -> [CellEdit] in
            guard let record = view[row] else { return [] }
            return fields.filter { table.isFilled(record, $0) }
                .map { CellEdit(record: record, field: $0, value: .empty) }
        }
    }

    /// Fills the selected rows with the values of the first one; fills a single row with the values above it.
    func fillDown() {
        let (selected, fields) = (current.selectedRows, current.selectedFields)
        if refuses() { return }
        guard !selected.isEmpty, selected.count > 1 || selected.lowerBound > 0 else { return }
        let source = selected.count > 1 ? selected.lowerBound : selected.lowerBound - 1
        let targets = selected.count > 1 ? selected.dropFirst() : selected
        let values = fields.map { rows.value(at: CellIndex(row: source, column: $0)) }
        if targets.count == 1 { editSession.willChange(fields, inRow: targets.lowerBound) }
        let edits = targets.flatMap { row -> [CellEdit] in
            guard let record = rows.view[row] else { return [] }
            return zip(fields, values).map { CellEdit(record: record, field: $0, value: $1) }
        }
        guard !edits.isEmpty else { return }
        perform { () throws(EditError) in try model.setCells(edits, title: .fillDown(edits.count)) }
        onSettle?()
    }

    // MARK: Steps of the history

    /// Undoes the last step; the cursor goes to where that was.
    func undo() { follow { () throws(EditError) in _ = try model.undo() } }

    /// Redoes the step undone last; the cursor goes to where that was.
    func redo() { follow { () throws(EditError) in _ = try model.redo() } }

    /// If the cursor follows changes, moves it to the first changed cell.
    func cellsChanged(_ positions: [CellPosition]) {
        if followsChanges, let first = positions.first { isChangeOutOfSight = !current.go(to: first) }
    }

    /// If the cursor follows changes, moves it to the first row that was inserted or deleted.
    func rowsChanged(_ changed: RecordIndexes) {
        if followsChanges, !changed.isEmpty { current.go(toRow: changed.lowerBound) }
    }

    private func follow(_ step: () throws(EditError) -> Void) {
        followsChanges = true
        isChangeOutOfSight = false
        defer { followsChanges = false }
        guard perform(step) else { return }
        if isChangeOutOfSight {
            messages.say(localized("The changed record is not shown now."))
        } else {
            onSettle?()
        }
    }
}

/// Messages from a grid to the user.
@MainActor
final class GridMessages {
    /// Called with each message; `nil` clears the last one.
    var onMessage: ((Message?) -> Void)?

    func say(_ message: Message?) { onMessage?(message) }

    func say(_ text: String) { onMessage?(Message(text)) }

    func showError(_ error: EditError) { onMessage?(Message(error.message, .error)) }

    /// Makes an edit; if it is refused, shows why and returns false.
    @discardableResult
    func perform(_ edit: () throws(EditError) -> Void) -> Bool {
        do {
            try edit()
            return true
        } catch {
            showError(error)
            return false
        }
    }
}
