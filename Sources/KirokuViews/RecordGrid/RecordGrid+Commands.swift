import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// What the user can do in a grid, for programs to do as well.
extension RecordGrid {
    // MARK: Editing

    /// Whether a cell is open for typing, so that what was typed is not yet in the table.
    public var isEditing: Bool { editing.isActive }

    /// Takes what is typed into the cell.
    ///
    /// Returns whether anything changed.
    @discardableResult
    public func commitEditing() -> Bool {
        fields.nameEditor.commit()
        return editing.commit()
    }

    /// Leaves the cell as it was before it was edited.
    public func cancelEditing() { editing.cancel() }

    /// Empties the selected cells, as one step.
    public func emptySelection() { edits.emptySelectedCells() }

    /// Fills the selected rows with what is in the first of them; a single row with what is above it.
    ///
    /// One step of the history.
    public func fillDown() {
        commitEditing()
        edits.fillDown()
    }

    /// Puts what is in the cell above into the cell with the cursor; while it is edited, into its text.
    public func repeatAbove() {
        let cell = current.cell
        guard current.isOnCell, cell.row > 0 else { return }
        let above = rows.value(at: CellIndex(row: cell.row - 1, column: cell.column))
        if editing.insert(above.plainText ?? "") || edits.refuses() { return }
        edits.set(above, at: cell)
    }

    /// Puts today's date into the cell with the cursor; while it is edited, into its text.
    public func enterDate() { enter(LocalTime(clock.now).dateText) }

    /// Puts the time of day into the cell with the cursor; while it is edited, into its text.
    public func enterTime() { enter(LocalTime(clock.now).timeText) }

    private func enter(_ text: String) {
        if editing.insert(text) { return }
        guard current.isOnCell, !edits.refuses() else { return }
        edits.set(EntryReader(type: rows.field(at: current.cell).type).read(text), at: current.cell)
    }

    // MARK: Records

    /// Appends a record and puts the cursor on its first cell that is open.
    ///
    /// Pinned fields take over what the record under the cursor has in them; the others have their initial values.
    public func addRecord() { addRecord(in: nil) }

    func addRecord(in field: Int?) {
        commitEditing()
        edits.addRecord(field: field, pinned: fields.pinned)
    }

    /// Deletes the records in which cells are selected.
    ///
    /// Returns how many that were.
    @discardableResult
    public func deleteSelectedRecords() -> Int {
        commitEditing()
        return edits.deleteSelectedRecords()
    }

    // MARK: Taking back

    /// Takes back what is being typed, or else the last step; the cursor goes to where that was.
    public func undo() {
        let isTyping = editing.editor.hasChanges
        cancelEditing()
        if !isTyping { edits.undo() }
    }

    /// Does the step again that was taken back last; the cursor goes to where that was.
    public func redo() {
        commitEditing()
        edits.redo()
    }

    /// Notes that a cell of the record under the cursor is about to be changed elsewhere, such as in a card, so that it
    /// can be taken back with the others.
    public func willChange(_ position: CellPosition) {
        visit.noteEscape(false)
        visit.willChange(position)
    }

    /// Notes that Esc has taken back what was typed: the next one is the second.
    public func noteEscape() { visit.noteEscape(true) }

    /// Takes back what was done to the record with the cursor when it is asked for a second time; the first time it says
    /// so.
    ///
    /// Returns false if there is nothing to take back.
    @discardableResult
    public func takeBackStep() -> Bool { visit.takeBackStep() }

    /// Takes the record with the cursor back if adding it was the last thing that was done, as if it had never been
    /// added, so that the next undo takes back what was entered before.
    ///
    /// Returns whether there was such a record.
    @discardableResult
    public func takeBackEmptyRecord() -> Bool { visit.takeBackEmptyRecord() }

    // MARK: Fields

    /// Opens the field's name for typing, in its header.
    public func renameField(_ field: FieldID) {
        commitEditing()
        fields.rename(field)
    }

    /// Whether the next record starts with the value that the field has in the current one.
    public func isPinned(_ field: FieldID) -> Bool { fields.pinned.contains(field) }

    /// Has the next record start with the value that the field has in the current one, or no longer; the model
    /// remembers it.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) { fields.setPinned(isPinned, field) }
}
