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
            guard let record = view[row] else { return [CellPosition]() }
            return fields.filter { table.isFilled(record, $0) }.map { CellPosition(record: record, field: $0) }
        }
    }

    /// Why the picture of a cell cannot be shown; `nil` if no failure is known.
    func failure(at cell: CellIndex) -> DecodeFailure? {
        rows.pictureName(at: cell).flatMap { thumbnails?.failure(of: $0) }
    }

    /// Tells that there is a picture, or why it cannot be shown; `nil` for other cells.
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

    /// Whether pictures have room beside their names; during loading, the room is kept for pictures that are loaded
    /// later.
    private var isShown: Bool { thumbnails != nil || rows.awaitsRecords }

    /// The width of a picture beside its name, from the height of a row.
    private var width: Double { ((viewport.layout.rowHeight - 5) * 4 / 3).rounded() }

    /// In pixels; a letter or two of a name tell nothing.
    private static let leastRoomForName = 40.0

    /// Draws the picture of a cell, if it has one; returns the remaining area for the text.
    func draw(
        _ cell: CellIndex, in rectangle: Rectangle, _ inner: Rectangle, _ colors: GridColors, _ painter: Painter
    ) -> Rectangle {
        guard isShown, let name = rows.pictureName(at: cell) else { return inner }
        let frame = Rectangle(
            x: rectangle.x + 3, y: rectangle.y + 2, width: min(width, rectangle.width - 6),
            height: min(rectangle.height, viewport.layout.rowHeight) - 5)
        if let thumbnails {
            painter.clipped(to: rectangle) {
                CellPictureDrawing.draw(
                    thumbnails.state(of: name), in: frame, scale: viewport.canvas.scaleFactor, colors, painter)
            }
        }
        let start = frame.x + frame.width + 6
        let room = inner.x + inner.width - start
        return Rectangle(
            x: start, y: inner.y, width: room < Self.leastRoomForName ? 0 : room, height: inner.height)
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

    /// Accepts files dropped anywhere on a table.
    func acceptDrops(_ body: @escaping @MainActor (_ uris: [String], PicturePlace) -> Void) {
        viewport.canvas.acceptFileDrops { [weak self] x, y in
            guard let self, let place = place(atX: x, y: y) else { return false }
            setDropCell(cell(of: place))
            return true
        } onLeave: { [weak self] in
            self?.setDropCell(nil)
        } onDrop: { [weak self] uris, x, y in
            guard let place = self?.place(atX: x, y: y) else { return }
            body(uris, place)
        }
    }

    private func setDropCell(_ cell: CellIndex?) {
        guard cell != dropCell else { return }
        dropCell = cell
        viewport.redraw()
    }

    /// Where a picture dropped at this point of the canvas would go; `nil` if nowhere.
    ///
    /// Beside the records, it is for a new one; beside the fields of pictures, for the only one, if there is only one.
    private func place(atX x: Double, y: Double) -> PicturePlace? {
        let fields = rows.table.schema.fields
        let pictures = fields.filter(\.isPicture)
        guard !viewport.isGone, !rows.model.isReadOnly else { return nil }
        var record: RecordID?
        var field: Int?
        switch viewport.layout.hit(x: x, y: y) {
        case .cell(let row, let column):
            record = self.record(inRow: row)
            field = column
        case .gutter(let row): record = self.record(inRow: row)
        case .addRow(let column): field = column
        case .header, .edge, .addField, .corner, .outside: break
        }
        if let field, fields.indices.contains(field), fields[field].isPicture {
            return PicturePlace(record: record, field: fields[field].id, isPicture: true)
        }
        return PicturePlace(record: record, field: pictures.count == 1 ? pictures[0].id : nil, isPicture: false)
    }

    private func record(inRow row: Int) -> RecordID? {
        rows.position(of: CellIndex(row: row, column: 0)).map { rows.table.ids[$0.record] }
    }

    /// The cell of a place, if known; the cell of a new record is after the last row.
    private func cell(of place: PicturePlace) -> CellIndex? {
        guard let field = place.field.flatMap({ rows.table.schema.index(of: $0) }) else { return nil }
        guard let record = place.record else { return CellIndex(row: rows.view.count, column: field) }
        return CellIdentity(record: record, field: rows.table.schema[field].id).cell(in: rows)
    }
}

/// Where on a grid files were dropped.
public struct PicturePlace: Sendable, Hashable {
    /// The record; `nil` for new ones.
    public let record: RecordID?
    /// The field of pictures; `nil` if there is not just one, and they were dropped on none.
    public let field: FieldID?
    /// Whether they were dropped on the field itself.
    public let isPicture: Bool
}
