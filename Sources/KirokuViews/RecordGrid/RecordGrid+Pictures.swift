import GtkKit
import KirokuCore
import KirokuPictures

/// Cells of fields that are marked as pictures: the picture, small, beside its name.
extension RecordGrid {
    /// Where the pictures come from; with `nil`, only their names are shown.
    public var pictures: CellPictures? {
        get { cellPictures }
        set {
            cellPictures = newValue
            thumbnails = newValue.map(CellThumbnails.init)
            thumbnails?.onChange = { [weak self] in
                guard let self, !isGone else { return }
                canvas.redraw()
            }
            measure()
            canvas.redraw()
        }
    }

    /// Takes picture files that are dropped on cells of pictures, or on the row that adds a record.
    ///
    /// - Parameter body: is told the files' URIs, the field, and the record, whose cell has the cursor then; `nil` stands
    ///   for new records.
    public func acceptPictureDrops(
        _ body: @escaping @MainActor (_ uris: [String], _ field: FieldID, _ record: Int?) -> Void
    ) {
        canvas.acceptFileDrops { [weak self] x, y in
            self?.markDrop(atX: x, y: y) ?? false
        } onLeave: { [weak self] in
            guard let self, dropPlace != nil else { return }
            dropPlace = nil
            canvas.redraw()
        } onDrop: { [weak self] uris, x, y in
            guard let self, let place = pictureCell(atX: x, y: y) else { return }
            commitEditing()
            grabFocus()
            let cell = self.place(at: place)
            if cell != nil { moveCursor { $0.go(to: place, in: size) } }
            body(uris, document.table.schema[place.field].id, cell?.record)
        }
    }

    /// Whether the cell under the cursor is one of pictures.
    public var isOnPicture: Bool { size.contains(selection.cursor) && isPicture(selection.cursor) }

    /// The selected cells that are of pictures and not empty, as far as they are shown.
    public var selectedPictures: [CellPosition] {
        let fields = selection.fields(in: size).filter { document.table.schema[$0].isPicture }
        guard !fields.isEmpty else { return [] }
        return selection.rows(in: size).flatMap { row in
            fields.map { CellPosition(record: view[row], field: $0) }
                .filter { document.table.isFilled($0.record, $0.field) }
        }
    }

    /// The records that are shown from a record on, one row after the other, at most so many.
    public func shownRecords(from record: Int, count: Int) -> [Int] {
        guard let row = view.row(of: record) else { return [] }
        return (row..<min(view.count, row + count)).map { view[$0] }
    }

    /// What the picture of a cell is called in the document; `nil` if the cell is empty or not one of pictures.
    func pictureName(at place: GridCell) -> String? {
        guard isPicture(place), case .string(let name) = value(at: place), !name.isEmpty else { return nil }
        return name
    }

    /// Why the picture of a cell cannot be shown; `nil` as far as is known.
    func pictureFailure(at place: GridCell) -> DecodeFailure? {
        pictureName(at: place).flatMap { thumbnails?.failure(of: $0) }
    }

    func isPicture(_ place: GridCell) -> Bool { document.table.schema[place.field].isPicture }

    /// Opens what chooses a picture, if that is for the application; false if the cell is edited as text.
    func activatePicture(at place: GridCell) -> Bool {
        guard let onPictureActivated, isPicture(place) else { return false }
        onPictureActivated()
        return true
    }

    /// Enter on a cell of pictures, while nothing is typed there.
    func opensPicture(_ key: KeyEvent) -> Bool {
        guard key.key == .enter, key.modifiers.isEmpty, selection.isSingleCell, size.contains(selection.cursor) else {
            return false
        }
        return activatePicture(at: selection.cursor)
    }

    // MARK: Drawing

    /// Whether pictures have room beside their names; while the records are loaded, they come when these are there.
    var showsPictures: Bool { thumbnails != nil || awaitsRecords }

    /// The room for a picture beside its name, within a row's height.
    var pictureWidth: Double { ((layout.rowHeight - 5) * 4 / 3).rounded() }

    /// Returns the place that is left for the text.
    func drawPicture(
        of place: GridCell, in cell: Rectangle, _ inner: Rectangle, _ colors: GridColors, _ painter: Painter
    ) -> Rectangle {
        guard showsPictures, let name = pictureName(at: place) else { return inner }
        let frame = Rectangle(x: cell.x + 3, y: cell.y + 2, width: pictureWidth, height: cell.height - 5)
        if let thumbnails {
            painter.clipped(to: cell) {
                CellPictureDrawing.draw(
                    thumbnails.state(of: name), in: frame, scale: canvas.scaleFactor, colors, painter)
            }
        }
        let start = frame.x + frame.width + 6
        return Rectangle(x: start, y: inner.y, width: max(0, inner.x + inner.width - start), height: inner.height)
    }

    func drawDropPlace(_ colors: GridColors, _ painter: Painter) {
        guard let dropPlace, document.table.schema.fields.indices.contains(dropPlace.field) else { return }
        var cell = layout.rectangle(row: dropPlace.row, field: dropPlace.field)
        if dropPlace.row == size.rows, let row = layout.addRowRectangle { cell.y = row.y }
        painter.fill(cell, colors.selection.withAlpha(0.25))
        painter.stroke(cell, colors.cursor, width: 2)
    }

    /// Asks for the pictures in sight, and then for those of a page around.
    func wantPictures() {
        guard let thumbnails else { return }
        let fields = layout.visibleFields.filter { document.table.schema[$0].isPicture }
        let rows = layout.visibleRows
        let around = max(0, rows.lowerBound - rows.count)..<min(size.rows, rows.upperBound + rows.count)
        thumbnails.want(
            names(rows, fields), around: names(around, fields), side: Int(pictureWidth) * canvas.scaleFactor)
    }

    private func names(_ rows: Range<Int>, _ fields: [Int]) -> [String] {
        guard !fields.isEmpty else { return [] }
        return rows.flatMap { row in
            fields.compactMap { pictureName(at: GridCell(row: row, field: $0)) }
        }
    }

    // MARK: Dropping

    private func markDrop(atX x: Double, y: Double) -> Bool {
        let place = pictureCell(atX: x, y: y)
        if place != dropPlace {
            dropPlace = place
            canvas.redraw()
        }
        return place != nil
    }

    /// The cell of a picture at this place of the canvas, if it can be changed; behind the last row, it is that of a
    /// new record.
    private func pictureCell(atX x: Double, y: Double) -> GridCell? {
        guard !isGone, !document.isReadOnly else { return nil }
        switch layout.hit(x: x, y: y) {
        case .cell(let row, let field):
            let place = GridCell(row: row, field: field)
            return size.contains(place) && isPicture(place) ? place : nil
        case .addRow(let field): return newPicture(near: field)
        case .outside where size.rows == 0: return newPicture(near: nil)
        default: return nil
        }
    }

    /// The cell that a new record would have for a picture: in this field, or else in the first one of pictures.
    private func newPicture(near field: Int?) -> GridCell? {
        let fields = document.table.schema.fields
        let wanted = field.flatMap { fields.indices.contains($0) && fields[$0].isPicture ? $0 : nil }
        return (wanted ?? fields.firstIndex(where: \.isPicture)).map { GridCell(row: size.rows, field: $0) }
    }
}
