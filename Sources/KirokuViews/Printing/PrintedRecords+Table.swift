import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

extension PrintedRecords {
    private static let padding = 5.0
    private static let leastWidth = 36.0
    private static let mostWidth = 300.0
    private static let sampleSize = 200

    private var rowHeight: Double { (font.lineHeight + 6).rounded() }

    private var numberWidth: Double {
        let last = part.recordCount > 0 ? part.table.count : 1
        return (font.width(of: localizedNumber(last)) + 2 * Self.padding + 2).rounded()
    }

    func tablePages(in room: PrintedArea) -> TablePages {
        TablePages(
            rowCount: part.recordCount, columnWidths: part.fields.map(width), numberWidth: numberWidth,
            rowHeight: rowHeight, headerHeight: rowHeight, area: room, isFitted: form.isFitted)
    }

    /// The width that the user has given the field, or else the width for its name and first values.
    private func width(ofField field: Int) -> Double {
        let definition = part.table.schema[field]
        if let width = fieldWidths[definition.id] { return Double(max(width, 1)) }
        let texts = (0..<min(part.recordCount, Self.sampleSize)).map {
            part.table.displayText(part.record(at: $0), field)
        }
        let longest = texts.sorted { $0.utf8.count > $1.utf8.count }.prefix(20)
        let widest = longest.map { font.width(of: $0) }.max() ?? 0
        let needed = max(widest, font.width(of: definition.name, style: .bold)) + 2 * Self.padding + 2
        return min(max(needed, Self.leastWidth), Self.mostWidth).rounded()
    }

    func draw(_ page: TablePages.Part, of pages: TablePages, top: Double, with painter: Painter) {
        painter.scaled(by: pages.scale, x: area.x, y: top) {
            var x = numberWidth
            let places = page.fields.map { field in
                defer { x += pages.columnWidths[field] }
                return Rectangle(x: x, y: 0, width: pages.columnWidths[field], height: rowHeight)
            }
            drawNames(of: page.fields, in: places, width: x, with: painter)
            for (line, row) in page.rows.enumerated() {
                drawRecord(part.record(at: row), page.fields, in: places, line: line + 1, with: painter)
            }
            drawLines(places, rows: page.rows.count + 1, width: x, with: painter)
        }
    }

    private func drawNames(
        of fields: Range<Int>, in places: [Rectangle], width: Double, with painter: Painter
    ) {
        let colors = GridColors.onPaper
        painter.fill(Rectangle(x: 0, y: 0, width: width, height: rowHeight), colors.headerBackground)
        for (field, place) in zip(fields, places) {
            let definition = part.table.schema[part.fields[field]]
            painter.text(
                definition.name, in: place.inset(x: Self.padding), colors.text,
                alignment: Alignment(definition.type.alignment), style: .bold)
        }
    }

    private func drawRecord(
        _ record: Int, _ fields: Range<Int>, in places: [Rectangle], line: Int, with painter: Painter
    ) {
        let colors = GridColors.onPaper
        let y = Double(line) * rowHeight
        let number = Rectangle(x: 0, y: y, width: numberWidth, height: rowHeight)
        painter.text(localizedNumber(record + 1), in: number.inset(x: Self.padding), colors.muted, alignment: .end)
        for (field, place) in zip(fields, places) {
            var cell = place
            cell.y = y
            drawValue(record, part.fields[field], in: cell, with: painter)
        }
    }

    /// Draws a value on one line; a corner marks unfit text, as on the screen.
    private func drawValue(_ record: Int, _ field: Int, in cell: Rectangle, with painter: Painter) {
        let colors = GridColors.onPaper
        let type = part.table.schema[field].type
        let isUnfit = part.table.isUnfit(record, field)
        if isUnfit {
            let right = cell.x + cell.width
            painter.polygon([(right - 7, cell.y), (right, cell.y), (right, cell.y + 7)], colors.text)
        } else if type.control == .checkBox {
            return CheckBox.draw(part.table[record, field], in: cell, colors, painter)
        }
        let text = part.table.displayText(record, field)
        painter.text(
            text, in: cell.inset(x: Self.padding), colors.text, alignment: isUnfit ? .start : Alignment(type.alignment))
    }

    private func drawLines(_ places: [Rectangle], rows: Int, width: Double, with painter: Painter) {
        let color = GridColors.onPaper.line
        let height = Double(rows) * rowHeight
        for row in 0...rows {
            painter.fill(Rectangle(x: 0, y: Double(row) * rowHeight - 0.25, width: width, height: 0.5), color)
        }
        for x in [0, numberWidth] + places.map({ $0.x + $0.width }) {
            painter.fill(Rectangle(x: x - 0.25, y: 0, width: 0.5, height: height), color)
        }
    }
}
