import Geometry
import KirokuCore
import KirokuPresentation

/// A command for the desktop's clipboard.
public enum ClipboardCommand: Sendable, Hashable {
    /// Copies the selected cells to the clipboard and empties them.
    case cut
    /// Copies the selected cells to the clipboard.
    case copy
    /// Pastes the contents of the clipboard into cells.
    case paste
}

/// A position in a grid: the cursor's cell and the visible part.
public struct GridPosition: Sendable, Hashable {
    /// The record of the cursor; `nil` if no record was shown.
    public var record: RecordID?
    /// The field of the cursor.
    public var field: FieldID?
    /// The number of rows above the visible ones; may be a fraction.
    public var rowsAbove: Double
    /// The first visible record; `nil` unless all records are shown in the order of the table.
    public var top: RecordID?
    /// The number of pixels to the left of the visible part, at a text scale of 1.
    public var left: Double

    /// Creates a position; without a record, it has only the visible part.
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

/// The cursor and the selection, for commands that use them.
extension RecordGrid {
    // MARK: The cursor

    /// The cursor's cell in the table; `nil` if no record is shown.
    public var cursor: CellPosition? { current.cellPosition }

    /// The row of the cursor, from 0.
    public var cursorRow: Int { current.cell.row }

    /// The field of the cursor; `nil` in a table without fields.
    public var cursorField: FieldID? { current.field?.id }

    /// Puts the cursor on a cell and makes it visible.
    ///
    /// A position outside the table stands for the nearest cell. Returns false, and does nothing, if the record is not
    /// shown.
    @discardableResult
    public func go(to position: CellPosition) -> Bool { current.go(to: position) }

    /// Moves the cursor down by a number of rows, or up if negative, as far as there are rows; it stays in its field.
    public func moveCursor(byRows offset: Int) { current.step(.page(offset)) }

    /// Moves the cursor from the last record to the row that adds one; it stays in its field.
    public func moveCursorBelow() { current.step(.down) }

    /// The conflict at the cursor: of the cell, its record or its field.
    public var conflictAtCursor: EditConflict? {
        !viewport.isGone && current.isOnCell ? rows.conflict(at: current.cell) : nil
    }

    /// The record at the cursor, if it is not in the table because others have deleted it while it was edited here.
    public var lostRecordAtCursor: RecordID? {
        !viewport.isGone && current.isOnCell ? rows.view.lostRecord(inRow: current.cell.row) : nil
    }

    /// Puts the cursor on the next cell that needs fixing.
    public func goToNextCellToFix() {
        commitEditing()
        guard model.toFix.count > 0 else { return }
        guard let cell = rows.view.nextCell(of: model.toFix, after: current.cell, in: model.table) else {
            return messages.say(localized("The problems are in records that are not shown now."))
        }
        current.go(to: cell)
        showCellMessage()
        grabFocus()
    }

    /// The user's current position.
    public var position: GridPosition { current.gridPosition }

    /// Returns to a position, as far as it still exists.
    ///
    /// If the records are being sorted, the grid scrolls only after that, unless the cursor has moved meanwhile.
    public func restore(_ position: GridPosition) { current.restore(position) }

    // MARK: The selection

    /// Selects all shown cells; during an edit, the text of the cell.
    public func selectAll() {
        if isEditing { return editing.editor.field.selectAll() }
        current.move(scrolls: false) { $0.selectAll() }
    }

    /// Selects a block of cells from the first selected one on, as after a paste.
    public func select(rows count: Int, fields: Int) {
        guard count > 0, fields > 0 else { return }
        let isNew = current.selection.isOnAddRow
        let start = CellIndex(
            row: isNew ? max(0, rows.size.rows - count) : current.selectedRows.lowerBound,
            column: current.selectedFields.lowerBound)
        current.move { selection in
            selection.go(to: CellIndex(row: start.row + count - 1, column: start.column + fields - 1), in: rows.size)
            selection.go(to: start, extending: true, in: rows.size)
        }
    }

    /// The rows and fields of the selected cells; `nil` if there are none.
    public var selectedCells: (rows: Range<Int>, fields: Range<Int>)? {
        let (rows, fields) = (current.selectedRows, current.selectedFields)
        return viewport.isGone || rows.isEmpty || fields.isEmpty ? nil : (rows, fields)
    }

    /// The selected cells, row by row as shown; `nil` if there are none.
    public var selectedPart: TablePart? { part(current.selectedRows, current.selectedFields) }

    /// All shown cells, row by row; `nil` if there are none.
    public var shownPart: TablePart? { part(0..<rows.size.rows, 0..<rows.size.fields) }

    private func part(_ range: Range<Int>, _ fields: Range<Int>) -> TablePart? {
        guard !viewport.isGone, !range.isEmpty, !fields.isEmpty else { return nil }
        let view = rows.view
        if view.isWholeTable {
            return try? TablePart(model.table, records: RecordIndexes(range), fields: Array(fields))
        }
        return try? TablePart(model.table, records: range.compactMap { view[$0] }, fields: Array(fields))
    }

    /// The block repeated to fill the selection; unchanged if the selection is a single cell or no multiple of it.
    public func fitted(_ block: PastedCells) -> PastedCells {
        current.selection.isSingleCell
            ? block : block.filling(records: current.selectedRows.count, fields: current.selectedFields.count)
    }

    /// The target of a paste, from the first selected cell on, in the shown order of the records.
    ///
    /// - Parameter recordCount: the number of records in the block.
    public func pasteTarget(recordCount: Int) -> PasteTarget? {
        let (size, selected, view) = (rows.size, current.selectedRows, rows.view)
        let start = selected.isEmpty ? size.rows : selected.lowerBound
        let records = (start..<min(size.rows, start + recordCount)).compactMap { view[$0] }
        return try? PasteTarget(
            table: model.table, records: records, fields: Array(current.selectedFields.lowerBound..<size.fields))
    }

    // MARK: Pictures

    /// Called on Enter or a double click on a cell of a picture field; if this is `nil`, the cell is edited as text.
    public var onPictureActivated: (() -> Void)? {
        get { pictureCells.onActivated }
        set { pictureCells.onActivated = newValue }
    }

    /// Whether the cursor is on a cell of a picture field.
    public var isOnPicture: Bool { pictureCells.isOnPicture }

    /// The selected cells of picture fields that are not empty.
    public var selectedPictures: [CellPosition] { pictureCells.selected }

    /// Accepts files dropped anywhere on a table.
    ///
    /// - Parameter body: called with the files' URIs, and where they were dropped.
    public func acceptPictureDrops(_ body: @escaping @MainActor (_ uris: [String], PicturePlace) -> Void) {
        pictureCells.acceptDrops { [weak self] uris, place in
            guard let self else { return }
            commitEditing()
            grabFocus()
            body(uris, place)
        }
    }
}
