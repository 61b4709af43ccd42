import KirokuCore

extension RecordGrid {
    /// Appends a record and puts the cursor on its first cell.
    public func addRecord() {
        commitEditing()
        perform { () throws(EditError) in
            let record = try document.addRecord()
            go(to: CellPlace(record: record, field: 0))
        }
    }

    /// Deletes the records in which cells are selected.
    ///
    /// Returns how many that were.
    @discardableResult
    public func deleteSelectedRecords() -> Int {
        commitEditing()
        guard size.contains(cursor) else { return 0 }
        let records = selection.records
        let place = CellPlace(record: records.lowerBound, field: cursor.field)
        let isDone = perform { () throws(EditError) in
            try document.apply(.deleteRecords(at: RecordIndexes(records.lowerBound..<records.upperBound + 1)))
        }
        guard isDone else { return 0 }
        go(to: place)
        return records.count
    }

    /// Takes back what is being typed, or else the last step; the cursor goes to where that was.
    public func undo() {
        if editor.hasChanges { return cancelEditing() }
        cancelEditing()
        following { () throws(EditError) in try document.undo() }
    }

    /// Does the step again that was taken back last; the cursor goes to where that was.
    public func redo() {
        commitEditing()
        following { () throws(EditError) in try document.redo() }
    }

    /// Puts the cursor on the next cell whose text does not fit.
    public func goToNextUnfitCell() {
        commitEditing()
        guard let place = document.table.nextUnfitCell(after: cursor) else { return }
        go(to: place)
        tellAboutCursor()
        grabFocus()
    }

    private func following(_ step: () throws(EditError) -> ChangeTitle?) {
        followsChanges = true
        defer { followsChanges = false }
        perform { () throws(EditError) in _ = try step() }
        tellAboutCursor()
    }
}
