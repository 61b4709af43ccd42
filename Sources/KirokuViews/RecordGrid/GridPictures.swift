import Geometry
import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

/// Cells of picture fields: a small picture beside its name.
@MainActor
final class GridPictures {
    /// Called when the user wants to choose a picture; if this is `nil`, the cell is edited as text.
    var onActivated: (() -> Void)?
    /// The cell that a picture would be dropped on.
    private(set) var dropCell: CellIndex?
    private(set) var source: CellPictures?
    /// The thumbnails from ``source``.
    private(set) var thumbnails: CellThumbnails?
    private let rows: GridRows
    private let viewport: GridViewport
    private let current: GridCursor

    init(_ rows: GridRows, _ viewport: GridViewport, _ current: GridCursor) {
        self.rows = rows
        self.viewport = viewport
        self.current = current
    }

    /// Shows pictures from another source; with `nil`, only their names.
    func show(from source: CellPictures?) {
        self.source = source
        thumbnails = source.map(CellThumbnails.init)
        thumbnails?.onChange = { [weak viewport] in
            guard let viewport, !viewport.isGone else { return }
            viewport.redraw()
        }
    }

    /// Whether the cursor is on a cell of a picture field.
    var isOnPicture: Bool { current.isOnCell && isPicture(current.cell) }

    /// The selected cells of picture fields that are not empty.
    var selected: [CellPosition] {
        let (table, view) = (rows.table, rows.view)
        let fields = current.selectedFields.filter { table.schema[$0].isPicture }
        guard !fields.isEmpty else { return [] }
        return current.selectedRows.flatMap { row in
            fields.map { CellPosition(record: view[row], field: $0) }.filter { table.isFilled($0.record, $0.field) }
        }
    }

    /// Why the picture of a cell cannot be shown; `nil` if no failure is known.
    func failure(at cell: CellIndex) -> DecodeFailure? {
        rows.pictureName(at: cell).flatMap { thumbnails?.failure(of: $0) }
    }

    /// Says that there is a picture, or why it cannot be shown; `nil` for other cells.
    func description(at cell: CellIndex) -> String? {
        guard thumbnails != nil, rows.pictureName(at: cell) != nil else { return nil }
        return failure(at: cell)?.cellMessage ?? localized("picture")
    }

    /// Asks the application to choose a picture; returns false if the cell is edited as text instead.
    func activate(_ cell: CellIndex) -> Bool {
        guard let onActivated, isPicture(cell) else { return false }
        onActivated()
        return true
    }

    private func isPicture(_ cell: CellIndex) -> Bool { rows.field(at: cell).isPicture }

    // MARK: Drawing

    /// The additional width of a column for its pictures.
    func room(for field: FieldDefinition) -> Double { isShown && field.isPicture ? width : 0 }

    /// Whether pictures have room beside their names; during loading, the room is kept for pictures that come later.
    private var isShown: Bool { thumbnails != nil || rows.awaitsRecords }

    /// The width of a picture beside its name, from the height of a row.
    private var width: Double { ((viewport.layout.rowHeight - 5) * 4 / 3).rounded() }

    /// Draws the picture of a cell, if it has one; returns the remaining area for the text.
    func draw(
        _ cell: CellIndex, in rectangle: Rectangle, _ inner: Rectangle, _ colors: GridColors, _ painter: Painter
    ) -> Rectangle {
        guard isShown, let name = rows.pictureName(at: cell) else { return inner }
        let frame = Rectangle(x: rectangle.x + 3, y: rectangle.y + 2, width: width, height: rectangle.height - 5)
        if let thumbnails {
            painter.clipped(to: rectangle) {
                CellPictureDrawing.draw(
                    thumbnails.state(of: name), in: frame, scale: viewport.canvas.scaleFactor, colors, painter)
            }
        }
        let start = frame.x + frame.width + 6
        return Rectangle(x: start, y: inner.y, width: max(0, inner.x + inner.width - start), height: inner.height)
    }

    /// Asks for the visible pictures, and then for those within a page around them.
    func wantVisible() {
        guard let thumbnails else { return }
        let fields = viewport.layout.visibleFields.filter { rows.table.schema[$0].isPicture }
        let inSight = viewport.layout.visibleRows
        let around =
            max(0, inSight.lowerBound - inSight.count)..<min(rows.view.count, inSight.upperBound + inSight.count)
        thumbnails.want(
            names(inSight, fields), around: names(around, fields), side: Int(width) * viewport.canvas.scaleFactor)
    }

    private func names(_ range: Range<Int>, _ fields: [Int]) -> [String] {
        guard !fields.isEmpty else { return [] }
        return range.flatMap { row in fields.compactMap { rows.pictureName(at: CellIndex(row: row, column: $0)) } }
    }

    // MARK: Dropping

    /// Accepts picture files that are dropped on cells of picture fields, or on the row that adds a record.
    ///
    /// - Parameter body: is called with the files' URIs and the cell; a cell below the last row stands for new records.
    func acceptDrops(_ body: @escaping @MainActor (_ uris: [String], CellIndex) -> Void) {
        viewport.canvas.acceptFileDrops { [weak self] x, y in
            guard let self else { return false }
            setDropCell(cell(atX: x, y: y))
            return dropCell != nil
        } onLeave: { [weak self] in
            self?.setDropCell(nil)
        } onDrop: { [weak self] uris, x, y in
            guard let cell = self?.cell(atX: x, y: y) else { return }
            body(uris, cell)
        }
    }

    private func setDropCell(_ cell: CellIndex?) {
        guard cell != dropCell else { return }
        dropCell = cell
        viewport.redraw()
    }

    /// The cell of a picture field at this point of the canvas, if it can be edited; below the last row, that of a new
    /// record.
    private func cell(atX x: Double, y: Double) -> CellIndex? {
        guard !viewport.isGone, !rows.model.isReadOnly else { return nil }
        switch viewport.layout.hit(x: x, y: y) {
        case .cell(let row, let field):
            let cell = CellIndex(row: row, column: field)
            return rows.size.contains(cell) && isPicture(cell) ? cell : nil
        case .addRow(let field): return newCell(near: field)
        case .outside where rows.view.count == 0: return newCell(near: nil)
        default: return nil
        }
    }

    /// The cell of a picture in a new record: in this field, or else in the first picture field.
    private func newCell(near field: Int?) -> CellIndex? {
        let fields = rows.table.schema.fields
        let wanted = field.flatMap { fields.indices.contains($0) && fields[$0].isPicture ? $0 : nil }
        return (wanted ?? fields.firstIndex(where: \.isPicture)).map { CellIndex(row: rows.view.count, column: $0) }
    }
}
