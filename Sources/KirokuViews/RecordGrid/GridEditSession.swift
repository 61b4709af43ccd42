import KirokuCore
import KirokuPresentation

/// The edits to the cursor's record since the cursor came to it; pressing Esc twice reverts them.
@MainActor
final class GridEditSession {
    private var session = RecordEditSession()
    private let model: any TableModel
    private let rows: GridRows
    private let current: GridCursor
    private let messages: GridMessages

    init(_ rows: GridRows, _ current: GridCursor, _ messages: GridMessages) {
        model = rows.model
        self.rows = rows
        self.current = current
        self.messages = messages
    }

    /// Whether something was entered into the record during the session.
    var hasEntries: Bool { session.hasEntries }

    /// Begins a session at the cursor's record; a session at the same record continues, unless the record is new.
    func begin(isNew: Bool = false) { session.go(to: current.identity.record, isNew: isNew) }

    /// Keeps the value of a cell that is about to be changed.
    func willChange(_ position: CellPosition) { session.willChange(position, in: model.table) }

    /// Keeps the values of these cells of a row, which are about to be changed.
    func willChange(_ fields: Range<Int>, inRow row: Int) {
        guard let record = rows.view[row] else { return }
        for field in fields { willChange(CellPosition(record: record, field: field)) }
    }

    /// Sets whether Esc was pressed last, so that the next Esc is the second one.
    func setEscapePressed(_ isPressed: Bool) { session.isEscapePressed = isPressed }

    /// Reverts the edits to the record at the second request; the first request only shows a message.
    ///
    /// Returns false if there is nothing to take back.
    func revertStep() -> Bool {
        if removeEmptyRecord() { return true }
        guard session.restoration(in: model.table) != nil else { return false }
        if session.isEscapePressed {
            revertRecord()
        } else {
            setEscapePressed(true)
            messages.say(localized("Press Esc again to undo the changes to this record."))
        }
        return true
    }

    /// Removes the record if adding it was the last step, as if it had never been added: the next undo takes back the
    /// step before that.
    ///
    /// Returns whether there was such a record.
    func removeEmptyRecord() -> Bool {
        guard session.isNew, session.record == current.identity.record, model.undoTitle == .addRecords(1),
            messages.perform({ () throws(EditError) in _ = try model.undo() })
        else { return false }
        beginAgain()
        messages.say(localized("The empty record was removed."))
        return true
    }

    private func revertRecord() {
        guard let change = session.restoration(in: model.table) else { return }
        let wasNew = session.isNew
        guard messages.perform({ () throws(EditError) in try model.apply(change) }) else { return }
        beginAgain()
        messages.say(
            wasNew
                ? localized("The new record was removed. Undo restores it.")
                : localized("The changes to the record were undone. Undo restores them."))
    }

    private func beginAgain() {
        session.go(to: nil)
        begin()
    }
}
/// The edits to a record since the cursor entered it, which can be reverted together.
struct RecordEditSession {
    private(set) var record: RecordID?
    /// The values of the changed cells before the visit.
    private var before: [FieldID: CellValue] = [:]
    /// Whether the record was added while the cursor was on it.
    private(set) var isNew = false
    /// Whether something was entered into the record during the session.
    var hasEntries: Bool { !before.isEmpty }
    /// Whether Esc was pressed once, so that the next Esc takes the edits back.
    var isEscapePressed = false

    /// Begins a visit to a record; a visit to the same record continues, unless the record is new.
    mutating func go(to record: RecordID?, isNew: Bool = false) {
        isEscapePressed = false
        guard record != self.record || isNew else { return }
        self.record = record
        self.isNew = isNew
        before = [:]
    }

    /// Keeps the value of a cell that the user is about to change.
    mutating func willChange(_ cell: CellPosition, in table: RecordTable) {
        let field = table.schema[cell.field].id
        guard table.ids[cell.record] == record, before[field] == nil else { return }
        before[field] = table[cell.record, cell.field]
    }

    /// The change that restores the record; `nil` if there is nothing to restore.
    func restoration(in table: RecordTable) -> Change? {
        guard let record, let index = table.index(of: record) else { return nil }
        if isNew { return try? .deleteRecords(at: RecordIndexes(index), in: table) }
        let edits = before.compactMap { field, value -> CellEdit? in
            guard let column = table.schema.index(of: field), table[index, column] != value else { return nil }
            return CellEdit(record: index, field: column, value: value)
        }
        return edits.isEmpty ? nil : try? .setCells(edits, in: table)
    }
}
