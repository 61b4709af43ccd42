import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The entry for editing a cell's text, laid over the cell.
@MainActor
final class CellEditor {
    let entry = GtkKit.entry(hasFrame: false)
    /// What stands behind the typed text.
    let ghost: EntryGhost
    /// Returns what to show behind a text.
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
    /// Called when editing begins or ends.
    var onActivityChange: (() -> Void)?
    private let composition: Composition
    private var shownHint = TypingHint.none
    private var menuIsUp = false
    /// Whether anything was typed or the cell was opened empty.
    ///
    /// A key that only begins something, such as one that switches the input method, must not empty the cell.
    private var isTouched = false

    init() {
        ghost = EntryGhost(on: entry)
        composition = Composition(in: entry)
        entry.addStyleClass("kiroku-cell-editor")
        entry.onKey { [weak self] key in
            guard let self, isActive else { return false }
            return onKey?(key) ?? false
        }
        entry.onChange { [weak self] in self?.textChanged() }
        composition.onChange = { [weak self] in self?.onResize?() }
        entry.onMenu { [weak self] isUp in self?.menuIsUp = isUp }
        entry.onFocusLost { [weak self] in
            guard let self, isActive, !menuIsUp else { return }
            onFocusLost?()
        }
    }

    var isActive: Bool { cell != nil }

    /// The width at which all of the text shows, with its completion and what an input method composes.
    var neededWidth: Double { entry.textWidth + ghost.width + Self.borders }

    /// The entry's padding and border on both sides, and the cursor.
    private static let borders = 2 * ColumnWidths.padding + 4

    var gridCell: CellIndex? { cell?.gridCell }

    /// Whether the text in the entry differs from the text of the cell.
    var hasChanges: Bool { isTouched && (cell.map { entry.text != $0.text } ?? false) }

    /// Shows the entry with a text.
    ///
    /// Returns false, and does nothing, if GTK's entry cannot hold the whole text: it silently cuts off text after 64
    /// KB or at a NUL.
    func begin(_ cell: EditedCell, _ start: EditStart) -> Bool {
        let shown = if case .asItIs = start { cell.text } else { "" }
        self.cell = nil
        entry.text = shown
        guard entry.text == shown else { return false }
        self.cell = cell
        arrowsLeave = if case .asItIs = start { false } else { true }
        isTouched = if case .emptied = start { true } else { false }
        entry.accessibleName = cell.fieldName
        // Screen readers speak typed keys anyway; after F2 they have only the focus to go by.
        entry.accessibleDescription = arrowsLeave ? "" : localized("editing")
        entry.isVisible = true
        entry.grabFocusAtEnd()
        return true
    }

    /// Moves with the cell; if the cell is gone, what was typed is discarded.
    func move(to gridCell: CellIndex?) {
        guard isActive else { return }
        if let gridCell { cell?.gridCell = gridCell } else { end() }
    }

    /// Commits what an input method is composing.
    func takeComposition() { composition.take() }

    /// Accepts the completion.
    ///
    /// Returns false if none is shown.
    func acceptCompletion() -> Bool {
        guard ghost.isShown, case .completion(let rest) = shownHint else { return false }
        entry.insertAtCursor(rest)
        return true
    }

    private func textChanged() {
        isTouched = true
        shownHint = isActive ? hint?(entry.text) ?? .none : .none
        ghost.text = shownHint.shownText
        entry.accessibleDescription = shownHint.description(of: entry.text)
        if isActive { onResize?() }
    }

    /// Hides the entry.
    ///
    /// Its text stays readable until the next cell is opened.
    func end() {
        cell = nil
        ghost.text = ""
        entry.isVisible = false
    }
}

/// The cell being edited, and its text before.
struct EditedCell {
    /// The current position in the grid.
    var gridCell: CellIndex
    /// The identity of the cell, which stays when indexes change.
    let identity: CellIdentity
    let fieldName: String
    let text: String

    /// - Parameters:
    ///   - gridCell: the position in the grid.
    ///   - cell: the position in the table.
    ///   - table: the table.
    init(at gridCell: CellIndex, _ cell: CellPosition, in table: RecordTable) {
        self.gridCell = gridCell
        identity = CellIdentity(of: cell, in: table)
        fieldName = table.schema[cell.field].name
        text = table[cell.record, cell.field].entryText ?? ""
    }
}
