import GtkKit
import KirokuCore

/// Entry without typing: what is there already, and what the clock says.
extension RecordGrid {
    /// Fills the selected rows with what is in the first of them; a single row with what is above it.
    ///
    /// One step of the history.
    public func fillDown() {
        commitEditing()
        let rows = selection.rows(in: size)
        let fields = selection.fields(in: size)
        if let refusal = document.refusal { return tell(refusal) }
        guard !rows.isEmpty, rows.count > 1 || rows.lowerBound > 0 else { return }
        let source = rows.count > 1 ? rows.lowerBound : rows.lowerBound - 1
        let targets = rows.count > 1 ? rows.dropFirst() : rows
        let values = fields.map { value(at: GridCell(row: source, field: $0)) }
        if targets.count == 1 { noteVisit(to: targets.lowerBound, fields) }
        let edits = targets.flatMap { row in
            zip(fields, values).map { CellEdit(record: view[row], field: $0, value: $1) }
        }
        perform { () throws(EditError) in try document.apply(.setCells(edits), title: .fillDown(edits.count)) }
        tellAboutCursor()
    }

    /// Puts what is in the cell above into the cell with the cursor; while it is edited, into its text.
    public func repeatAbove() {
        let place = selection.cursor
        guard size.contains(place), place.row > 0 else { return }
        let above = value(at: GridCell(row: place.row - 1, field: place.field))
        if isEditing { return editor.entry.insertAtCursor(above.plainText ?? "") }
        if let refusal = document.refusal { return tell(refusal) }
        set(above, at: place)
    }

    /// Puts today's date into the cell with the cursor; while it is edited, into its text.
    public func enterDate() { enter(LocalTime(clock.now).dateText) }

    /// Puts the time of day into the cell with the cursor; while it is edited, into its text.
    public func enterTime() { enter(LocalTime(clock.now).timeText) }

    private func enter(_ text: String) {
        if isEditing { return editor.entry.insertAtCursor(text) }
        guard size.contains(selection.cursor) else { return }
        if let refusal = document.refusal { return tell(refusal) }
        set(EntryReader(type: fieldType(at: selection.cursor)).read(text), at: selection.cursor)
    }

    /// Keeps what is in these cells of a row, for taking the record back.
    func noteVisit(to row: Int, _ fields: Range<Int>) {
        for field in fields { visit.willChange(CellPosition(record: view[row], field: field), in: document.table) }
    }

    /// Notes that a cell is about to be changed elsewhere by whoever fills in the record with the cursor, so that it can be
    /// taken back with the others.
    public func willChange(_ place: CellPosition) {
        visit.isEscapePressed = false
        visit.willChange(place, in: document.table)
    }

    /// Notes that Esc has taken back what was typed: the next one is the second.
    public func noteEscape() { visit.isEscapePressed = true }

    /// Takes back what was done to the record with the cursor when it is asked for a second time; the first time it says
    /// so.
    ///
    /// Returns false if there is nothing to take back.
    @discardableResult
    public func takeBackStep() -> Bool {
        if takeBackEmptyRecord() { return true }
        guard visit.restoration(in: document.table) != nil else { return false }
        if visit.isEscapePressed {
            takeBackRecord()
        } else {
            visit.isEscapePressed = true
            onMessage?(Message(localized("Press Esc again to take back what was done to this record.")))
        }
        return true
    }

    /// Takes back what was done to the record since the cursor came to it; a record that was added then goes.
    func takeBackRecord() {
        guard let change = visit.restoration(in: document.table) else { return }
        let wasNew = visit.isNew
        guard perform({ () throws(EditError) in try document.apply(change) }) else { return }
        visit.go(to: nil)
        visit.go(to: cursorIdentity.record)
        onMessage?(
            Message(
                wasNew
                    ? localized("The new record is taken back. Undo brings it back.")
                    : localized("The record is as it was. Undo brings your entries back.")))
    }

    /// Takes the record with the cursor back if adding it was the last thing that was done, as if it had never been
    /// added: who undoes next means what was entered before.
    ///
    /// Returns whether there was such a record.
    @discardableResult
    public func takeBackEmptyRecord() -> Bool {
        guard visit.isNew, visit.record == cursorIdentity.record, document.undoTitle == .addRecords(1),
            perform({ () throws(EditError) in _ = try document.undo() })
        else { return false }
        visit.go(to: nil)
        visit.go(to: cursorIdentity.record)
        onMessage?(Message(localized("The empty record is gone.")))
        return true
    }
}
