import Geometry
import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

/// Cells of fields that are marked as pictures: the picture, small, beside its name.
@MainActor
final class GridPictures {
    /// What chooses a picture; without it, such a cell is edited as text.
    var onActivated: (() -> Void)?
    /// The cell that a picture would be dropped on.
    private(set) var dropCell: CellIndex?
    private(set) var source: CellPictures?
    /// What is shown of ``source``.
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

    /// Whether the cell under the cursor is one of pictures.
    var isOnPicture: Bool { current.isOnCell && isPicture(current.cell) }

    /// The selected cells that are of pictures and not empty.
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

    /// That there is a picture, or why it cannot be shown; `nil` for other cells.
    func description(at cell: CellIndex) -> String? {
        guard thumbnails != nil, rows.pictureName(at: cell) != nil else { return nil }
        return failure(at: cell)?.cellMessage ?? localized("picture")
    }

    /// Opens what chooses a picture, if that is for the application; false if the cell is edited as text.
    func activate(_ cell: CellIndex) -> Bool {
        guard let onActivated, isPicture(cell) else { return false }
        onActivated()
        return true
    }

    private func isPicture(_ cell: CellIndex) -> Bool { rows.field(at: cell).isPicture }

    // MARK: Drawing

    /// How much wider a column is than its texts need.
    func room(for field: FieldDefinition) -> Double { isShown && field.isPicture ? width : 0 }

    /// Whether pictures have room beside their names; while the records are loaded, they come when these are there.
    private var isShown: Bool { thumbnails != nil || rows.awaitsRecords }

    /// The room for a picture beside its name, within a row's height.
    private var width: Double { ((viewport.layout.rowHeight - 5) * 4 / 3).rounded() }

    /// Draws the picture of a cell, if it has one; returns the place that is left for the text.
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

    /// Asks for the pictures in sight, and then for those of a page around.
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

    /// Takes picture files that are dropped on cells of pictures, or on the row that adds a record.
    ///
    /// - Parameter body: is told the files' URIs, and the cell; one behind the last row stands for new records.
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

    /// The cell of a picture at this place of the canvas, if it can be changed; behind the last row, it is that of a
    /// new record.
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

    /// The cell that a new record would have for a picture: in this field, or else in the first one of pictures.
    private func newCell(near field: Int?) -> CellIndex? {
        let fields = rows.table.schema.fields
        let wanted = field.flatMap { fields.indices.contains($0) && fields[$0].isPicture ? $0 : nil }
        return (wanted ?? fields.firstIndex(where: \.isPicture)).map { CellIndex(row: rows.view.count, column: $0) }
    }
}
