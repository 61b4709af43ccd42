import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// A drawing of a grid: its cells and everything around them.
@MainActor
struct GridDrawing {
    let layout: GridLayout
    let selection: GridSelection
    let size: GridSize
    let table: RecordTable
    let checks: CellChecks
    let view: RecordView
    let rows: GridRows
    let fields: GridFields
    let pictures: GridPictures
    let pointer: GridPointer
    let highlights: ChangeHighlights
    let people: GridPeople
    let colors: GridColors
    /// The colours of annotations.
    let theme: Theme
    let painter: Painter
    /// The cell under the editor, whose text is not drawn.
    private let edited: CellIndex?
    private let hasFocus: Bool

    init(
        _ viewport: GridViewport, _ rows: GridRows, _ current: GridCursor, _ fields: GridFields,
        _ pictures: GridPictures, _ pointer: GridPointer, _ highlights: ChangeHighlights, _ people: GridPeople,
        edited: CellIndex?, with painter: Painter
    ) {
        layout = viewport.layout
        selection = current.selection
        size = rows.size
        table = rows.table
        checks = rows.model.checks
        view = rows.view
        self.rows = rows
        self.fields = fields
        self.pictures = pictures
        self.pointer = pointer
        self.highlights = highlights
        self.people = people
        theme = Theme(of: viewport.canvas)
        colors = GridColors(theme)
        self.edited = edited
        self.painter = painter
        hasFocus = viewport.canvas.hasFocus
    }

    func draw() {
        painter.clipped(to: layout.body) {
            for row in layout.visibleRows {
                let isMarked = rows.showsMark(inRow: row)
                for field in layout.visibleFields { draw(CellIndex(row: row, column: field), isMarked) }
                drawGroupLine(above: row)
            }
            drawPeople()
            drawCursor()
        }
        if size.rows == 0 { drawHint() }
        drawGutter()
        drawAddRow()
        if selection.isOnAddRow { drawCursorOnAddRow() }
        drawDropCell()
        drawGapOfRecords()
        drawHeader()
    }

    // MARK: Cells

    private func draw(_ cell: CellIndex, _ isMarked: Bool) {
        let rectangle = layout.rectangle(row: cell.row, field: cell.column)
        guard let record = view[cell.row] else {
            return view.isAwaited(cell.row) ? drawAwaited(cell, in: rectangle) : drawLost(cell, in: rectangle)
        }
        if isMarked { painter.fill(rectangle, colors.mark.withAlpha(0.14)) }
        drawAnnotation(of: cell, in: rectangle)
        if selection.contains(cell), !selection.isSingleCell {
            painter.fill(rectangle, colors.selection.withAlpha(0.22))
        }
        if highlights.contains(table.ids[record], table.schema[cell.column].id) {
            painter.fill(rectangle, colors.selection.withAlpha(0.35 * highlights.strength))
        }
        let field = table.schema[cell.column]
        var inner = rectangle.inset(x: ColumnWidths.padding)
        if rows.isInConflict(cell) { drawSignOfConflict(rectangle, &inner) }
        let isUnfit = table.isUnfit(record, cell.column)
        if isUnfit || checks.isBroken(record, cell.column) { drawSignToFix(rectangle) }
        if cell == edited {
            // The typed text may cover less than the cell.
        } else if isUnfit {
            drawText(of: cell, in: inner, colors.error)
        } else if !drawByControl(table[record, cell.column], of: field, in: rectangle, inner) {
            if field.type.holdsText {
                let room = field.isPicture ? pictures.draw(cell, in: rectangle, inner, colors, painter) : inner
                drawText(of: cell, in: room, colors.text)
            } else {
                painter.text(
                    table.displayText(record, cell.column), in: layout.firstLine(of: inner), colors.text,
                    alignment: Alignment(field.type.alignment))
            }
        }
        drawLines(around: rectangle)
    }

    /// Draws a value that fits its field in the form of its control; returns false for a value that is shown as text.
    private func drawByControl(
        _ value: CellValue, of field: FieldDefinition, in rectangle: Rectangle, _ inner: Rectangle
    ) -> Bool {
        let presenter = field.type.presenter
        guard presenter.draws(value, of: field) else { return false }
        presenter.draw(
            value, of: field, in: layout.firstLine(of: rectangle), inner: layout.firstLine(of: inner), colors, painter)
        return true
    }

