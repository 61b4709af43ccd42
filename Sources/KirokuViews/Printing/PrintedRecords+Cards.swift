import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Cards: a heading with the title and the number of the record, a line for each field, and the picture.
extension PrintedRecords {
    private static let padding = 8.0
    private static let gap = 14.0
    private static let pictureGap = 4.0
    /// The greatest size of titles beside that of other text.
    private static let titleScale = 1.5
    /// The part of a text that is looked at: about as much as a page can hold.
    private static let textLimit = 8_192

    private var lineHeight: Double { (font.lineHeight + 3).rounded() }
    private var headingHeight: Double { (lineHeight * Self.titleScale).rounded() }

    func cardPages(in room: PrintedArea) -> CardPages {
        CardPages(
            rowCount: part.recordCount, isPicture: part.fields.map(isPicture), perPage: form.cardsPerPage,
            scale: form.cardScale, lineHeight: lineHeight, frameHeight: headingHeight + 2 * Self.padding, gap: Self.gap,
            area: room)
    }

    func pictureRoom(of pages: CardPages) -> (width: Double, height: Double) {
        (
            max(1, pages.width - 2 * Self.padding * pages.scale),
            Double(pages.linesPerPicture) * lineHeight * pages.scale
        )
    }

    func draw(_ place: CardPages.Place, of pages: CardPages, top: Double, with painter: Painter) {
        let frame = Rectangle(x: area.x + place.x, y: top + place.y, width: pages.width, height: pages.height)
        painter.stroke(frame, GridColors.onPaper.line, width: 0.75)
        painter.clipped(to: frame) {
            painter.scaled(by: pages.scale, x: frame.x, y: frame.y) {
                let card = Rectangle(
                    x: 0, y: 0, width: frame.width / pages.scale, height: frame.height / pages.scale)
                drawCard(
                    place, linesPerPicture: pages.linesPerPicture, in: card.inset(x: Self.padding, y: Self.padding),
                    with: painter)
            }
        }
    }

    private func drawCard(
        _ place: CardPages.Place, linesPerPicture: Int, in inner: Rectangle, with painter: Painter
    ) {
        let record = part.record(at: place.row)
        var heading = inner
        heading.height = headingHeight
        let number = localizedNumber(record + 1)
        painter.text(number, in: heading, GridColors.onPaper.muted, alignment: .end)
        heading.width = max(0, heading.width - font.width(of: number) - 8)
        let titleField = drawTitle(of: record, in: heading, with: painter)
        heading.width = inner.width
        if titleField == nil { heading.height = lineHeight }
        drawFields(
            place.fields.filter { part.fields[$0] != titleField }, of: record, linesPerPicture: linesPerPicture,
            below: heading, bottom: inner.y + inner.height, with: painter)
    }

    /// Draws the record's first text large, and returns its field; `nil` if there is no text, or if a line is too short
    /// for it.
    private func drawTitle(of record: Int, in heading: Rectangle, with painter: Painter) -> Int? {
        let schema = part.table.schema
        guard let field = part.fields.first(where: { schema[$0].type.holdsText && !isPicture($0) }),
            let text = String(part.table[record, field]), !text.isEmpty, !text.contains(where: \.isNewline),
            text.utf8.count <= Self.textLimit
        else { return nil }
        let scale = min(Self.titleScale, heading.width / max(1, font.width(of: text, style: .bold).rounded(.up) + 1))
        guard scale >= 1 else { return nil }
        painter.scaled(by: scale, x: heading.x, y: heading.y) {
            let room = Rectangle(x: 0, y: 0, width: heading.width / scale, height: heading.height / scale)
            painter.text(text, in: room, GridColors.onPaper.text, style: .bold)
        }
        return field
    }

    /// Draws a line for each field, and several for a picture; long texts use the lines that are left.
    private func drawFields(
        _ fields: [Int], of record: Int, linesPerPicture: Int, below heading: Rectangle, bottom: Double,
        with painter: Painter
    ) {
        let names = fields.map { part.table.schema[part.fields[$0]].name }
        let widest = names.map { font.width(of: $0, style: .bold) }.max() ?? 0
        let nameWidth = min(widest + 2, heading.width * 0.45)
        var y = heading.y + heading.height
        let lines = fields.map { pictureName(record, part.fields[$0]) != nil ? linesPerPicture : 1 }
        var linesBelow = Double(lines.reduce(0, +))
        for ((place, name), lines) in zip(zip(fields, names), lines) {
            linesBelow -= Double(lines)
            var room = Rectangle(
                x: heading.x, y: y, width: heading.width,
                height: max(lineHeight, bottom - y - linesBelow * lineHeight))
            var used = drawPicture(record, part.fields[place], in: room, lines: lines, with: painter)
            if used == nil {
                let line = Rectangle(x: room.x, y: y, width: nameWidth, height: lineHeight)
                painter.text(name, in: line, GridColors.onPaper.muted, style: .bold)
                room.x += nameWidth + 8
                room.width = max(0, room.width - nameWidth - 8)
                used = drawValue(record, part.fields[place], in: room, with: painter)
            }
            y += max(1, ((used ?? 0) / lineHeight).rounded(.up)) * lineHeight
        }
    }

    /// Draws a picture, which speaks for itself, without the name of its field.
    ///
    /// Returns the height that it takes; `nil` if the cell has no picture, or a broken one.
    private func drawPicture(
        _ record: Int, _ field: Int, in room: Rectangle, lines: Int, with painter: Painter
    ) -> Double? {
        guard let pictures, let name = pictureName(record, field) else { return nil }
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
        case .broken: return nil
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
