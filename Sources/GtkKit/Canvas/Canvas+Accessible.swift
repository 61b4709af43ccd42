import CGtk

extension Canvas {
    /// Tells screen readers that another cell has the focus.
    public func accessibleFocusChanged() {
        guard let index = accessibleTable?.focusedCell, let cell = cellObject(at: index) else { return }
        kiroku_emit_object(gtk_widget_get_accessible(pointer), "active-descendant-changed", cell)
        atk_object_notify_state_change(cell, AtkState(ATK_STATE_FOCUSED.rawValue), 1)
    }

    /// Tells screen readers that cells hold something else now.
    public func accessibleDataChanged() {
        kiroku_emit_plain(gtk_widget_get_accessible(pointer), "visible-data-changed")
    }

    /// Tells screen readers that rows came, at `first`.
    public func accessibleRowsInserted(first: Int, count: Int) {
        accessibleCells.removeAll()
        kiroku_emit_rows(
            gtk_widget_get_accessible(pointer), "row-inserted", Int32(clamping: first), Int32(clamping: count))
    }

    /// Tells screen readers that rows went, from `first` on.
    public func accessibleRowsDeleted(first: Int, count: Int) {
        accessibleCells.removeAll()
        kiroku_emit_rows(
            gtk_widget_get_accessible(pointer), "row-deleted", Int32(clamping: first), Int32(clamping: count))
    }

    /// Tells screen readers that this is another table altogether.
    public func accessibleModelChanged() {
        accessibleCells.removeAll()
        kiroku_emit_plain(gtk_widget_get_accessible(pointer), "model-changed")
    }

    /// A cell's object with a reference for the caller; `nil` if there is no such cell.
    func refCell(at index: CellIndex) -> UnsafeMutablePointer<AtkObject>? {
        guard let cell = cellObject(at: index) else { return nil }
        g_object_ref(cell)
        return cell
    }

    /// A cell's object, owned by the canvas.
    ///
    /// It keeps a few thousand of them at most.
    func cellObject(at index: CellIndex) -> UnsafeMutablePointer<AtkObject>? {
        guard let table = accessibleTable, (-1..<table.rowCount).contains(index.row),
            (0..<table.columnCount).contains(index.column)
        else { return nil }
        if let known = accessibleCells[index] { return known.cast(to: AtkObject.self) }
        if accessibleCells.count > 4_096 { accessibleCells.removeAll() }
        let made = CellAccessibleType.make(index, on: self)
        accessibleCells[index] = made
        return made?.cast(to: AtkObject.self)
    }
}
