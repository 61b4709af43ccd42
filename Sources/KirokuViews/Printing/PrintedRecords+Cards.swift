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
        let scales = form.cardScale == nil ? CardPages.fillingScales.filter { $0 <= pages.scale } : [pages.scale]
        let cards = scales.lazy.map { (scale: $0, card: self.card(place, of: pages, at: $0)) }
        guard let (scale, card) = cards.first(where: { self.fits($0.card) }) ?? cards.last else { return }
        painter.clipped(to: frame) {
            painter.scaled(by: scale, x: frame.x, y: frame.y) { draw(card, with: painter) }
        }
    }

    /// One card, or a part of it, with its place and size at a scale.
    private struct Card {
        let record: Int
        let room: Rectangle
        /// The record's first text, if a line is long enough for it.
        let title: (text: String, scale: Double)?
        /// All other fields.
        let fields: [Int]
        /// The width of their names.
        let nameWidth: Double
        let linesPerPicture: Int

        var valueWidth: Double { max(0, room.width - nameWidth - 8) }
    }

    private func card(_ place: CardPages.Place, of pages: CardPages, at scale: Double) -> Card {
        let record = part.record(at: place.row)
        let room = Rectangle(x: 0, y: 0, width: pages.width / scale, height: pages.height / scale)
            .inset(x: Self.padding, y: Self.padding)
        let title = title(of: record, width: room.width - numberWidth(of: record))
        let fields = place.fields.map { part.fields[$0] }.filter { $0 != title?.field }
        let widest = fields.map { font.width(of: part.table.schema[$0].name, style: .bold) }.max() ?? 0
        return Card(
            record: record, room: room, title: title.map { ($0.text, $0.scale) }, fields: fields,
            nameWidth: min(widest + 2, room.width * 0.45),
            linesPerPicture: max(1, Int(Double(pages.linesPerPicture) * pages.scale / scale)))
    }

    private func title(of record: Int, width: Double) -> (field: Int, text: String, scale: Double)? {
        let schema = part.table.schema
        guard let field = part.fields.first(where: { schema[$0].type.holdsText && !isPicture($0) }),
            let text = String(part.table[record, field]), !text.isEmpty, text.utf8.count <= Self.textLimit,
            !text.contains(where: \.isNewline)
        else { return nil }
        let scale = min(Self.titleScale, width / max(1, font.width(of: text, style: .bold).rounded(.up) + 1))
        return scale >= 1 ? (field, text, scale) : nil
    }

    private func numberWidth(of record: Int) -> Double { font.width(of: localizedNumber(record + 1)) + 8 }

    private func headingHeight(of card: Card) -> Double { card.title == nil ? lineHeight : headingHeight }

    /// Whether all that a card holds can be read in its place.
    private func fits(_ card: Card) -> Bool {
        let lines = card.fields.reduce(0.0) { lines, field in
            guard pictureName(card.record, field) == nil else { return lines + Double(card.linesPerPicture) }
            let text = part.table.displayText(card.record, field, limit: Self.textLimit)
            return lines + max(1, (font.height(of: text, width: card.valueWidth) / lineHeight).rounded(.up))
        }
        return headingHeight(of: card) + lines * lineHeight <= card.room.height
    }

    private func draw(_ card: Card, with painter: Painter) {
        var heading = card.room
        heading.height = headingHeight(of: card)
        painter.text(localizedNumber(card.record + 1), in: heading, GridColors.onPaper.muted, alignment: .end)
        if let (text, scale) = card.title {
            painter.scaled(by: scale, x: heading.x, y: heading.y) {
                let width = (heading.width - numberWidth(of: card.record)) / scale
                let line = Rectangle(x: 0, y: 0, width: width, height: heading.height / scale)
                painter.text(text, in: line, GridColors.onPaper.text, style: .bold)
            }
        }
        drawFields(of: card, with: painter)
    }

    /// Draws a line for each field, and several for a picture; long texts use the lines that are left.
    private func drawFields(of card: Card, with painter: Painter) {
        var room = card.room
        room.y += headingHeight(of: card)
        let bottom = card.room.y + card.room.height
        let lines = card.fields.map { pictureName(card.record, $0) != nil ? card.linesPerPicture : 1 }
        var linesBelow = Double(lines.reduce(0, +))
        for (field, lines) in zip(card.fields, lines) {
            linesBelow -= Double(lines)
            room.height = max(lineHeight, bottom - room.y - linesBelow * lineHeight)
            let used =
                drawPicture(card.record, field, in: room, lines: lines, with: painter)
                ?? drawNamedValue(of: field, of: card, in: room, with: painter)
            room.y += max(1, (used / lineHeight).rounded(.up)) * lineHeight
        }
    }

    private func drawNamedValue(
        of field: Int, of card: Card, in room: Rectangle, with painter: Painter
    ) -> Double {
        let name = Rectangle(x: room.x, y: room.y, width: card.nameWidth, height: lineHeight)
        painter.text(part.table.schema[field].name, in: name, GridColors.onPaper.muted, style: .bold)
        let value = Rectangle(
            x: room.x + room.width - card.valueWidth, y: room.y, width: card.valueWidth, height: room.height)
        return drawValue(card.record, field, in: value, with: painter)
    }

    /// Draws a picture, which speaks for itself, without the name of its field.
    ///
    /// Of one that does not come from its server, a frame says so.
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
        case .broken(.onServer):
            painter.stroke(place, GridColors.onPaper.line, width: 0.75)
            let text = localized("“{picture}” is not here.", ["picture": ShownText.short(name)])
            let words = place.inset(x: Self.padding, y: Self.pictureGap)
            painter.clipped(to: place) {
                _ = painter.lines(of: text, in: words, lineHeight: lineHeight, GridColors.onPaper.muted)
            }
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
