import GtkKit
import KirokuCore

extension RecordGrid {
    func draw(with painter: Painter) {
        let colors = GridColors(Theme(of: canvas))
        painter.clipped(to: layout.body) {
            for row in layout.visibleRows {
                for field in layout.visibleFields { drawCell(GridCell(row: row, field: field), colors, painter) }
            }
            drawCursor(colors, painter)
        }
        if size.rows == 0 { drawHint(colors, painter) }
        drawGutter(colors, painter)
        drawAddRow(colors, painter)
        drawDropPlace(colors, painter)
        drawHeader(colors, painter)
        wantPictures()
    }

    // MARK: Cells

    private func drawCell(_ place: GridCell, _ colors: GridColors, _ painter: Painter) {
        let rectangle = layout.rectangle(row: place.row, field: place.field)
        if showsMark(inRow: place.row) { painter.fill(rectangle, colors.mark.withAlpha(0.14)) }
        if selection.contains(place), !selection.isSingleCell {
            painter.fill(rectangle, colors.selection.withAlpha(0.22))
        }
        let type = fieldType(at: place)
        let inner = rectangle.inset(x: ColumnWidths.padding)
        let record = view[place.row]
        if document.table.isUnfit(record, place.field) {
            drawUnfit(document.table.displayText(record, place.field), rectangle, inner, colors, painter)
        } else if type == .bool {
            CheckBox.draw(document.table[record, place.field], in: rectangle, colors, painter)
        } else {
            let text = document.table.displayText(record, place.field)
            let room = isPicture(place) ? drawPicture(of: place, in: rectangle, inner, colors, painter) : inner
            painter.text(text, in: room, colors.text, alignment: type.alignment)
        }
        drawLines(around: rectangle, colors, painter)
    }

    /// Unfit text is marked by more than its colour: a corner is cut in.
    private func drawUnfit(
        _ text: String, _ rectangle: Rectangle, _ inner: Rectangle, _ colors: GridColors, _ painter: Painter
    ) {
        painter.fill(rectangle, colors.error.withAlpha(0.12))
        let right = rectangle.x + rectangle.width - 1
        painter.polygon(
            [(right - 9, rectangle.y), (right, rectangle.y), (right, rectangle.y + 9)], colors.error)
        painter.text(text, in: inner, colors.error)
    }

    private func drawLines(around cell: Rectangle, _ colors: GridColors, _ painter: Painter) {
        painter.fill(Rectangle(x: cell.x, y: cell.y + cell.height - 1, width: cell.width, height: 1), colors.line)
        painter.fill(Rectangle(x: cell.x + cell.width - 1, y: cell.y, width: 1, height: cell.height), colors.line)
    }

    private func drawCursor(_ colors: GridColors, _ painter: Painter) {
        guard size.contains(selection.cursor) else { return }
        let cell = layout.rectangle(row: selection.cursor.row, field: selection.cursor.field)
        let frame = Rectangle(x: cell.x - 1, y: cell.y - 1, width: cell.width + 1, height: cell.height + 1)
        painter.stroke(frame, canvas.hasFocus ? colors.cursor : colors.muted, width: 2)
    }
}

extension FieldType {
    /// Numbers to the right, so that their digits stand below each other; check boxes in the middle.
    var alignment: Alignment {
        switch self {
        case .int, .float: .end
        case .bool: .center
        case .string: .start
        }
    }
}
