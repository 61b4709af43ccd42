import Geometry
import KirokuCore
import KirokuPresentation

/// The cursor, and the cells selected with it.
@MainActor
final class GridCursor {
    private(set) var selection = GridSelection()
    /// The identity of the cursor's cell, which is used when the whole table is replaced.
    private(set) var identity = CellIdentity()
    /// Called when the cursor has moved to another cell.
    var onMove: (() -> Void)?
    /// Called when the cursor or the selection has changed.
    var onSelectionChange: (() -> Void)?
    private let rows: GridRows
    private let viewport: GridViewport
    /// The position to scroll to when the records have been sorted.
    private var awaitedPosition: GridPosition?

    init(in rows: GridRows, _ viewport: GridViewport) {
        self.rows = rows
        self.viewport = viewport
    }

    /// The cursor's cell, which does not exist if no record is shown.
    var cell: CellIndex { selection.cursor }

    /// Whether ``cell`` exists.
    var isOnCell: Bool { rows.size.contains(cell) }

    /// Whether the cursor is on the row that adds a record: below the last record, or in an empty table.
    var isOnAddRow: Bool { selection.isOnAddRow || rows.table.count + rows.view.count == 0 && rows.size.hasAddRow }

    /// The position of the cursor in the table; `nil` if no record is shown.
    var cellPosition: CellPosition? { rows.position(of: cell) }

    /// The field of the cursor; `nil` in a table without fields.
    var field: FieldDefinition? {
        let fields = rows.table.schema.fields
        return fields.indices.contains(cell.column) ? fields[cell.column] : nil
    }

    var selectedRows: Range<Int> { selection.rows(in: rows.size) }

    var selectedFields: Range<Int> { selection.fields(in: rows.size) }

    // MARK: Moving

    /// Changes the selection and scrolls to the cursor.
    func move(scrolls: Bool = true, _ change: (inout GridSelection) -> Void) {
        guard !viewport.isGone else { return }
        let before = selection
        change(&selection)
        if scrolls { viewport.reveal(cell) }
        viewport.redraw()
        identity = rows.identity(of: cell)
        if cell != before.cursor { onMove?() }
        if selection != before { onSelectionChange?() }
    }

    func go(to cell: CellIndex, extending: Bool = false) {
        move { $0.go(to: cell, extending: extending, in: rows.size) }
    }

    /// Moves the cursor to a cell of the table, or to the nearest one if that does not exist.
    ///
    /// Returns false, and does nothing, if the record is not shown.
    func go(to position: CellPosition) -> Bool {
        let record = max(0, min(position.record, rows.table.count - 1))
        guard let row = rows.table.count == 0 ? 0 : rows.view.row(of: record) else { return false }
        go(to: CellIndex(row: row, column: position.field))
        return true
    }

    /// Moves the cursor to a row, within its field.
    func go(toRow row: Int) { go(to: CellIndex(row: row, column: cell.column)) }

    func step(_ step: GridStep, extending: Bool = false) {
        // The contents of rows that are not held are unknown, so there is no edge before the end.
        if rows.model.held != nil, case .edge(let direction) = step, direction == .up || direction == .down {
            let row = direction == .up ? 0 : rows.size.rows - 1
            return go(to: CellIndex(row: row, column: cell.column), extending: extending)
        }
        let isFilled = fillTest(for: step)
        move { $0.move(step, extending: extending, in: rows.size, isFilled: isFilled) }
    }

    /// Returns a test for filled cells, for a step to an edge, which may pass a million cells of a field.
    private func fillTest(for step: GridStep) -> (CellIndex) -> Bool {
        guard isOnCell else { return { _ in true } }
        let view = rows.view
        switch step {
        case .edge(.up), .edge(.down):
            let cells = FilledCells(cell.column, of: rows.table)
            return { view[$0.row].map { cells[$0] } ?? true }
        case .edge:
            return { [rows] cell in view[cell.row].map { rows.table.isFilled($0, cell.column) } ?? true }
        default:
            return { _ in true }
        }
    }

    // MARK: Following the table

    /// Keeps the cursor on its cell when any row or field may have moved; if the cell is gone, near its old place.
    func keep(scrolls: Bool = true) {
        let kept = identity.cell(in: rows)
        move(scrolls: scrolls) { selection in
            if let kept, kept != selection.cursor {
                let extent = selection.extent
                selection.go(to: kept, in: rows.size)
                if extent == .fields { selection.widen(to: .fields, in: rows.size) }
            } else {
                selection.fit(rows.size)
            }
        }
    }

