import CGtk
import Geometry

extension Canvas {
    /// Tells screen readers that another cell has received the focus.
    public func accessibleFocusChanged() {
        guard let index = accessibleTable?.focusedCell, let cell = cellObject(at: index) else { return }
        focusedBox = FocusedBox(index: index, table: accessibleTable)
        kiroku_emit_object(gtk_widget_get_accessible(pointer), "active-descendant-changed", cell)
        atk_object_notify_state_change(cell, AtkState(ATK_STATE_FOCUSED.rawValue), 1)
    }

    /// Tells screen readers about the focused cell a moment later, if the canvas still has the focus.
    func announceFocusedCellSoon() {
        let known = WeakWidget(self)
        MainLoop.whenIdle { [weak self] in
            if known.widget?.hasFocus == true { self?.accessibleFocusChanged() }
        }
    }

    /// Tells screen readers that the contents of cells have changed.
    public func accessibleDataChanged() {
        kiroku_emit_plain(gtk_widget_get_accessible(pointer), "visible-data-changed")
        announceNames()
        announceFocusedBox()
    }

    /// Tells screen readers the new names of the cells that they know under other names.
    private func announceNames() {
        guard let table = accessibleTable else { return }
        let shown = (0..<table.rowCount, 0..<table.columnCount)
        for (index, cell) in accessibleCells where shown.0.contains(index.row) && shown.1.contains(index.column) {
            let name = Self.name(of: cell)
            guard name != knownNames[index] else { continue }
            knownNames[index] = name
            g_object_notify(cell.cast(to: GObject.self), "accessible-name")
        }
    }

    private static func name(of cell: ObjectRef) -> String {
        atk_object_get_name(cell.cast(to: AtkObject.self)).map { String(cString: $0) } ?? ""
    }

    /// Forgets the objects of cells: their places hold other ones now.
    private func forgetCells() {
        accessibleCells.removeAll()
        knownNames.removeAll()
    }

    /// Tells screen readers that the focused check box has changed.
    private func announceFocusedBox() {
        guard let known = focusedBox, let now = FocusedBox(index: known.index, table: accessibleTable), now != known,
            accessibleTable?.focusedCell == now.index, let cell = cellObject(at: now.index)
        else { return }
        focusedBox = now
        for (state, before, after) in [
            (ATK_STATE_INDETERMINATE, known.isOn == nil, now.isOn == nil),
            (ATK_STATE_CHECKED, known.isOn == true, now.isOn == true),
        ] where before != after {
            atk_object_notify_state_change(cell, AtkState(state.rawValue), after ? 1 : 0)
        }
    }

    /// Tells screen readers that rows were inserted at `first`.
    public func accessibleRowsInserted(first: Int, count: Int) {
        forgetCells()
        kiroku_emit_rows(
            gtk_widget_get_accessible(pointer), "row-inserted", Int32(clamping: first), Int32(clamping: count))
    }

    /// Tells screen readers that rows were deleted, from `first` on.
    public func accessibleRowsDeleted(first: Int, count: Int) {
        forgetCells()
        kiroku_emit_rows(
            gtk_widget_get_accessible(pointer), "row-deleted", Int32(clamping: first), Int32(clamping: count))
    }

    /// Tells screen readers that the table is a different one.
    public func accessibleModelChanged() {
        forgetCells()
        kiroku_emit_plain(gtk_widget_get_accessible(pointer), "model-changed")
    }

    /// The object of a cell, with a reference for the caller; `nil` if there is no such cell.
    func refCell(at index: CellIndex) -> UnsafeMutablePointer<AtkObject>? {
        guard let cell = cellObject(at: index) else { return nil }
        g_object_ref(cell)
        return cell
    }

    /// The object of a cell, owned by the canvas; `nil` if there is no such cell.
    ///
    /// The canvas keeps up to 4,097 objects, and then drops all of them.
    func cellObject(at index: CellIndex) -> UnsafeMutablePointer<AtkObject>? {
        guard let table = accessibleTable else { return nil }
        let isCell = (-1..<table.rowCount).contains(index.row) && (0..<table.columnCount).contains(index.column)
        guard isCell || table.isButton(index) else { return nil }
        if let known = accessibleCells[index] { return known.cast(to: AtkObject.self) }
        if accessibleCells.count > 4_096 { forgetCells() }
        let made = CellAccessibleType.make(index, on: self)
        accessibleCells[index] = made
        knownNames[index] = made.flatMap { Self.name(of: $0) }
        return made?.cast(to: AtkObject.self)
    }
}

/// The focused check box in the state that screen readers know.
struct FocusedBox: Equatable {
    let index: CellIndex
    /// Whether the box is ticked; `nil` if it is neither ticked nor empty.
    let isOn: Bool?

    /// Creates a box with its current state; `nil` if the cell is not a check box.
    @MainActor
    init?(index: CellIndex, table: (any AccessibleTable)?) {
        guard let table, (0..<table.rowCount).contains(index.row), (0..<table.columnCount).contains(index.column),
            case .checkBox(let isOn) = table.cell(at: index).kind
        else { return nil }
        self.index = index
        self.isOn = isOn
    }
}
