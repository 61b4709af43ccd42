import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Everything around the cells: record numbers, the header, the row that adds a record, and the hint without records.
extension GridDrawing {
    /// Draws a hint if there are no records.
    func drawHint() {
        let body = layout.body
        var line = Rectangle(
            x: body.x, y: body.y + 2 * layout.singleHeight, width: body.width, height: layout.singleHeight)
        for (text, style) in hint {
            painter.text(text, in: line.inset(x: ColumnWidths.padding), colors.muted, alignment: .center, style: style)
            line.y += layout.singleHeight
        }
    }

    private var hint: [(String, TextStyle)] {
        if rows.isSubset, table.count > 0 {
            return [
                (localized("No matches."), .bold),
                (localized("Change the search, or show all records."), .normal),
            ]
        }
        if rows.model.isReadOnly { return [(localized("There are no records."), .bold)] }
        return [
            (localized("There are no records yet."), .bold),
            (localized("Start typing, or click “+”, to add one."), .normal),
        ]
    }

    func drawGutter() {
        let height = min(layout.bodyHeight, max(0, layout.contentHeight - layout.scrollY))
        let gutter = Rectangle(x: 0, y: layout.headerHeight, width: layout.gutterWidth, height: height)
        let selected = selection.rows(in: size)
        painter.clipped(to: gutter) {
            painter.fill(gutter, colors.headerBackground)
            for row in layout.visibleRows {
                let place = layout.gutterRectangle(row: row)
                let isSelected = selected.contains(row)
                if isSelected { painter.fill(place, colors.selection.withAlpha(0.22)) }
                if rows.showsMark(inRow: row) { drawMark(in: place) }
                let annotation = view[row].flatMap { rows.annotations?.row($0) }
                let isInConflict = rows.isRecordInConflict(inRow: row)
                if isInConflict, !isSelected { painter.fill(place, colors.conflict.withAlpha(0.14)) }
                let room = layout.firstLine(of: place).inset(x: ColumnWidths.padding)
                let number = view[row].map { annotation?.number ?? rows.recordsBefore + $0 + 1 }
                painter.text(
                    number.map(shownNumber) ?? (view.isAwaited(row) ? "" : "✕"), in: room,
                    isSelected ? colors.text : isInConflict ? colors.conflict : colors.muted, alignment: .end)
                if let annotation {
                    painter.text(annotation.sign, in: room, theme.color(annotation.role), style: .bold)
                } else if isInConflict, number != nil {
                    painter.text("≠", in: room, isSelected ? colors.text : colors.conflict, style: .bold)
                }
                drawGroupLine(above: row)
            }
            painter.fill(Rectangle(x: gutter.width - 1, y: gutter.y, width: 1, height: gutter.height), colors.line)
        }
    }

    /// An estimated number is marked as such.
    private func shownNumber(_ number: Int) -> String {
        (rows.model.held?.isCounted == false ? "≈ " : "") + localizedNumber(number)
    }

    /// Draws a bar before the number of a marked record: colour must not be the only cue.
    private func drawMark(in place: Rectangle) {
        painter.fill(place, colors.mark.withAlpha(0.14))
        painter.fill(Rectangle(x: place.x, y: place.y, width: 4, height: place.height), colors.mark)
    }

    func drawAddRow() {
        guard let place = layout.addRowRectangle else { return }
        painter.clipped(to: place) {
            painter.fill(place, colors.headerBackground)
            let sign = Rectangle(x: 0, y: place.y, width: layout.gutterWidth, height: place.height)
            painter.text("+", in: sign.inset(x: ColumnWidths.padding), colors.text, alignment: .end, style: .bold)
            let words = Rectangle(
                x: layout.gutterWidth, y: place.y, width: layout.bodyWidth, height: place.height)
            painter.text(
                localized("New Record"), in: words.inset(x: ColumnWidths.padding), colors.muted)
            painter.fill(Rectangle(x: 0, y: place.y, width: place.width, height: 1), colors.line)
            painter.fill(
                Rectangle(x: 0, y: place.y + place.height - 1, width: place.width, height: 1), colors.line)
            painter.fill(Rectangle(x: sign.width - 1, y: place.y, width: 1, height: place.height), colors.line)
        }
    }