    /// Draws a cell that has a conflict with a sign at its end: colour must not be the only cue.
    private func drawSignOfConflict(_ rectangle: Rectangle, _ inner: inout Rectangle) {
        painter.fill(rectangle, colors.conflict.withAlpha(0.14))
        let width = min(ColumnWidths.signRoom, inner.width / 2)
        inner.width -= width
        let sign = Rectangle(
            x: inner.x + inner.width, y: rectangle.y, width: width + ColumnWidths.padding / 2,
            height: rectangle.height)
        painter.text("≠", in: layout.firstLine(of: sign), colors.conflict, alignment: .end, style: .bold)
    }

    /// Draws a cell of a record that others have deleted, crossed out.
    private func drawLost(_ cell: CellIndex, in rectangle: Rectangle) {
        painter.fill(rectangle, colors.conflict.withAlpha(0.14))
        if selection.contains(cell), !selection.isSingleCell {
            painter.fill(rectangle, colors.selection.withAlpha(0.22))
        }
        let line = layout.firstLine(of: rectangle)
        if cell != edited {
            let (field, value) = (table.schema[cell.column], rows.value(at: cell))
            let inner = line.inset(x: ColumnWidths.padding)
            if value.isUnfit || !drawByControl(value, of: field, in: line, inner) {
                painter.text(
                    rows.displayText(at: cell, limit: Self.bytesInLine), in: inner, colors.text,
                    alignment: Alignment(field.type.alignment))
            }
        }
        let middle = (line.y + line.height / 2).rounded()
        painter.fill(Rectangle(x: rectangle.x, y: middle, width: rectangle.width, height: 1), colors.conflict)
        drawLines(around: rectangle)
    }

    /// Draws a cell whose record is still loading.
    private func drawAwaited(_ cell: CellIndex, in rectangle: Rectangle) {
        if selection.contains(cell), !selection.isSingleCell {
            painter.fill(rectangle, colors.selection.withAlpha(0.22))
        }
        let line = layout.firstLine(of: rectangle).inset(x: ColumnWidths.padding)
        let height = (line.height / 4).rounded()
        let place = Rectangle(
            x: line.x, y: (line.y + (line.height - height) / 2).rounded(), width: min(line.width, 60), height: height)
        painter.fill(place, colors.muted.withAlpha(0.25))
        drawLines(around: rectangle)
    }

    /// Draws a cell that needs fixing with a cut corner: colour must not be the only cue.
    private func drawSignToFix(_ rectangle: Rectangle) {
        painter.fill(rectangle, colors.error.withAlpha(0.12))
        let right = rectangle.x + rectangle.width - 1
        painter.polygon(
            [(right - 9, rectangle.y), (right, rectangle.y), (right, rectangle.y + 9)], colors.error)
    }

    private func drawLines(around cell: Rectangle) {
        painter.fill(Rectangle(x: cell.x, y: cell.y + cell.height - 1, width: cell.width, height: 1), colors.line)
        painter.fill(Rectangle(x: cell.x + cell.width - 1, y: cell.y, width: 1, height: cell.height), colors.line)
    }

    private func drawCursor() {
        guard size.contains(selection.cursor) else { return }
        strokeCursor(around: layout.rectangle(row: selection.cursor.row, field: selection.cursor.column))
    }

    private func drawCursorOnAddRow() {
        guard let row = layout.addRowRectangle, selection.cursor.column < size.fields else { return }
        var cell = layout.rectangle(row: selection.cursor.row, field: selection.cursor.column)
        (cell.y, cell.height) = (row.y, row.height)
        let body = Rectangle(x: layout.gutterWidth, y: row.y - 1, width: layout.bodyWidth, height: row.height + 1)
        painter.clipped(to: body) {
            // The caption of the row ends at the cursor.
            if selection.cursor.column > 0 { painter.fill(cell, colors.headerBackground) }
            strokeCursor(around: cell)
        }
    }

    private func strokeCursor(around cell: Rectangle) {
        let frame = Rectangle(x: cell.x - 1, y: cell.y - 1, width: cell.width + 1, height: cell.height + 1)
        painter.stroke(frame, hasFocus ? colors.cursor : colors.muted, width: 2)
    }

    /// Draws the cell that a picture would be dropped on.
    private func drawDropCell() {
        guard let target = pictures.dropCell, target.column < size.fields else { return }
        var cell = layout.rectangle(row: target.row, field: target.column)
        if target.row == size.rows, let row = layout.addRowRectangle { cell.y = row.y }
        painter.fill(cell, colors.selection.withAlpha(0.25))
        painter.stroke(cell, colors.cursor, width: 2)
    }
}

extension Alignment {
    /// The alignment of a field's values.
    init(_ cell: CellAlignment) {
        switch cell {
        case .start: self = .start
        case .center: self = .center
        case .end: self = .end
        }
    }
}
