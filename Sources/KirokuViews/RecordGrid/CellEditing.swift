import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// How the editing of a cell starts.
enum EditStart {
    /// With the text of the cell.
    case asItIs
    /// With an empty entry.
    case emptied
    /// With the text that the key types, possibly through an input method.
    case replaced(by: KeyEvent)
}

/// Editing a cell's text in place: opens the entry, handles its keys, and commits what was typed.
@MainActor
final class CellEditing {
    let editor = CellEditor()
    /// Called with a key that ends the edit and also means something to the grid, such as Enter.
    var onLeave: ((KeyEvent) -> Void)?
    /// Called to continue with the next record.
    var onNext: (() -> Void)?
    /// Called with a key that may fill in a value; returns whether it did.
    var onFill: ((KeyEvent) -> Bool)?
    /// Called to choose a date from a calendar, or a choice from a menu.
    var onChooser: (() -> Void)?
    /// Called when a cell's text was committed, with the decimal places of a number that ends in a zero.
    var onPlaces: ((FieldID, _ places: Int?) -> Void)?
    /// Called when the text of the cursor's cell is too long for the editor; with `nil`, it cannot be edited.
    var onTooLong: (() -> Void)?
    private let rows: GridRows
    private let viewport: GridViewport
    private let current: GridCursor
    private let edits: GridEdits
    private let editSession: GridEditSession
    private let messages: GridMessages
    /// Keeps the record that is typed into from being lost if others delete it.
    private var hold: RecordHold?
    /// The cell committed last; its reason is still shown after the cursor has moved on.
    private var committed: CellIndex?

    init(
        _ rows: GridRows, _ viewport: GridViewport, _ current: GridCursor, _ edits: GridEdits,
        _ editSession: GridEditSession,
        _ messages: GridMessages
    ) {
        self.rows = rows
        self.viewport = viewport
        self.current = current
        self.edits = edits
        self.editSession = editSession
        self.messages = messages
        viewport.addOverlay(editor.entry) { [editor] in editor.entryPlace(in: $0) }
        viewport.addOverlay(editor.area.frame) { [editor] in editor.areaPlace(in: $0) }
        editor.entry.setShownExplicitly()
        editor.area.frame.setShownExplicitly()
        editor.hint = { [weak self] text in self?.hint(for: text) ?? .none }
        editor.onKey = { [weak self] key in self?.handle(key) ?? false }
        editor.onFocusLost = { [weak self] in self?.focusLost() }
        editor.onResize = { [weak viewport] in viewport?.placeOverlays() }
    }

    var isActive: Bool { editor.isActive }

    /// Opens the cell under the cursor.
    func begin(_ start: EditStart) {
        guard !viewport.isGone, let source = rows.source(of: current.cell), !isActive else { return }
        if edits.refuses(at: current.cell) { return }
        let type = rows.field(at: current.cell).type
        let cell = EditedCell(at: current.cell, source.cell, in: source.table)
        viewport.reveal(current.cell)
        let alignment: GtkKit.Alignment = type.alignment == .end ? .end : .start
        editor.entry.setAlignment(alignment)
        editor.area.setAlignment(alignment)
        let breaksLines = type.holdsText && viewport.layout.lines(in: current.cell.row) > 1
        guard editor.begin(cell, start, breaksLines: breaksLines) else { return refuse(cell.text) }
        hold = rows.model.hold(cell.typed.record)
        viewport.placeOverlays()
        viewport.redraw()
        if case .replaced(let key) = start { _ = editor.field.handle(key) }
    }

    /// Opens a text that the editor cannot hold elsewhere, or shows that it cannot be edited.
    private func refuse(_ text: String) {
        if text.utf8.contains(0) {
            messages.say(Message(localized("This text contains characters that cannot be edited here."), .caution))
        } else if let onTooLong {
            onTooLong()
        } else {
            messages.say(Message(localized("This text is too long to edit here."), .caution))
        }
    }

    /// Commits what is typed into the cell; returns whether anything changed.
    ///
    /// - Parameter addsChoices: whether an unknown text becomes a new choice; otherwise, the choice that it begins is
    ///   used.
    @discardableResult
    func commit(addingChoices addsChoices: Bool = false) -> Bool {
        guard !viewport.isGone, let cell = editor.gridCell else { return false }
        editor.takeComposition()
        // Unfit text is read again, because it may have been typed under another region.
        let isAgain = editor.isTypedAgain && rows.size.contains(cell) && rows.value(at: cell).isUnfit
        let isChanged = editor.hasChanges || isAgain
        let typed = editor.cell?.typed
        var text = editor.field.text
        if !addsChoices, isChanged, rows.size.contains(cell) {
            text = editor.proposals.completed(text, in: rows.field(at: cell))
        }
        end()
        guard isChanged || addsChoices, rows.size.contains(cell) else { return false }
        let field = rows.field(at: cell)
        let reader = EntryReader.typing(into: field)
        let value = reader.read(text)
        if isAgain, !addsChoices, value == rows.value(at: cell) { return false }
        if let conflict = typed?.conflict(with: value, in: rows.table) {
            rows.model.leaveOpen(conflict)
            messages.say(Message(conflict.reasonText, .error))
            return false
        }
        let isDone = addsChoices ? edits.addChoices(of: value, at: cell) : edits.set(value, at: cell)
        committed = isDone ? cell : nil
        if isDone { onPlaces?(field.id, reader.typedPlaces(text)) }
        return isDone
    }

    /// Discards what is typed; the cell keeps its value.
    func cancel() {
        guard !viewport.isGone, isActive else { return }
        end()
    }

