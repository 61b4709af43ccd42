import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

extension PrintedRecords {
    private static let padding = 8.0
    private static let gap = 14.0
    private static let pictureGap = 4.0
    /// The part of a text that is looked at: about as much as a page can hold.
    private static let textLimit = 8_192

    private var lineHeight: Double { (font.lineHeight + 3).rounded() }

    func cardPages(in room: PrintedArea) -> CardPages {
        CardPages(
            rowCount: part.recordCount, isPicture: part.fields.map(isPicture), perPage: form.cardsPerPage,
            lineHeight: lineHeight, frameHeight: lineHeight + 2 * Self.padding, gap: Self.gap, area: room)
    }

    func pictureRoom(of pages: CardPages) -> (width: Double, height: Double) {
        (max(1, pages.width - 2 * Self.padding), Double(pages.linesPerPicture) * lineHeight)
    }

    func draw(_ place: CardPages.Place, of pages: CardPages, top: Double, with painter: Painter) {
        let colors = GridColors.onPaper
        let frame = Rectangle(x: area.x + place.x, y: top + place.y, width: pages.width, height: pages.height)
        painter.stroke(frame, colors.line, width: 0.75)
        let record = part.record(at: place.row)
        let inner = Rectangle(
            x: frame.x + Self.padding, y: frame.y + Self.padding, width: max(0, frame.width - 2 * Self.padding),
            height: max(0, frame.height - 2 * Self.padding))
        var line = inner
        line.height = lineHeight
        painter.text(localizedNumber(record + 1), in: line, colors.muted, alignment: .end)
        painter.clipped(to: frame) {
            drawFields(
                place.fields, of: record, linesPerPicture: pages.linesPerPicture, below: line,
                bottom: inner.y + inner.height, with: painter)
        }
    }

    /// Draws a line for each field, and several for a picture; long texts use the lines that are left.
    private func drawFields(
        _ fields: Range<Int>, of record: Int, linesPerPicture: Int, below heading: Rectangle, bottom: Double,
        with painter: Painter
    ) {
        let names = fields.map { part.table.schema[part.fields[$0]].name }
        let widest = names.map { font.width(of: $0, style: .bold) }.max() ?? 0
        let nameWidth = min(widest + 2, heading.width * 0.4)
        var y = heading.y + heading.height
        let lines = fields.map { pictureName(record, part.fields[$0]) != nil ? linesPerPicture : 1 }
        var linesBelow = Double(lines.reduce(0, +))
        for ((place, name), lines) in zip(zip(fields, names), lines) {
            linesBelow -= Double(lines)
            let line = Rectangle(x: heading.x, y: y, width: nameWidth, height: lineHeight)
            painter.text(name, in: line, GridColors.onPaper.muted, style: .bold)
            let value = Rectangle(
                x: heading.x + nameWidth + 8, y: y, width: max(0, heading.width - nameWidth - 8),
                height: max(lineHeight, bottom - y - linesBelow * lineHeight))
            let used = draw(record, part.fields[place], in: value, lines: lines, with: painter)
            y += max(1, (used / lineHeight).rounded(.up)) * lineHeight
        }
    }

    /// Draws a value or a picture, and returns the height that it takes.
    private func draw(
        _ record: Int, _ field: Int, in room: Rectangle, lines: Int, with painter: Painter
    ) -> Double {
        guard let pictures, let name = pictureName(record, field) else {
            return drawValue(record, field, in: room, with: painter)
        }
        var place = room
        place.height = min(room.height, Double(lines) * lineHeight - Self.pictureGap)
        switch pictures.state(of: name) {
        case .image(let image):
            var drawn = image.rectangle(in: place, scale: 1)
            (drawn.x, drawn.y) = (place.x, place.y)
            painter.image(image, in: drawn)
            return drawn.height + Self.pictureGap
        case .waiting:
            PictureSign.draw(in: place, size: place.height, isBroken: false, GridColors.onPaper.line, painter)
            return place.height + Self.pictureGap
        case .broken: return drawValue(record, field, in: room, with: painter)
        }
    }

    /// Draws a value, and returns the height that it takes.
    private func drawValue(_ record: Int, _ field: Int, in room: Rectangle, with painter: Painter) -> Double {
        let colors = GridColors.onPaper
        if part.table.schema[field].type.control == .checkBox, !part.table.isUnfit(record, field) {
            let box = Rectangle(x: room.x, y: room.y, width: 16, height: lineHeight)
            CheckBox.draw(part.table[record, field], in: box, colors, painter)
            return lineHeight
        }
        let text = part.table.displayText(record, field, limit: Self.textLimit)
        return painter.lines(of: text, in: room, lineHeight: lineHeight, colors.text)
    }
}