    /// Draws a line where dragged records would be moved to.
    func drawGapOfRecords() {
        guard case .movingRecords(let gap) = pointer.drag else { return }
        let room = Rectangle(
            x: 0, y: layout.headerHeight - 1, width: layout.viewWidth, height: layout.bodyHeight + 3)
        painter.clipped(to: room) {
            painter.fill(
                Rectangle(x: 0, y: layout.top(of: gap) - 2, width: layout.viewWidth, height: 3), colors.cursor)
        }
    }

    // MARK: Header

    func drawHeader() {
        let header = Rectangle(x: 0, y: 0, width: layout.viewWidth, height: layout.headerHeight)
        painter.fill(header, colors.headerBackground)
        let room = Rectangle(x: layout.gutterWidth, y: 0, width: layout.bodyWidth, height: layout.headerHeight)
        painter.clipped(to: room) {
            for field in layout.visibleFields { drawHeader(of: field) }
            if let place = layout.addFieldRectangle {
                painter.text("+", in: place, colors.text, alignment: .center, style: .bold)
            }
            if case .movingField(_, let gap) = pointer.drag {
                let x = layout.gutterWidth + layout.columnStarts[gap] - layout.scrollX
                painter.fill(Rectangle(x: x - 2, y: 0, width: 3, height: layout.headerHeight), colors.cursor)
            }
        }
        painter.fill(Rectangle(x: 0, y: layout.headerHeight - 1, width: layout.viewWidth, height: 1), colors.line)
    }

    private func drawHeader(of field: Int) {
        let definition = table.schema[field]
        let place = layout.headerRectangle(field: field)
        if selection.fields(in: size).contains(field) {
            painter.fill(place, colors.selection.withAlpha(0.22))
        } else if rows.conflict(ofField: field) != nil {
            painter.fill(place, colors.conflict.withAlpha(0.14))
        } else if pointer.hoveredField == field {
            painter.fill(place, colors.text.withAlpha(0.06))
        }
        let inner = place.inset(x: ColumnWidths.padding)
        let alignment = Alignment(definition.type.alignment)
        let split = (place.height * 0.54).rounded()
        painter.text(
            definition.name, in: Rectangle(x: inner.x, y: 3, width: inner.width, height: split - 3), colors.text,
            alignment: alignment, style: .bold)
        var line = Rectangle(x: inner.x, y: split, width: inner.width, height: place.height - split - 4)
        drawMarks(of: field, beside: alignment, in: &line)
        painter.text(definition.kindName, in: line, colors.muted, alignment: alignment, style: .small)
        painter.fill(Rectangle(x: place.x + place.width - 1, y: 6, width: 1, height: place.height - 12), colors.line)
    }

    /// Draws the marks for sorting, for pinning and for a conflict about the field at the end of the line that the type
    /// leaves free, and shortens the line.
    private func drawMarks(of field: Int, beside alignment: Alignment, in line: inout Rectangle) {
        func room(_ width: Double) -> Rectangle {
            let x = alignment == .end ? line.x : line.x + line.width - width
            line.width = max(0, line.width - width - 2)
            if alignment == .end { line.x += width + 2 }
            return Rectangle(x: x.rounded(), y: line.y, width: width, height: line.height)
        }
        if let sorting = fields.sorting(of: field) {
            drawSortMark(sorting.isDescending, in: room(10))
            if rows.sortRules.count > 1 {
                let rank = localizedNumber(sorting.rank)
                painter.text(rank, in: room(10), colors.text, alignment: .center, style: .small)
            }
        }
        if fields.pinned.contains(table.schema[field].id) { drawPin(in: room(10)) }
        if rows.conflict(ofField: field) != nil {
            painter.text("≠", in: room(12), colors.conflict, alignment: .center, style: .bold)
        }
    }

    private func drawSortMark(_ isDescending: Bool, in room: Rectangle) {
        let (left, right) = (room.x + 0.5, room.x + 9.5)
        let middle = (room.y + room.height / 2).rounded()
        let (tip, base) = isDescending ? (middle + 3, middle - 3) : (middle - 3, middle + 3)
        painter.polygon([(left, base), (right, base), ((left + right) / 2, tip)], colors.text)
    }

    private func drawPin(in room: Rectangle) {
        let top = (room.y + room.height / 2 - 6).rounded()
        painter.fill(Rectangle(x: room.x + 3, y: top, width: 4, height: 5), colors.text)
        painter.fill(Rectangle(x: room.x + 1, y: top + 5, width: 8, height: 2), colors.text)
        painter.fill(Rectangle(x: room.x + 4.5, y: top + 7, width: 1, height: 5), colors.text)
    }
}
