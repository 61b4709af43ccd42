import GtkKit
import KirokuCore

/// How the editing of a cell begins.
enum EditStart {
    /// With the cell's text.
    case asItIs
    /// With nothing.
    case emptied
    /// With what the key types, perhaps through an input method.
    case replaced(by: KeyEvent)
}

extension RecordGrid {
    /// Whether a cell is open for typing, so that what was typed is not yet in the document.
    public var isEditing: Bool { editor.isActive }

    /// Takes what is typed into the cell.
    ///
    /// Returns whether anything changed.
    @discardableResult
    public func commitEditing() -> Bool {
        nameEditor.commit()
        guard !isGone, let place = editor.place else { return false }
        editor.takeComposition()
        let isChanged = editor.hasChanges
        let text = editor.entry.text
        endEditing()
        guard isChanged, size.contains(place) else { return false }
        return set(EntryReader(type: fieldType(at: place)).read(text), at: place)
    }

    /// Leaves the cell as it was before it was edited.
    public func cancelEditing() {
        guard !isGone, isEditing else { return }
        endEditing()
    }

    /// Where the editor lies: over its cell, as far as that shows.
    var editorPlace: Rectangle {
        let part = editor.place.flatMap { layout.visiblePart(row: $0.row, field: $0.field) }
        return GridLayout.entryPlace(over: part, in: layout.body)
    }

    func edit(_ start: EditStart) {
        guard !isGone, let place = cursor, !isEditing else { return }
        if let refusal = document.refusal { return tell(refusal) }
        let type = fieldType(at: selection.cursor)
        let cell = EditedCell(at: selection.cursor, place, in: document.table)
        showCursor()
        editor.entry.setAlignment(type == .int || type == .float ? .end : .start)
        guard editor.begin(cell, start) else {
            let text =
                cell.text.utf8.contains(0)
                ? localized("This text holds characters that cannot be edited here.")
                : localized("This text is too long to be edited here.")
            onMessage?(Message(text, .caution))
            return
        }
        placeEditors()
        if case .replaced(let key) = start { _ = editor.entry.handle(key) }
    }

    /// Keys while a cell is edited, before the entry gets them.
    ///
    /// Returns whether the key was used up.
    func handleWhileEditing(_ key: KeyEvent) -> Bool {
        // Nobody types into what has been scrolled away.
        if let place = editor.place, layout.visiblePart(row: place.row, field: place.field) == nil { showCursor() }
        if key.key == .end, key.modifiers.isEmpty, editor.acceptCompletion() { return true }
        let isForUs =
            switch key.key {
            case .enter, .tab, .escape, .up, .down, .pageUp, .pageDown: true
            case .left, .right, .home, .end: editor.arrowsLeave && !key.modifiers.contains(.shift)
            default: false
            }
        guard isForUs else { return entryCommand(for: key) }
        // A conversion that is under way has the first right to Enter, Esc and the arrows.
        if editor.entry.inputMethodTakes(key) { return true }
        if key.key == .escape {
            cancelEditing()
            // The second Esc takes the record back, if something was done to it before.
            visit.isEscapePressed = true
        } else if key.key == .enter, key.modifiers.contains(.alt) {
            editor.entry.insertAtCursor("\n")
        } else {
            commitEditing()
            _ = handle(key)
            if let reason = unfitReasonOfLastEdit { onMessage?(Message(reason, .error)) }
        }
        return true
    }

    /// How what is typed into a String field might go on.
    func completion(of text: String) -> String {
        guard let place = editor.place, !text.isEmpty, size.contains(place) else { return "" }
        return view.completion(of: text, at: place, in: document.table) ?? ""
    }

    func editorLostFocus() {
        commitEditing()
        if let reason = unfitReasonOfLastEdit { onMessage?(Message(reason, .error)) }
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            canvas.grabFocusIfFree()
        }
    }

    /// Empty, true, false, and empty again.
    func toggleBool(at place: GridCell) {
        let next: CellValue =
            switch value(at: place) {
            case .bool(true): .bool(false)
            case .bool(false): .empty
            default: .bool(true)
            }
        set(next, at: place)
    }

    func emptySelectedCells() {
        let rows = selection.rows(in: size)
        let fields = selection.fields(in: size)
        if let refusal = document.refusal { return tell(refusal) }
        if rows.count == 1 { noteVisit(to: rows.lowerBound, fields) }
        let edits = rows.flatMap { row in
            let record = view[row]
            return fields.lazy.filter { [document] in document.table.isFilled(record, $0) }
                .map { CellEdit(record: record, field: $0, value: .empty) }
        }
        guard !edits.isEmpty else { return }
        perform { () throws(EditError) in try document.apply(.setCells(edits)) }
    }

    /// Does an edit; if it is refused, says why.
    @discardableResult
    func perform(_ edit: () throws(EditError) -> Void) -> Bool {
        do {
            try edit()
            return true
        } catch {
            tell(error)
            return false
        }
    }

    @discardableResult
    func set(_ value: CellValue, at place: GridCell) -> Bool {
        guard let cell = self.place(at: place) else { return false }
        visit.willChange(cell, in: document.table)
        let isDone = perform { () throws(EditError) in
            try document.apply(.setCells([CellEdit(record: cell.record, field: cell.field, value: value)]))
        }
        lastEdit = isDone ? place : nil
        if isDone, let reason = unfitReason(at: place) {
            onMessage?(Message(reason, .error))
        } else if isDone {
            onMessage?(nil)
        }
        return isDone
    }

    private var unfitReasonOfLastEdit: String? {
        lastEdit.flatMap { size.contains($0) ? unfitReason(at: $0) : nil }
    }

    private func endEditing() {
        lastEdit = nil
        // What hides while it has the focus leaves the keys with nobody.
        let hadFocus = editor.entry.hasFocusInWindow
        editor.end()
        if hadFocus { canvas.grabFocus() }
        canvas.redraw()
    }

    func tell(_ error: EditError) {
        onMessage?(Message(error.message, .error))
    }
}
