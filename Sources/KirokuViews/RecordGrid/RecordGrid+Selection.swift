import Geometry
import KirokuCore
import KirokuPresentation

/// What the user wants of the desktop's clipboard.
public enum ClipboardCommand: Sendable, Hashable {
    /// The selected cells go to the clipboard and are emptied.
    case cut
    /// The selected cells go to the clipboard.
    case copy
    /// What is on the clipboard goes into cells.
    case paste
}

/// A position in a grid: the cell with the cursor, and what is in sight.
public struct GridPosition: Sendable, Hashable {
    /// The record that the cursor is on; `nil` if no record was shown.
    public var record: RecordID?
    /// The field that the cursor is in.
    public var field: FieldID?
    /// How many rows lie above those in sight; a row may be so in part.
    public var rowsAbove: Double
    /// The first record in sight; `nil` unless all are shown as they stand in the table.
    public var top: RecordID?
    /// How many pixels lie to the left of what is in sight, at a text scale of 1.
    public var left: Double

    /// A position; without a record, only what is in sight.
    public init(
        record: RecordID?, field: FieldID?, rowsAbove: Double = 0, left: Double = 0, top: RecordID? = nil
    ) {
        self.record = record
        self.field = field
        self.rowsAbove = rowsAbove
        self.left = left
        self.top = top
    }
}

/// The cursor, and what is selected with it, for commands that work on it.
extension RecordGrid {
    // MARK: The cursor

    /// The cell that the keys go to, in the table; `nil` if no record is shown.
    public var cursor: CellPosition? { current.cellPosition }

    /// The row of the cursor, from 0, in the order in which the records are shown.
    public var cursorRow: Int { current.cell.row }

    /// The field that the cursor is in.
    public var cursorField: FieldID? { current.field?.id }

    /// Puts the cursor on a cell and brings it into sight.
    ///
    /// A position beyond the table's border stands for the one at the border. Returns false, and does nothing, if the
    /// record is not among those that are shown.
    @discardableResult
    public func go(to position: CellPosition) -> Bool { current.go(to: position) }

    /// Moves the cursor down by a number of rows, or up, as far as there are rows; it stays in its field.
    public func moveCursor(byRows offset: Int) { current.step(.page(offset)) }

    /// Puts the cursor on the next cell whose text does not fit.
    public func goToNextUnfitCell() {
        commitEditing()
        guard model.table.unfitCount > 0 else { return }
        guard let cell = rows.view.nextUnfitCell(after: current.cell, in: model.table) else {
            return messages.say(localized("The cells to fix are in records that are not shown now."))
        }
        current.go(to: cell)
        tellAboutCell()
        grabFocus()
    }

    /// Where the user is now.
    public var position: GridPosition { current.gridPosition }

    /// Returns to a position, as far as it still exists.
    ///
    /// While the records are being ordered, what is in sight follows when that is done, unless the cursor was moved
    /// meanwhile.
    public func restore(_ position: GridPosition) { current.restore(position) }

    // MARK: The selection

    /// Selects every cell that is shown; while a cell is edited, the text in it.
    public func selectAll() {
        if isEditing { return editing.editor.entry.selectAll() }
        current.move(scrolls: false) { $0.selectAll() }
    }

    /// Selects a block of cells from the selection's first one on, as after pasting it.
    public func select(rows count: Int, fields: Int) {
        guard count > 0, fields > 0 else { return }
        let start = CellIndex(row: current.selectedRows.lowerBound, column: current.selectedFields.lowerBound)
        current.move { selection in
            selection.go(to: CellIndex(row: start.row + count - 1, column: start.column + fields - 1), in: rows.size)
            selection.go(to: start, extending: true, in: rows.size)
        }
    }

    /// The selected cells, row by row as they are shown; `nil` if there are none.
    public var selectedPart: TablePart? { part(current.selectedRows, current.selectedFields) }

    /// All cells that are shown, row by row; `nil` if there are none.
    public var shownPart: TablePart? { part(0..<rows.size.rows, 0..<rows.size.fields) }

    private func part(_ range: Range<Int>, _ fields: Range<Int>) -> TablePart? {
        guard !viewport.isGone, !range.isEmpty, !fields.isEmpty else { return nil }
        let view = rows.view
        if view.isWholeTable {
            return try? TablePart(model.table, records: RecordIndexes(range), fields: Array(fields))
        }
        return try? TablePart(model.table, records: range.map { view[$0] }, fields: Array(fields))
    }

    /// The part of the selection that a pasted block fills: as it is, or as often as it fits a selection that is a
    /// multiple of it.
    public func fitted(_ block: PastedCells) -> PastedCells {
        current.selection.isSingleCell
            ? block : block.filling(records: current.selectedRows.count, fields: current.selectedFields.count)
    }

    /// Where a block goes that is pasted now: from the selection's first cell on, in the shown order of the records.
    ///
    /// - Parameter recordCount: how many records the block has.
    public func pasteTarget(recordCount: Int) -> PasteTarget? {
        let (size, selected, view) = (rows.size, current.selectedRows, rows.view)
        let start = selected.isEmpty ? size.rows : selected.lowerBound
        let records = (start..<min(size.rows, start + recordCount)).map { view[$0] }
        return try? PasteTarget(
            table: model.table, records: records, fields: Array(current.selectedFields.lowerBound..<size.fields))
    }

    // MARK: Pictures

    /// Called on Enter, or a double click, on a cell of pictures; without it, such a cell is edited as text.
    public var onPictureActivated: (() -> Void)? {
        get { pictureCells.onActivated }
        set { pictureCells.onActivated = newValue }
    }

    /// Whether the cell under the cursor is one of pictures.
    public var isOnPicture: Bool { pictureCells.isOnPicture }

    /// The selected cells that are of pictures and not empty, as far as they are shown.
    public var selectedPictures: [CellPosition] { pictureCells.selected }

    /// Takes picture files that are dropped on cells of pictures, or on the row that adds a record.
    ///
    /// - Parameter body: is told the files' URIs, the field, and the record, whose cell has the cursor then; `nil` stands
    ///   for new records.
    public func acceptPictureDrops(
        _ body: @escaping @MainActor (_ uris: [String], _ field: FieldID, _ record: Int?) -> Void
    ) {
        pictureCells.acceptDrops { [weak self] uris, cell in
            guard let self else { return }
            commitEditing()
            grabFocus()
            let position = rows.position(of: cell)
            if position != nil { current.go(to: cell) }
            body(uris, model.table.schema[cell.column].id, position?.record)
        }
    }
}