    /// Inserts text into the cell that is being edited; returns false if none is.
    func insert(_ text: String) -> Bool {
        guard isActive else { return false }
        editor.field.insertAtCursor(text)
        return true
    }

    // MARK: Following the rows

    /// Commits the edit before rows are shown that do not include its record.
    func willShow(_ new: RecordView) {
        if let edited = editor.cell, edited.identity.cell(in: new, of: rows.table) == nil { commit() }
    }

    /// Keeps the entry on its cell when any row or field may have moved.
    func keep() { move(to: editor.cell?.identity.cell(in: rows)) }

    /// Keeps the entry on its record after rows have moved; `newRow` returns `nil` for a deleted record.
    func keepRow(_ newRow: (Int) -> Int?) {
        move(to: editor.gridCell.flatMap { cell in newRow(cell.row).map { CellIndex(row: $0, column: cell.column) } })
    }

    /// Text typed into a cell that others have removed is kept as a conflict.
    private func move(to cell: CellIndex?) {
        if cell == nil, let typed = editor.cell?.typed, editor.hasChanges {
            editor.takeComposition()
            let value = EntryReader.typing(into: typed.field).read(editor.field.text)
            if let conflict = typed.conflict(with: value, in: rows.table) { rows.model.leaveOpen(conflict) }
        }
        editor.move(to: cell)
    }

    // MARK: In the entry

    /// Handles keys before the entry gets them; returns whether the key was used.
    private func handle(_ key: KeyEvent) -> Bool {
        // The cell being edited must be visible.
        if let cell = editor.gridCell, viewport.layout.visiblePart(row: cell.row, field: cell.column) == nil {
            viewport.reveal(current.cell)
        }
        if key.key == .end, key.modifiers.isEmpty, editor.acceptCompletion() { return true }
        if editor.proposals.wants(key) {
            if !editor.field.inputMethodTakes(key) { editor.show(editor.proposals.step(key)) }
            return true
        }
        if editor.proposals.endsChoice(key), takeChoice() { return true }
        if let step = EntryStep(key), self.step(by: step) { return true }
        let isForUs =
            switch key.key {
            case .enter, .tab, .escape: true
            case .up, .pageUp: editor.isAtEdge(up: true)
            case .down, .pageDown: editor.isAtEdge(up: false)
            case .left, .right, .home, .end: editor.arrowsLeave && !key.modifiers.contains(.shift)
            default: false
            }
        guard isForUs else { return onFill?(key) ?? false }
        // A conversion in an input method takes precedence for Enter, Esc and the arrows.
        if editor.field.inputMethodTakes(key) { return true }
        if key.key == .escape {
            cancel()
            // The next Esc takes the record back if it was changed before.
            editSession.setEscapePressed(true)
        } else if key.key == .enter, key.modifiers.contains(.alt) {
            editor.breakLine()
            viewport.placeOverlays()
        } else {
            let addsChoices =
                key.key == .enter && key.modifiers.contains(.control)
                && editor.gridCell.map { rows.size.contains($0) && rows.field(at: $0).type.hasOptions } == true
            commit(addingChoices: addsChoices)
            if addsChoices { onNext?() } else { onLeave?(key) }
            sayReason()
        }
        return true
    }

    /// Accepts the proposal for a choice that ends here; returns whether there is one.
    private func takeChoice() -> Bool {
        guard let cell = editor.gridCell, rows.size.contains(cell), !editor.usesArea, editor.entry.isAtEnd,
            !editor.isComposing
        else { return false }
        let text = editor.proposals.completed(editor.entry.text, in: rows.field(at: cell))
        editor.entry.text = text + String(Choices.separator)
        editor.entry.grabFocusAtEnd()
        return true
    }

    private func focusLost() {
        commit()
        sayReason()
        MainLoop.whenIdle { [weak viewport] in
            guard let viewport, !viewport.isGone else { return }
            viewport.canvas.grabFocusIfFree()
        }
    }

    /// Shows why the last committed text does not fit its field.
    private func sayReason() {
        guard let committed, rows.size.contains(committed), let reason = rows.reasonToFix(committed) else { return }
        messages.say(Message(reason, .error))
    }

    /// The completion of the text being typed into a String field; the meaning of one typed into another.
    private func hint(for text: String) -> TypingHint {
        editor.proposals.hide()
        guard let cell = editor.gridCell, !text.isEmpty, rows.size.contains(cell) else { return .none }
        let field = rows.field(at: cell)
        if field.offersOptions { return editor.proposals.hint(for: text, in: field) }
        if let rest = rows.view.completion(of: text, at: cell, in: rows.table) { return .completion(rest) }
        return TypingHint(for: text, in: field)
    }

    /// Replaces the text by the next date or time; returns false in a field without such steps.
    private func step(by step: EntryStep) -> Bool {
        guard let cell = editor.gridCell, rows.size.contains(cell) else { return false }
        let field = rows.field(at: cell)
        let reader = EntryReader.typing(into: field)
        if step == .small(-1), field.type.presenter.opensChooser(of: field, isEmpty: editor.field.text.isEmpty) {
            onChooser?()
            return true
        }
        guard let text = reader.stepped(editor.field.text, by: step)?.entryText else { return false }
        editor.field.text = text
        editor.field.grabFocusAtEnd()
        return true
    }

    private func end() {
        committed = nil
        hold = nil
        // Hiding a focused widget would leave the window without a focus.
        let hadFocus = editor.field.hasFocusInWindow
        editor.end()
        if hadFocus { viewport.canvas.grabFocus() }
        viewport.redraw()
    }
}
