import GtkKit
import KirokuCore

extension RecordGrid {
    /// Keys while no cell is being edited.
    ///
    /// Returns whether the key was used up.
    func handle(_ key: KeyEvent) -> Bool {
        if document.isLoading { return handleWhileLoading(key) }
        if key.key == .escape, key.modifiers.isEmpty { return escape() }
        visit.isEscapePressed = false
        if key.key == .tab, key.modifiers.contains(.control) {
            canvas.passFocus(forward: !key.modifiers.contains(.shift))
            return true
        }
        if let step = step(for: key) {
            move(step, key)
            return true
        }
        return fieldCommand(for: key) || selectionCommand(for: key) || cellCommand(for: key)
    }

    private func move(_ step: GridStep, _ key: KeyEvent) {
        if step == .next, isAtEnd || size.rows == 0, !document.isReadOnly {
            addRecord()
            return
        }
        if step == .nextRecord, entersRecords { return addRecord(field: fieldToEnterNext) }
        let extends = key.modifiers.contains(.shift) && key.key != .tab && key.key != .enter
        let isFilled = fillTest(for: step)
        moveCursor { $0.move(step, extending: extends, in: size, isFilled: isFilled) }
    }

    /// Tells for a step to an edge which cells hold something; up and down, that may be a million of one field.
    func fillTest(for step: GridStep) -> (GridCell) -> Bool {
        guard size.contains(selection.cursor) else { return { _ in true } }
        switch step {
        case .edge(.up), .edge(.down):
            let cells = FilledCells(selection.cursor.field, of: document.table)
            return { [view] place in cells[view[place.row]] }
        case .edge:
            return { [document, view] place in document.table.isFilled(view[place.row], place.field) }
        default:
            return { _ in true }
        }
    }

    /// Where a key takes the cursor.
    func step(for key: KeyEvent) -> GridStep? {
        let control = key.modifiers.contains(.control)
        let shift = key.modifiers.contains(.shift)
        guard key.modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
        return switch key.key {
        case .left: control ? .edge(.left) : .left
        case .right: control ? .edge(.right) : .right
        case .up: control ? .edge(.up) : .up
        case .down: control ? .edge(.down) : .down
        case .home: control ? .tableStart : .recordStart
        case .end: control ? .tableEnd : .recordEnd
        case .pageUp: control ? .up : .page(-layout.pageSize)
        case .pageDown: control ? .down : .page(layout.pageSize)
        case .tab: shift ? .previous : .next
        case .enter where !control: shift ? .previousRecord : .nextRecord
        default: nil
        }
    }

    /// Keys about the field under the cursor: Alt with the arrows, as in spreadsheets, and with Shift to move it.
    private func fieldCommand(for key: KeyEvent) -> Bool {
        guard key.modifiers.contains(.alt), key.modifiers.isDisjoint(with: [.control, .super]) else { return false }
        let field = selection.cursor.field
        guard document.table.schema.fields.indices.contains(field) else { return false }
        let moves = key.modifiers.contains(.shift)
        switch key.key {
        case .down where !moves: showHeaderMenu(of: field)
        case .left: moves ? moveField(field, by: -1) : widenField(field, by: -1)
        case .right: moves ? moveField(field, by: 1) : widenField(field, by: 1)
        default: return false
        }
        return true
    }

    private func selectionCommand(for key: KeyEvent) -> Bool {
        switch key.key {
        case .character("a") where key.modifiers == .control: selectAll()
        case .character("x") where key.modifiers == .control: onClipboardCommand?(.cut)
        case .character("c") where key.modifiers == .control: onClipboardCommand?(.copy)
        case .character("v") where key.modifiers == .control: onClipboardCommand?(.paste)
        case .space where key.modifiers == .control: moveCursor { $0.widen(to: .fields, in: size) }
        case .space where key.modifiers == .shift: moveCursor { $0.widen(to: .records, in: size) }
        case .menu where key.modifiers.isEmpty: showCellMenu()
        case .function(10) where key.modifiers == .shift: showCellMenu()
        default: return false
        }
        return true
    }

    private func cellCommand(for key: KeyEvent) -> Bool {
        guard size.contains(selection.cursor) || addsFirstRecord(for: key) else { return false }
        if key.modifiers.contains(.control) { return entryCommand(for: key) }
        switch key.key {
        case .function(2) where key.modifiers.isEmpty:
            edit(.asItIs)
        case .delete where key.modifiers.isEmpty:
            emptySelectedCells()
        case .backspace where key.modifiers.isEmpty:
            edit(.emptied)
        case .space where key.modifiers.isEmpty && fieldType(at: selection.cursor) == .bool:
            toggleBool(at: selection.cursor)
        case .space where key.modifiers.isEmpty, _ where key.isTyping:
            edit(.replaced(by: key))
        default:
            return false
        }
        return true
    }

    /// Who types into an empty table means its first record; returns whether that is there now.
    private func addsFirstRecord(for key: KeyEvent) -> Bool {
        guard key.isTyping, document.table.count == 0, !document.isReadOnly else { return false }
        addRecord()
        return size.contains(selection.cursor)
    }

    /// Keys that fill in what is there already, before and while a cell is edited.
    func entryCommand(for key: KeyEvent) -> Bool {
        guard key.modifiers.contains(.control), key.modifiers.isDisjoint(with: [.alt, .super]) else { return false }
        let shift = key.modifiers.contains(.shift)
        switch key.key {
        case .character("d") where !shift: fillDown()
        case .character("'"): repeatAbove()
        case .character(";") where !shift: enterDate()
        case .character(":"): enterTime()
        case .character("P") where shift, .character("p") where shift: togglePin(of: selection.cursor.field)
        default: return false
        }
        return true
    }

    /// Takes back, step by step: work in the background, and what was done to the record.
    ///
    /// Returns false if there is nothing to take back.
    private func escape() -> Bool {
        if isArranging {
            cancelArranging()
            return true
        }
        if takeBackStep() { return true }
        guard !selection.isSingleCell else { return false }
        moveCursor { $0.collapse() }
        return true
    }

    /// Whether Enter in the last record goes on to a new one: after Tab went through it and something was entered there.
    ///
    /// In a table of a single field there is nothing to go through.
    private var entersRecords: Bool {
        !document.isReadOnly && size.contains(selection.cursor) && selection.cursor.row == size.rows - 1
            && visit.hasEntries && (selection.tabStart != nil || size.fields == 1)
    }

    /// Where Tab began, unless the new record has a value there already; `nil` for the first field that is open.
    private var fieldToEnterNext: Int? {
        selection.tabStart.flatMap { isPinned(document.table.schema[$0].id) ? nil : $0 }
    }

    private var isAtEnd: Bool {
        size.contains(selection.cursor)
            && selection.cursor == GridCell(row: size.rows - 1, field: size.fields - 1)
    }

    func fieldType(at place: GridCell) -> FieldType { document.table.schema[place.field].type }
}
