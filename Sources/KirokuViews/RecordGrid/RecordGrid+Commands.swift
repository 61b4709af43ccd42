import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The user's commands, for programs.
extension RecordGrid {
    // MARK: Editing

    /// Whether a cell is open for typing, so that the typed text is not in the table yet.
    public var isEditing: Bool { editing.isActive }

    /// Commits what is typed into the cell.
    ///
    /// Returns whether anything changed.
    @discardableResult
    public func commitEditing() -> Bool {
        fields.nameEditor.commit()
        return editing.commit()
    }

    /// Discards what is typed; the cell keeps its value.
    public func cancelEditing() { editing.cancel() }

    /// Empties the selected cells, as one step of the history.
    public func emptySelection() { edits.emptySelectedCells() }

    /// Fills the selected rows with the values of the first one; fills a single row with the values above it.
    ///
    /// This is one step of the history.
    public func fillDown() {
        commitEditing()
        edits.fillDown()
    }

    /// Puts the value of the cell above into the cursor's cell; during an edit, into its text.
    public func repeatAbove() {
        let cell = current.cell
        guard current.isOnCell, cell.row > 0 else { return }
        let above = rows.value(at: CellIndex(row: cell.row - 1, column: cell.column))
        if editing.insert(above.entryText(in: rows.field(at: cell).numberFormat) ?? "") || edits.refuses(at: cell) {
            return
        }
        edits.set(above, at: cell)
    }

    /// Puts today's date into the cursor's cell; during an edit, into its text.
    public func enterDate() { enter(LocalTime(clock.now).dateText) }

    /// Puts the time of day into the cursor's cell; during an edit, into its text.
    public func enterTime() { enter(LocalTime(clock.now).timeText) }

    /// Enters a text; a field of another type gets its own current value.
    private func enter(_ text: String) {
        if editing.insert(text) { return }
        guard current.isOnCell, !edits.refuses(at: current.cell) else { return }
        let reader = EntryReader.typing(into: rows.field(at: current.cell))
        let value = reader.read(text)
        edits.set(value.isUnfit ? reader.present ?? value : value, at: current.cell)
    }

    /// Opens the calendar or the menu of choices for the cursor's cell.
    func showChooser() {
        guard current.isOnCell else { return }
        if rows.field(at: current.cell).offersOptions { showChoices() } else { showCalendar() }
    }

    /// Opens a menu of the field's choices at the cursor's cell.
    public func showChoices() {
        commitEditing()
        guard let position = current.cellPosition, !edits.refuses(at: current.cell) else { return }
        let identity = CellIdentity(of: position, in: rows.table)
        let field = rows.field(at: current.cell)
        viewport.reveal(current.cell)
        let items = ChoiceMenu.items(of: field, for: rows.value(at: current.cell)) { [weak self] value in
            guard let self, !viewport.isGone, let cell = identity.cell(in: rows), rows.field(at: cell).id == field.id
            else { return }
            edits.set(value, at: cell)
        }
        let place = viewport.layout.visiblePart(row: current.cell.row, field: current.cell.column)
        viewport.canvas.showMenu(items, below: place, isForKeyboard: true)
    }

    /// Adds the value of the cursor's cell to the choices of its field.
    func addChoices() {
        guard current.isOnCell, !edits.refuses(at: current.cell) else { return }
        edits.addChoices(of: rows.value(at: current.cell), at: current.cell)
    }

    /// Opens a calendar at the cursor's cell, from which a day is chosen for it.
    public func showCalendar() {
        commitEditing()
        guard let position = current.cellPosition, !edits.refuses(at: current.cell) else { return }
        let identity = CellIdentity(of: position, in: rows.table)
        let (type, value) = (rows.field(at: current.cell).type, rows.value(at: current.cell))
        viewport.reveal(current.cell)
        let day = EntryReader.typing(into: type).calendarDay(of: value)
        calendar.onChoose = { [weak self] chosen in
            guard let self, !viewport.isGone, let cell = identity.cell(in: rows), rows.field(at: cell).type == type,
                let day = CalendarDate(year: chosen.year, month: chosen.month, day: chosen.day)
            else { return }
            edits.set(EntryReader.typing(into: type).cell(rows.value(at: cell), on: day), at: cell)
            viewport.canvas.grabFocus()
        }
        calendar.show(
            at: viewport.layout.visiblePart(row: current.cell.row, field: current.cell.column),
            day: (day.year, day.month ?? 1, day.day ?? 1))
    }

