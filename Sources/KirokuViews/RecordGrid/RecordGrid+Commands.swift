import KirokuCore

extension RecordGrid {
    /// Appends a record and puts the cursor on its first cell that is open.
    ///
    /// Pinned fields take over what the record under the cursor has in them; the others have their initial values.
    public func addRecord() {
        addRecord(field: nil)
    }

    func addRecord(field: Int?) {
        commitEditing()
        let before = cursor
        var new = RecordTable(schema: document.table.schema)
        new.addRecord()
        if let before {
            for (index, field) in document.table.schema.fields.enumerated() where pinnedFields.contains(field.id) {
                // The type is the same, so it cannot be refused.
                try? new.set(document.table[before.record, index], at: 0, field: index)
            }
        }
        let end = document.table.count
        let isDone = perform { () throws(EditError) in
            try document.apply(.insertRecords(new, at: RecordIndexes(end)))
        }
        guard isDone else { return }
        go(to: CellPosition(record: end, field: field ?? firstOpenField))
        visit.go(to: cursorIdentity.record, isNew: true)
    }

    private var firstOpenField: Int {
        document.table.schema.fields.firstIndex { !pinnedFields.contains($0.id) } ?? 0
    }

    /// Deletes the records in which cells are selected.
    ///
    /// Returns how many that were.
    @discardableResult
    public func deleteSelectedRecords() -> Int {
        commitEditing()
        let rows = selection.rows(in: size)
        guard !rows.isEmpty else { return 0 }
        let records = view.records(in: rows)
        let place = GridCell(row: rows.lowerBound, field: selection.cursor.field)
        let isDone = perform { () throws(EditError) in
            try document.apply(.deleteRecords(at: records))
        }
        guard isDone else { return 0 }
        moveCursor { $0.go(to: place, in: size) }
        return rows.count
    }

    /// Selects every cell that is shown; while a cell is edited, the text in it.
    public func selectAll() {
        if isEditing { return editor.entry.selectAll() }
        moveCursor(scrolls: false) { $0.selectAll() }
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
        guard document.table.unfitCount > 0 else { return }
        guard let place = view.nextUnfitCell(after: selection.cursor, in: document.table) else {
            onMessage?(Message(localized("The cells to fix are in records that are not shown now.")))
            return
        }
        moveCursor { $0.go(to: place, in: size) }
        tellAboutCursor()
        grabFocus()
    }

    private func following(_ step: () throws(EditError) -> ChangeTitle?) {
        followsChanges = true
        isChangeOutOfSight = false
        defer { followsChanges = false }
        guard perform({ () throws(EditError) in _ = try step() }) else { return }
        if isChangeOutOfSight {
            onMessage?(Message(localized("What changed is in a record that is not shown now.")))
        } else {
            tellAboutCursor()
        }
    }
}
