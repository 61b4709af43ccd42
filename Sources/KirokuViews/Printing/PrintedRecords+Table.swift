import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// A table: a row for each record, below the names of the fields, with long texts over several lines.
extension PrintedRecords {
    private static let padding = 5.0
    private static let leastWidth = 36.0
    private static let mostWidth = 300.0
    private static let sampleSize = 200
    /// The height of pictures, in lines.
    private static let pictureLines = 4.0
    /// The lines of longer tables are not counted, as that would take too long.
    private static let mostMeasured = 200_000

    private var rowHeight: Double { (font.lineHeight + 6).rounded() }

    private var pictureHeight: Double { (font.lineHeight * Self.pictureLines).rounded() }

    /// The height of a row whose texts have one line each.
    private var leastRowHeight: Double {
        part.fields.contains(where: isPicture) ? pictureHeight + 2 * Self.padding : rowHeight
    }

    private var numberWidth: Double {
        let last = part.recordCount > 0 ? part.table.count : 1
        return (font.width(of: localizedNumber(last)) + 2 * Self.padding + 2).rounded()
    }

    func tablePages(in room: PrintedArea) -> TablePages {
        func pages(_ heights: [Double]?) -> TablePages {
            TablePages(
                rowCount: part.recordCount, columnWidths: part.fields.map(width), numberWidth: numberWidth,
                rowHeight: leastRowHeight, rowHeights: heights, headerHeight: rowHeight, area: room,
                isFitted: form.isFitted)
        }
        let plain = pages(nil)
        guard let measured, measured.widths == plain.columnWidths else { return plain }
        return pages(measured.heights)
    }

    func pictureRoom(of pages: TablePages) -> (width: Double, height: Double) {
        let widths = zip(part.fields, pages.columnWidths).filter { isPicture($0.0) }.map { $0.1 - 2 * Self.padding }
        return (max(1, widths.max() ?? 1) * pages.scale, pictureHeight * pages.scale)
    }

    /// Whether the table is too long for texts of several lines; these are shortened then.
    public var shortensTexts: Bool { form.kind == .table && part.recordCount > Self.mostMeasured }

    /// Counts the lines of a table's texts in the background, for the pages that it was divided into last.
    ///
    /// Divide the records again afterwards.
    public func measure() async {
        guard let widths = columnWidths, measured?.widths != widths, !shortensTexts else { return }
        let measure = RowMeasure(
            part: part, widths: widths.map { $0 - 2 * Self.padding },
            isPicture: part.fields.map(isPicture), letters: LetterWidths { font.width(of: $0) },
            lineHeight: font.lineHeight, rowHeight: rowHeight, leastHeight: leastRowHeight)
        let heights = await measure.heights()
        if let heights, !Task.isCancelled { measured = (widths, heights) }
    }

    /// The width that the user has given the field, or else the width for its name and first values.
    private func width(ofField field: Int) -> Double {
        let definition = part.table.schema[field]
        if let width = fieldWidths[definition.id] { return Double(max(width, 1)) }
        let values = (0..<min(part.recordCount, Self.sampleSize)).map {
            Self.printedValue(of: part.table, part.record(at: $0), field)
        }
        let widest = isPicture(field) ? pictureHeight * 4 / 3 : width(of: values)
        let needed = max(widest, font.width(of: definition.name, style: .bold)) + 2 * Self.padding + 2
        return min(max(needed, Self.leastWidth), Self.mostWidth).rounded()
    }

    private func width(of values: [PrintedValue]) -> Double {
        let longest = values.sorted { $0.length > $1.length }.prefix(20)
        let widths = longest.map { value -> Double in
            switch value {
            case .checkBox: 0
            case .choices(let choices, let field):
                ChoiceChips.width(of: choices, of: field) { font.width(of: $0) }
            case .text(let text): text.split(whereSeparator: \.isNewline).map { font.width(of: String($0)) }.max() ?? 0
            }
        }
        return widths.max() ?? 0
    }

