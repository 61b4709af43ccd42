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
        guard !isGone, let place = editor.place else { return false }
        let isChanged = editor.hasChanges
        let text = editor.entry.text
        endEditing()
        guard isChanged, size.contains(place) else { return false }
        let value = EntryReader(type: document.table.schema[place.field].type).read(text)
        return set(value, at: place)
    }

    /// Leaves the cell as it was before it was edited.
    public func cancelEditing() {
        guard !isGone, isEditing else { return }
        endEditing()
    }

    /// Where the editor lies: over its cell, as far as that shows.
    var editorPlace: Rectangle? {
        editor.place.flatMap { layout.visiblePart(record: $0.record, field: $0.field) }
    }

    func edit(_ start: EditStart) {
        guard !isGone, size.contains(cursor), !isEditing else { return }
        guard !document.isReadOnly else { return tell(EditError.readOnly) }
        let definition = document.table.schema[cursor.field]
        let cell = EditedCell(at: cursor, in: document.table)
        showCursor()
        let shown = if case .asItIs = start { cell.text } else { "" }
        let arrowsLeave = if case .asItIs = start { false } else { true }
        editor.entry.setAlignment(definition.type == .int || definition.type == .float ? .end : .start)
        guard editor.begin(cell, shown: shown, arrowsLeave: arrowsLeave) else {
            let text =
                cell.text.utf8.contains(0)
                ? localized("This text holds characters that cannot be edited here.")
                : localized("This text is too long to be edited here.")
            onMessage?(Message(text, .caution))
            return
        }
        placeEditor()
        if case .replaced(let key) = start { _ = editor.entry.handle(key) }
    }

    /// Keys while a cell is edited, before the entry gets them.
    ///
    /// Returns whether the key was used up.
    func handleWhileEditing(_ key: KeyEvent) -> Bool {
        let isForUs =
            switch key.key {
            case .enter, .tab, .escape, .up, .down, .pageUp, .pageDown: true
            case .left, .right, .home, .end: editor.arrowsLeave && !key.modifiers.contains(.shift)
            default: false
            }
        guard isForUs else { return false }
        // A conversion that is under way has the first right to Enter, Esc and the arrows.
        if editor.entry.inputMethodTakes(key) { return true }
        if key.key == .escape {
            cancelEditing()
        } else if key.key == .enter, key.modifiers.contains(.alt) {
            editor.entry.insertAtCursor("\n")
        } else {
            commitEditing()
            _ = handle(key)
            if let reason = unfitReasonOfLastEdit { onMessage?(Message(reason, .error)) }
        }
        return true
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
    func toggleBool(at place: CellPlace) {
        let next: CellValue =
            switch document.table[place.record, place.field] {
            case .bool(true): .bool(false)
            case .bool(false): .empty
            default: .bool(true)
            }
        set(next, at: place)
    }

    func emptySelectedCells() {
        perform { () throws(EditError) in
            try document.emptyCells(records: selection.records, fields: selection.fields)
        }
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
    private func set(_ value: CellValue, at place: CellPlace) -> Bool {
        let isDone = perform { () throws(EditError) in
            try document.apply(.setCells([CellEdit(record: place.record, field: place.field, value: value)]))
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

    private func tell(_ error: EditError) {
        onMessage?(Message(error.message, .error))
    }
}
