import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The record that is shown in full, in a row as high as its longest text, until the cursor leaves it.
@MainActor
final class GridWholeRow {
    private var record: RecordID?
    private let rows: GridRows
    private let viewport: GridViewport
    private let current: GridCursor

    init(_ rows: GridRows, _ viewport: GridViewport, _ current: GridCursor) {
        self.rows = rows
        self.viewport = viewport
        self.current = current
        viewport.wholeRow = { [weak self] in self?.place(in: $0) }
    }

    /// Toggles showing the cursor's record in full.
    func toggle() {
        guard current.isOnCell else { return }
        record = record == current.identity.record ? nil : current.identity.record
        update()
    }

    /// Follows the cursor: the row is as high as the others again when it has left the record.
    func cursorMoved() {
        guard let record, record != current.identity.record else { return }
        let before = viewport.layout
        self.record = nil
        update()
        guard let row = before.wholeRow?.row, current.cell.row > row else { return }
        // The clicked cell stays under the pointer, if there is room to scroll.
        viewport.scroll(x: before.scrollX, y: before.scrollY - before.height(of: row) + before.rowHeight)
        viewport.reveal(current.cell)
    }

    /// Follows the record's texts.
    func cellsChanged() {
        if record != nil { update() }
    }

    private func update() {
        viewport.update()
        viewport.placeOverlays()
        viewport.reveal(current.cell)
        viewport.redraw()
    }

    private func place(in layout: GridLayout) -> GridLayout.WholeRow? {
        let table = rows.table
        guard let record, let index = table.index(of: record), let row = rows.view.row(of: index) else { return nil }
        let measure = TextMeasure(of: viewport.canvas)
        let heights = table.schema.fields.indices.map { field in
            guard layout.columnWidths.indices.contains(field) else { return 0.0 }
            return measure.height(
                of: table.displayText(index, field, limit: Self.mostBytes),
                width: layout.columnWidths[field] - 2 * ColumnWidths.padding)
        }
        let needed = (heights.max() ?? 0) / layout.lineHeight
        let height = layout.singleHeight + (needed.rounded(.up) - 1) * layout.lineHeight
        return GridLayout.WholeRow(row: row, height: max(layout.rowHeight, min(height, layout.bodyHeight)))
    }

    /// More than a window shows of a text.
    private static let mostBytes = 32_768
}