    // MARK: Records

    /// Appends a record and puts the cursor on its first field that is not pinned.
    ///
    /// Pinned fields take their values from the record under the cursor; the others get their initial values.
    public func addRecord() { addRecord(in: nil) }

    func addRecord(in field: Int?) {
        commitEditing()
        let count = rows.size.rows
        records.add(field: field, pinned: fields.pinned)
        if rows.size.rows > count { announceNewRecord() }
    }

    /// Adds a record above or below the selected ones and puts the cursor on it; in an empty table, the first one.
    ///
    /// It has the same initial values as an appended record. Among sorted records, it stays there until they are sorted
    /// again.
    public func insertRecord(above: Bool) {
        commitEditing()
        if records.insert(above: above, pinned: fields.pinned) { announceNewRecord() }
    }

    /// Inserts copies of the selected records below them, as one step of the history, and selects them.
    public func duplicateSelectedRecords() {
        commitEditing()
        records.duplicate()
    }

    /// Moves the selected records, as one step of the history; shows why if they cannot be moved, as among sorted ones.
    func moveSelectedRecords(_ move: RecordMove) {
        commitEditing()
        let isMoved =
            switch move {
            case .up: records.move(up: true)
            case .down: records.move(up: false)
            case .to(let gap): records.move(to: gap)
            }
        guard isMoved else { return }
        viewport.canvas.announce(
            localized(
                "Moved, now {number} of {count}",
                [
                    "number": localizedNumber(current.selectedRows.lowerBound + 1),
                    "count": localizedNumber(rows.size.rows),
                ]))
    }

    private func announceNewRecord() {
        viewport.canvas.announce(
            localized(
                "New record, {number} of {count}",
                ["number": localizedNumber(current.cell.row + 1), "count": localizedNumber(rows.size.rows)]))
    }

    /// Deletes the records with selected cells.
    ///
    /// Returns the number of deleted records.
    @discardableResult
    public func deleteSelectedRecords() -> Int {
        commitEditing()
        return records.deleteSelected()
    }

    // MARK: Taking back

    /// Discards what is being typed, or else undoes the last step; the cursor goes to where that was.
    public func undo() {
        let isTyping = editing.editor.hasChanges
        cancelEditing()
        guard !isTyping else { return }
        let step = model.undoTitle?.text
        edits.undo()
        if let step { viewport.canvas.announce(localized("Undone: {step}", ["step": step])) }
    }

    /// Redoes the step undone last; the cursor goes to where that was.
    public func redo() {
        commitEditing()
        let step = model.redoTitle?.text
        edits.redo()
        if let step { viewport.canvas.announce(localized("Redone: {step}", ["step": step])) }
    }

    /// Records that a cell of the cursor's record is about to be changed elsewhere, such as in a card, so that this
    /// change can be reverted with the others.
    public func willChange(_ position: CellPosition) {
        editSession.setEscapePressed(false)
        editSession.willChange(position)
    }

    /// Records that Esc has discarded typed text, so that the next Esc is the second one.
    public func setEscapePressed() { editSession.setEscapePressed(true) }

    /// Reverts the edits to the cursor's record at the second request; the first request only shows a message.
    ///
    /// Returns false if there is nothing to take back.
    @discardableResult
    public func revertStep() -> Bool { editSession.revertStep() }

    /// Removes the cursor's record if adding it was the last step, as if it had never been added: the next undo takes
    /// back the step before that.
    ///
    /// Returns whether there was such a record.
    @discardableResult
    func removeEmptyRecord() -> Bool { editSession.removeEmptyRecord() }

    // MARK: Fields

    /// Opens the field's name for editing, in its header.
    public func renameField(_ field: FieldID) {
        commitEditing()
        fields.rename(field)
    }

    /// Whether the next record starts with the value that the field has in the current one.
    public func isPinned(_ field: FieldID) -> Bool { fields.pinned.contains(field) }

    /// Sets whether the next record starts with the value that the field has in the current one; the model remembers
    /// this.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) { fields.setPinned(isPinned, field) }
}