    func draw(_ page: TablePages.Part, of pages: TablePages, top: Double, with painter: Painter) {
        painter.scaled(by: pages.scale, x: area.x, y: top) {
            var x = numberWidth
            let places = page.fields.map { field in
                defer { x += pages.columnWidths[field] }
                return Rectangle(x: x, y: 0, width: pages.columnWidths[field], height: rowHeight)
            }
            drawNames(of: page.fields, in: places, width: x, with: painter)
            var edges = [0, rowHeight]
            for row in page.rows {
                let line = Rectangle(x: 0, y: edges[edges.count - 1], width: x, height: pages.height(ofRow: row))
                drawRecord(part.record(at: row), page.fields, in: places, line: line, with: painter)
                edges.append(line.maxY)
            }
            drawLines(places, edges: edges, width: x, with: painter)
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
        _ record: Int, _ fields: Range<Int>, in places: [Rectangle], line: Rectangle, with painter: Painter
    ) {
        let number = Rectangle(x: 0, y: line.y, width: numberWidth, height: rowHeight)
        painter.text(
            localizedNumber(record + 1), in: number.inset(x: Self.padding), GridColors.onPaper.muted, alignment: .end)
        for (field, place) in zip(fields, places) {
            let cell = Rectangle(x: place.x, y: line.y, width: place.width, height: line.height)
            painter.clipped(to: cell) { drawCell(record, part.fields[field], in: cell, with: painter) }
        }
    }

    /// Draws a picture or a value; a corner marks unfit text, as on the screen.
    private func drawCell(_ record: Int, _ field: Int, in cell: Rectangle, with painter: Painter) {
        let colors = GridColors.onPaper
        let isUnfit = part.table.isUnfit(record, field)
        if isUnfit {
            let right = cell.x + cell.width
            painter.polygon([(right - 7, cell.y), (right, cell.y), (right, cell.y + 7)], colors.text)
        }
        if drawPicture(record, field, in: cell, with: painter) { return }
        var firstLine = cell
        firstLine.height = rowHeight
        var inner = cell.inset(x: Self.padding)
        switch Self.printedValue(of: part.table, record, field) {
        case .checkBox(let value): CheckBox.draw(value, in: firstLine, colors, painter)
        case .text(let text):
            let isLine = !text.contains(where: \.isNewline) && font.width(of: text) <= inner.width
            guard isLine || cell.height < 2 * font.lineHeight else {
                painter.lines(of: text, in: inner, lineHeight: rowHeight, colors.text)
                return
            }
            let type = part.table.schema[field].type
            painter.text(
                text, in: firstLine.inset(x: Self.padding), colors.text,
                alignment: isUnfit ? .start : Alignment(type.alignment))
        case .choices(let choices, let definition):
            inner.y += RowMeasure.chipMargin / 2
            _ = ChoiceChips(painter, colors).draw(
                choices, of: definition, in: inner, lineHeight: rowHeight - RowMeasure.chipMargin)
        }
    }

    /// Draws the picture of a cell, or a sign for one that is not here; returns whether there is one.
    private func drawPicture(_ record: Int, _ field: Int, in cell: Rectangle, with painter: Painter) -> Bool {
        guard let pictures, let name = pictureName(record, field) else { return false }
        var place = cell.inset(x: Self.padding, y: Self.padding)
        place.height = min(place.height, pictureHeight)
        switch pictures.state(of: name) {
        case .image(let image):
            var drawn = image.rectangle(in: place, scale: 1)
            (drawn.x, drawn.y) = (place.x, place.y)
            painter.image(image, in: drawn)
        case .waiting, .broken(.onServer):
            PictureSign.draw(in: place, size: place.height, isBroken: false, GridColors.onPaper.line, painter)
        case .broken: return false
        }
        return true
    }

    private func drawLines(_ places: [Rectangle], edges: [Double], width: Double, with painter: Painter) {
        let color = GridColors.onPaper.line
        for y in edges { painter.fill(Rectangle(x: 0, y: y - 0.25, width: width, height: 0.5), color) }
        for x in [0, numberWidth] + places.map({ $0.x + $0.width }) {
            painter.fill(Rectangle(x: x - 0.25, y: 0, width: 0.5, height: edges.last ?? 0), color)
        }
    }
}
