import KirokuCore
import KirokuPresentation

/// Following a table that holds only some of its rows.
extension RecordGrid {
    /// Shows the rows that are now held; visible ones stay where they are on the screen, with cursor and selection.
    func heldRowsChanged(_ extent: ChangeExtent, _ held: HeldRows) {
        let count = rows.view.count
        let fieldCount = viewport.layout.columnWidths.count
        _ = rows.update(for: extent)
        if rows.table.schema.count != fieldCount { fields.update() }
        viewport.update()
        if held.moved != 0 {
            let layout = viewport.layout
            viewport.scroll(x: layout.scrollX, y: layout.scrollY + Double(held.moved) * layout.rowHeight)
        }
        current.follow(held.moved)
        let canvas = viewport.canvas
        if rows.view.count != count { canvas.accessibleModelChanged() } else { canvas.accessibleDataChanged() }
        viewport.redraw()
        onViewChange?()
        onFollow?()
    }

    /// The rows of the cursor and of the other end of the selection.
    public var selectionEnds: Set<Int> { [current.selection.cursor.row, current.selection.anchor.row] }

    /// Puts the cursor on the first row.
    public func goToStart() { current.go(toRow: 0) }
}
