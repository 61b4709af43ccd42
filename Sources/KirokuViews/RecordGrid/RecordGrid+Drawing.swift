import GtkKit
import KirokuCore

extension RecordGrid {
    func draw(with painter: Painter) {
        let colors = GridColors(Theme(of: canvas))
        painter.clipped(to: layout.body) {
            for record in layout.visibleRecords {
                for field in layout.visibleFields { drawCell(record, field, colors, painter) }
            }
            drawCursor(colors, painter)
        }
        if size.records == 0 { drawHint(colors, painter) }
        drawGutter(colors, painter)
        drawHeader(colors, painter)
    }

    /// A word of help where there are no records.
    private func drawHint(_ colors: GridColors, _ painter: Painter) {
        let body = layout.body
        let line = Rectangle(
            x: body.x, y: body.y + layout.rowHeight, width: body.width, height: layout.rowHeight)
        let text =
            document.isReadOnly
            ? localized("There are no records.") : localized("There are no records yet. Press Tab to add one.")
        painter.text(text, in: line.inset(x: ColumnWidths.padding), colors.muted, alignment: .center)
    }

    // MARK: Cells

    private func drawCell(_ record: Int, _ field: Int, _ colors: GridColors, _ painter: Painter) {
        let place = CellPlace(record: record, field: field)
        let rectangle = layout.rectangle(record: record, field: field)
        if selection.contains(place), !selection.isSingleCell {
            painter.fill(rectangle, colors.selection.withAlpha(0.22))
        }
        let type = document.table.schema[field].type
        let inner = rectangle.inset(x: ColumnWidths.padding)
        if case .unfit = document.table[record, field] {
            drawUnfit(document.table.displayText(record, field), rectangle, inner, colors, painter)
        } else if type == .bool {
            drawCheckBox(document.table[record, field], in: rectangle, colors, painter)
        } else {
            let text = document.table.displayText(record, field)
            painter.text(text, in: inner, colors.text, alignment: type.alignment)
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

    private func drawCheckBox(
        _ value: CellValue, in cell: Rectangle, _ colors: GridColors, _ painter: Painter
    ) {
        let box = CheckBox.rectangle(in: cell)
        switch value {
        case .bool(true):
            painter.fill(box, colors.selection)
            let points = [(0.22, 0.52), (0.42, 0.72), (0.8, 0.28)].map {
                (x: box.x + $0.0 * box.width, y: box.y + $0.1 * box.height)
            }
            painter.polyline(points, colors.onSelection, width: 2)
        case .bool:
            painter.stroke(box, colors.text)
        default:
            painter.stroke(box, colors.muted)
            let middle = box.y + box.height / 2
            painter.polyline(
                [(box.x + 4, middle), (box.x + box.width - 4, middle)], colors.muted, width: 2)
        }
    }

    private func drawLines(around cell: Rectangle, _ colors: GridColors, _ painter: Painter) {
        painter.fill(Rectangle(x: cell.x, y: cell.y + cell.height - 1, width: cell.width, height: 1), colors.line)
        painter.fill(Rectangle(x: cell.x + cell.width - 1, y: cell.y, width: 1, height: cell.height), colors.line)
    }

    private func drawCursor(_ colors: GridColors, _ painter: Painter) {
        guard size.contains(cursor) else { return }
        let cell = layout.rectangle(record: cursor.record, field: cursor.field)
        let frame = Rectangle(x: cell.x - 1, y: cell.y - 1, width: cell.width + 1, height: cell.height + 1)
        painter.stroke(frame, canvas.hasFocus ? colors.cursor : colors.muted, width: 2)
    }

    // MARK: Edges

    private func drawGutter(_ colors: GridColors, _ painter: Painter) {
        let gutter = Rectangle(x: 0, y: layout.headerHeight, width: layout.gutterWidth, height: layout.bodyHeight)
        painter.clipped(to: gutter) {
            painter.fill(gutter, colors.headerBackground)
            for record in layout.visibleRecords {
                let place = layout.gutterRectangle(record: record)
                let isSelected = selection.records.contains(record)
                if isSelected { painter.fill(place, colors.selection.withAlpha(0.22)) }
                painter.text(
                    localizedNumber(record + 1), in: place.inset(x: ColumnWidths.padding),
                    isSelected ? colors.text : colors.muted, alignment: .end)
            }
            painter.fill(
                Rectangle(x: gutter.width - 1, y: gutter.y, width: 1, height: gutter.height), colors.line)
        }
    }

    private func drawHeader(_ colors: GridColors, _ painter: Painter) {
        let header = Rectangle(x: 0, y: 0, width: layout.viewWidth, height: layout.headerHeight)
        painter.fill(header, colors.headerBackground)
        let room = Rectangle(x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
        painter.clipped(to: room) {
            for field in layout.visibleFields {
                let definition = document.table.schema[field]
                let place = layout.headerRectangle(field: field)
                if selection.fields.contains(field) { painter.fill(place, colors.selection.withAlpha(0.22)) }
                painter.text(
                    definition.name, in: place.inset(x: ColumnWidths.padding), colors.text,
                    alignment: definition.type.alignment, isBold: true)
                painter.fill(
                    Rectangle(x: place.x + place.width - 1, y: 6, width: 1, height: place.height - 12), colors.line)
            }
        }
        painter.fill(
            Rectangle(x: 0, y: layout.headerHeight - 1, width: layout.viewWidth, height: 1), colors.line)
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

/// The check box of a Bool cell.
enum CheckBox {
    private static let side = 16.0

    static func rectangle(in cell: Rectangle) -> Rectangle {
        Rectangle(
            x: (cell.x + (cell.width - side) / 2).rounded(), y: (cell.y + (cell.height - side) / 2).rounded(),
            width: side, height: side)
    }
}
