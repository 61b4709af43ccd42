import KirokuCore

/// What the user wants of the desktop's clipboard.
public enum ClipboardCommand: Sendable, Hashable {
    /// The selected cells go to the clipboard and are emptied.
    case cut
    /// The selected cells go to the clipboard.
    case copy
    /// What is on the clipboard goes into cells.
    case paste
}

/// What is selected, for commands that work on it.
extension RecordGrid {
    /// The row of the cursor, from 0, in the order in which the records are shown.
    public var cursorRow: Int { selection.cursor.row }

    /// The field that the cursor is in.
    public var cursorField: FieldID? {
        let fields = document.table.schema.fields
        return fields.indices.contains(selection.cursor.field) ? fields[selection.cursor.field].id : nil
    }

    /// Puts the cursor so many rows further down, or up, as far as there are rows; it stays in its field.
    public func moveCursor(byRows offset: Int) {
        moveCursor { $0.move(.page(offset), in: size) }
    }

    /// Empties the selected cells, as one step.
    public func emptySelection() {
        emptySelectedCells()
    }

    /// The selected cells, row by row as they are shown; `nil` if there are none.
    public var selectedPart: TablePart? {
        let fields = Array(selection.fields(in: size))
        return part(rows: selection.rows(in: size), fields: fields)
    }

    /// All cells that are shown, row by row; `nil` if there are none.
    public var shownPart: TablePart? {
        part(rows: 0..<size.rows, fields: Array(0..<size.fields))
    }

    /// The part of the selection that a pasted block fills: as it is, or as often as it fits a selection that is a
    /// multiple of it.
    public func fitted(_ block: PastedCells) -> PastedCells {
        selection.isSingleCell
            ? block
            : block.filling(records: selection.rows(in: size).count, fields: selection.fields(in: size).count)
    }

    /// Where a block goes that is pasted now: from the selection's first cell on, in the shown order of the records.
    ///
    /// - Parameter recordCount: how many records the block has.
    public func pasteTarget(recordCount: Int) -> PasteTarget? {
        let rows = selection.rows(in: size)
        let start = rows.isEmpty ? size.rows : rows.lowerBound
        let records = (start..<min(size.rows, start + recordCount)).map { view[$0] }
        let fields = selection.fields(in: size).lowerBound..<size.fields
        return try? PasteTarget(table: document.table, records: records, fields: Array(fields))
    }

    /// Selects a block of cells from the selection's first one on, as after pasting it.
    public func select(rows: Int, fields: Int) {
        guard rows > 0, fields > 0 else { return }
        let start = GridCell(
            row: selection.rows(in: size).lowerBound, field: selection.fields(in: size).lowerBound)
        moveCursor { selection in
            selection.go(to: GridCell(row: start.row + rows - 1, field: start.field + fields - 1), in: size)
            selection.go(to: start, extending: true, in: size)
        }
    }

    private func part(rows: Range<Int>, fields: [Int]) -> TablePart? {
        guard !isGone, !rows.isEmpty, !fields.isEmpty else { return nil }
        if view.isWholeTable {
            return try? TablePart(document.table, records: RecordIndexes(rows), fields: fields)
        }
        return try? TablePart(document.table, records: rows.map { view[$0] }, fields: fields)
    }
}