    /// Keeps the cursor on its record after rows have moved; `newRow` returns `nil` for a deleted record.
    func keepRow(_ newRow: (Int) -> Int?) {
        if !selection.isOnAddRow, let row = newRow(cell.row), row != cell.row {
            go(toRow: row)
        } else {
            move { $0.fit(rows.size) }
        }
    }

    /// Stays on the same record after all rows have moved by as much, because a guess was wrong; nothing scrolls.
    func follow(_ moved: Int) {
        move(scrolls: false) { $0.move(byRows: moved, in: rows.size) }
    }

    // MARK: Returning to a position

    /// The user's current position.
    var gridPosition: GridPosition {
        let (layout, size) = (viewport.layout, rows.size)
        let top = rows.view.isWholeTable && size.rows > 0 ? min(layout.visibleRows.lowerBound, size.rows - 1) : nil
        return GridPosition(
            record: identity.record, field: identity.field,
            rowsAbove: Double(rows.recordsBefore) + layout.scrollY / layout.rowHeight,
            left: layout.scrollX / layout.textScale, top: top.map { rows.table.ids[$0] })
    }

    /// Returns to a position, as far as it still exists.
    ///
    /// If the records are being sorted, scrolls only after that, unless the cursor has moved meanwhile.
    func restore(_ position: GridPosition) {
        guard !viewport.isGone else { return }
        let wanted = CellIdentity(record: position.record, field: position.field)
        if let cell = wanted.cell(in: rows) { go(to: cell) }
        scroll(to: position)
        awaitedPosition = rows.isArranging && identity == wanted ? position : nil
    }

    /// Scrolls to the awaited position after the records have been sorted.
    func showAwaitedPosition() {
        guard let position = awaitedPosition else { return }
        awaitedPosition = nil
        if identity == CellIdentity(record: position.record, field: position.field) { scroll(to: position) }
    }

    private func scroll(to position: GridPosition) {
        guard position.rowsAbove.isFinite, position.left.isFinite else { return }
        let above = max(0, position.rowsAbove - Double(rows.recordsBefore))
        viewport.scroll(
            x: position.left * viewport.layout.textScale, y: above * viewport.layout.rowHeight)
    }
}

/// The identity of a cell, which stays when records and fields are added, deleted or moved.
struct CellIdentity: Equatable {
    var record: RecordID?
    var field: FieldID?
}

extension CellIdentity {
    init(of cell: CellPosition, in table: RecordTable) {
        self.init(record: table.ids[cell.record], field: table.schema[cell.field].id)
    }

    /// The position of the cell in the rows; `nil` if they do not show it.
    @MainActor
    func cell(in rows: GridRows) -> CellIndex? { cell(in: rows.view, of: rows.table) }

    /// The position of the cell in a view of a table; `nil` if the view does not show it.
    func cell(in view: RecordView, of table: RecordTable) -> CellIndex? {
        guard let record, let row = table.index(of: record).map({ view.row(of: $0) }) ?? view.row(ofLost: record),
            let field, let column = table.schema.index(of: field)
        else { return nil }
        return CellIndex(row: row, column: column)
    }
}

/// Sums up the selected cells in the background.
@MainActor
final class GridSummary {
    /// Called with the summary shortly after the selection has changed; `nil` for a single cell.
    var onSummary: ((SelectionSummary?) -> Void)?
    private let rows: GridRows
    private let current: GridCursor
    private var work: Task<Void, Never>?

    init(_ rows: GridRows, _ current: GridCursor) {
        self.rows = rows
        self.current = current
    }

    /// Starts again, as soon as the selection has not changed for a moment.
    func update() {
        cancel()
        guard let onSummary else { return }
        guard !current.selection.isSingleCell, rows.size.rows > 0 else { return onSummary(nil) }
        work = Task { [weak self] in
            try? await AppClock.shared.sleep(for: .milliseconds(50))
            // Not read earlier, because an edit in the meantime would have to copy a table that is referenced twice.
            guard !Task.isCancelled, let (view, table, selected, fields) = self?.selected else { return }
            let summary = try? await view.summary(of: selected, fields: fields, in: table)
            guard !Task.isCancelled, let summary else { return }
            onSummary(summary)
        }
    }

    func cancel() {
        work?.cancel()
        work = nil
    }

    private var selected: (RecordView, RecordTable, Range<Int>, Range<Int>) {
        (rows.view, rows.table, current.selectedRows, current.selectedFields)
    }
}
