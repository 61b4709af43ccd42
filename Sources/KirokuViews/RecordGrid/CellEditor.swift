import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The entry for editing a cell's text, laid over the cell; a text area takes its place for several lines.
@MainActor
final class CellEditor {
    let entry = GtkKit.entry(hasFrame: false)
    let area = textArea()
    /// Whether ``area`` is edited, and not ``entry``.
    private(set) var usesArea = false
    /// The hint after the typed text.
    let ghost: EntryGhost
    /// The choices that the typed text may mean.
    let proposals: ChoiceProposals
    /// Returns the hint to show after a text.
    var hint: ((String) -> TypingHint)?
    /// The cell being edited, or `nil`.
    private(set) var cell: EditedCell? {
        didSet { if (cell == nil) != (oldValue == nil) { onActivityChange?() } }
    }
    /// Whether the arrow keys leave the cell, as after typing into it; otherwise, as after F2, they move in the text.
    private(set) var arrowsLeave = false
    var onKey: ((KeyEvent) -> Bool)?
    var onFocusLost: (() -> Void)?
    /// Called when ``neededWidth`` may have changed.
    var onResize: (() -> Void)?
    /// Called when editing starts or ends.
    var onActivityChange: (() -> Void)?
    private var shownHint = TypingHint.none
    private let compositions: [Composition]
    private var menuIsUp = false
    /// Whether the area is taking the entry's place, so that the focus moves from one to the other.
    private var isChanging = false
    /// Whether anything was typed or the cell was opened empty.
    ///
    /// A key that only begins something, such as one that switches the input method, must not empty the cell.
    private var isTouched = false

    init() {
        ghost = EntryGhost(on: entry)
        proposals = ChoiceProposals(at: entry)
        compositions = [Composition(in: entry), Composition(in: area)]
        area.setPadding(horizontal: Int(ColumnWidths.padding) - 1, vertical: 4)
        for widget in [AnyWidget(entry), area.frame] { widget.addStyleClass("kiroku-cell-editor") }
        for composition in compositions { composition.onChange = { [weak self] in self?.onResize?() } }
        connect(entry)
        connect(area)
        proposals.onTake = { [weak self] text in
            self?.entry.text = text
            self?.entry.grabFocusAtEnd()
        }
    }

    private func connect(_ field: some EditableText) {
        field.onKey { [weak self] key in
            guard let self, isActive else { return false }
            return onKey?(key) ?? false
        }
        field.onChange { [weak self] in self?.textChanged() }
        field.onMenu { [weak self] isUp in self?.menuIsUp = isUp }
        field.onFocusLost { [weak self] in
            guard let self, isActive, !menuIsUp, !isChanging else { return }
            onFocusLost?()
        }
    }

    /// The input: the entry or the text area.
    var field: any EditableText { if usesArea { area } else { entry } }

    var isActive: Bool { cell != nil }

    /// The width at which all of the text shows, with its completion and what an input method composes.
    var neededWidth: Double { entry.textWidth + ghost.width + Self.borders }

    /// The entry's padding and border on both sides, and the cursor.
    private static let borders = 2 * ColumnWidths.padding + 4

    var gridCell: CellIndex? { cell?.gridCell }

    /// Whether the text in the entry differs from the text of the cell.
    var hasChanges: Bool { isTouched && (cell.map { field.text != $0.text } ?? false) }

    /// Whether the text of the cell was typed again.
    var isTypedAgain: Bool { isTouched && cell?.text == field.text }

    /// Shows the entry with a text, or the text area if that has several lines.
    ///
    /// Returns false, and does nothing, if GTK's entry cannot hold the whole text: it silently cuts off text after 64
    /// KB or at a NUL. The same holds for the text area, which would be slow.
    ///
    /// - Parameters:
    ///   - cell: the cell to edit.
    ///   - start: the initial text.
    ///   - breaksLines: whether to use the text area for a single line, too.
    func begin(_ cell: EditedCell, _ start: EditStart, breaksLines: Bool) -> Bool {
        let shown = if case .asItIs = start { cell.text } else { "" }
        self.cell = nil
        entry.text = shown
        guard entry.text == shown else { return false }
        usesArea = !shown.isEmpty && breaksLines || LineCount(of: shown).count > 1
        if usesArea { area.text = shown }
        self.cell = cell
        arrowsLeave = if case .asItIs = start { false } else { true }
        isTouched = if case .emptied = start { true } else { false }
        for field in [entry, area] as [any EditableText] {
            field.accessibleName = cell.typed.field.name
            // Screen readers speak typed keys anyway; after F2 they have only the focus to go by.
            field.accessibleDescription = arrowsLeave ? "" : localized("editing")
        }
        showField()
        field.grabFocusAtEnd()
        return true
    }

    /// Breaks the line at the cursor; the text area takes the entry's place.
    func breakLine() {
        if !usesArea {
            isChanging = true
            let cursor = entry.cursor
            usesArea = true
            area.text = entry.text
            ghost.text = ""
            showField()
            area.grabFocusAtEnd()
            area.cursor = cursor
            isChanging = false
            arrowsLeave = false
        }
        area.insertAtCursor("\n")
    }

    /// Whether an arrow up or down has nowhere to go in the text, so that it leaves the cell.
    func isAtEdge(up: Bool) -> Bool { !usesArea || (up ? area.isOnFirstLine : area.isOnLastLine) }

    private func showField() {
        area.frame.isVisible = usesArea
        entry.isVisible = !usesArea
    }

    /// Moves with the cell; if the cell is gone, the typed text is discarded.
    func move(to gridCell: CellIndex?) {
        guard isActive else { return }
        if let gridCell { cell?.gridCell = gridCell } else { end() }
    }

    /// Whether an input method is composing something.
    var isComposing: Bool { compositions.contains { $0.isActive } }

    /// Commits what an input method is composing.
    func takeComposition() {
        for composition in compositions { composition.take() }
    }

    /// Accepts the completion.
    ///
    /// Returns false if none is shown.
    func acceptCompletion() -> Bool {
        guard !usesArea, ghost.isShown, case .completion(let rest) = shownHint else { return false }
        entry.insertAtCursor(rest)
        return true
    }

    private func textChanged() {
        isTouched = true
        guard !usesArea else {
            if isActive { onResize?() }
            return
        }
        show(isActive ? hint?(entry.text) ?? .none : .none)
    }

    /// Shows a hint after the typed text.
    func show(_ hint: TypingHint) {
        shownHint = hint
        ghost.text = hint.shownText
        entry.accessibleDescription = hint.description(of: entry.text)
        if isActive { onResize?() }
    }

    /// Hides the entry and the text area.
    ///
    /// Its text stays readable until the next cell is opened.
    func end() {
        cell = nil
        ghost.text = ""
        proposals.hide()
        entry.isVisible = false
        area.frame.isVisible = false
    }
}

/// The cell being edited, and its text before.
struct EditedCell {
    /// The current position in the grid.
    var gridCell: CellIndex
    /// The identity of the cell, which stays when indexes change.
    let identity: CellIdentity
    /// The cell, with its value when it was opened.
    let typed: TypedCell
    let text: String

    /// - Parameters:
    ///   - gridCell: the position in the grid.
    ///   - cell: the position in the table.
    ///   - table: the table.
    init(at gridCell: CellIndex, _ cell: CellPosition, in table: RecordTable) {
        self.gridCell = gridCell
        identity = CellIdentity(of: cell, in: table)
        typed = TypedCell(cell, in: table)
        text = table[cell.record, cell.field].entryText(in: table.schema[cell.field].numberFormat) ?? ""
    }
}
