import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Cards: a heading with the title and the number of the record, a line for each field, and the pictures.
extension PrintedRecords {
    private static let padding = 8.0
    private static let gap = 14.0
    /// The greatest size of titles beside that of other text.
    private static let titleScale = 1.5
    /// The ratio of width to height of a picture that is not loaded yet.
    private static let usualRatio = 4.0 / 3

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
        let all = CardPages.fillingScales + CardPages.tightScales.dropFirst()
        let scales = form.cardScale == nil ? all.filter { $0 <= pages.scale } : [pages.scale]
        let cards = scales.lazy.map { (scale: $0, card: self.card(place, of: pages, at: $0)) }
        guard let (scale, card) = cards.first(where: \.card.isWhole) ?? cards.last else { return }
        painter.clipped(to: frame) {
            painter.scaled(by: scale, x: frame.x, y: frame.y) { draw(card, with: painter) }
        }
    }

    /// One card, or a part of it, with its place and size at a scale.
    private struct Card {
        let record: Int
        /// The room inside the frame.
        let room: Rectangle
        /// The record's first text, if a line is long enough for it.
        let title: (text: String, scale: Double)?
        let headingHeight: Double
        /// All other fields, with the names of their pictures.
        let fields: [(field: Int, picture: String?)]
        /// The width of their names.
        let nameWidth: Double
        let arrangement: CardArrangement
        /// Whether the place is large enough for all of its contents.
        let isWhole: Bool

        /// The room for texts below the heading.
        var textRoom: Rectangle {
            var room = room
            room.y += headingHeight
            room.height -= headingHeight
            if arrangement.columnWidth > 0 { room.width -= arrangement.columnWidth + CardArrangement.gap }
            return room
        }
    }

    /// The blank between the name of a field and its value.
    private static let nameGap = 8.0

    private func card(_ place: CardPages.Place, of pages: CardPages, at scale: Double) -> Card {
        let record = part.record(at: place.row)
        let room = Rectangle(x: 0, y: 0, width: pages.width / scale, height: pages.height / scale)
            .inset(x: Self.padding, y: Self.padding)
        let title = title(of: record, width: room.width - numberWidth(of: record))
        let heading = title == nil ? lineHeight : headingHeight
        let fields = place.fields.map { part.fields[$0] }.filter { $0 != title?.field }
            .map { (field: $0, picture: shownPicture(record, $0)) }
        let texts = fields.filter { $0.picture == nil }.map(\.field)
        let widest = texts.map { font.width(of: part.table.schema[$0].name, style: .bold) }.max() ?? 0
        let below = CardArrangement.Room(
            width: room.width, height: room.height - heading, lineHeight: lineHeight,
            pictures: fields.compactMap(\.picture).map(ratio))
        func nameWidth(in width: Double) -> Double { min(widest + 2, width * 0.45) }
        let values = texts.map { Self.printedValue(of: part.table, record, $0) }
        let found = CardArrangement.largest(in: below) { width in
            let valueWidth = width - nameWidth(in: width) - Self.nameGap
            return values.reduce(0) { $0 + inLines(height(of: $1, width: valueWidth, lineHeight: lineHeight)) }
        }
        let arrangement = found ?? .shortened(in: below)
        let column = arrangement.columnWidth > 0 ? arrangement.columnWidth + CardArrangement.gap : 0
        return Card(
            record: record, room: room, title: title.map { ($0.text, $0.scale) }, headingHeight: heading,
            fields: fields, nameWidth: nameWidth(in: room.width - column), arrangement: arrangement,
            isWhole: found != nil)
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

    /// The height of whole lines, at least one.
    private func inLines(_ height: Double) -> Double { max(1, (height / lineHeight).rounded(.up)) * lineHeight }

    /// The name of the picture drawn for a cell, or represented by a frame; `nil` if its text is shown.
    private func shownPicture(_ record: Int, _ field: Int) -> String? {
        guard let pictures, let name = pictureName(record, field) else { return nil }
        switch pictures.state(of: name) {
        case .image, .waiting, .broken(.onServer): return name
        case .broken: return nil
        }
    }

    private func ratio(of picture: String) -> Double {
        guard case .image(let image)? = pictures?.state(of: picture) else { return Self.usualRatio }
        return Double(image.width) / Double(max(image.height, 1))
    }

    private func draw(_ card: Card, with painter: Painter) {
        var heading = card.room
        heading.height = card.headingHeight
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

    /// Draws a line for each field, and the pictures; long texts use the lines that are left.
    private func drawFields(of card: Card, with painter: Painter) {
        var room = card.textRoom
        let bottom = room.y + room.height
        var column = Rectangle(
            x: room.x + room.width + CardArrangement.gap, y: room.y, width: card.arrangement.columnWidth,
            height: card.arrangement.pictureHeight)
        let isBeside = column.width > 0
        func least(_ picture: String?) -> Double {
            picture == nil ? lineHeight : isBeside ? 0 : card.arrangement.pictureHeight + CardArrangement.gap
        }
        var below = card.fields.reduce(0) { $0 + least($1.picture) }
        for (field, picture) in card.fields {
            below -= least(picture)
            room.height = max(lineHeight, bottom - room.y - below)
            guard let picture else {
                room.y += inLines(drawNamedValue(of: field, of: card, in: room, with: painter))
                continue
            }
            if isBeside {
                column.y += drawPicture(picture, in: column, with: painter) + CardArrangement.gap
            } else {
                // Half of the gap is above it.
                var place = room
                place.y += CardArrangement.gap / 2
                place.height = min(room.height - CardArrangement.gap, card.arrangement.pictureHeight)
                room.y += drawPicture(picture, in: place, with: painter) + CardArrangement.gap
            }
        }
    }

    private func drawNamedValue(
        of field: Int, of card: Card, in room: Rectangle, with painter: Painter
    ) -> Double {
        let name = Rectangle(x: room.x, y: room.y, width: card.nameWidth, height: lineHeight)
        painter.text(part.table.schema[field].name, in: name, GridColors.onPaper.muted, style: .bold)
        var value = room
        value.x += card.nameWidth + Self.nameGap
        value.width = max(0, room.width - card.nameWidth - Self.nameGap)
        return draw(
            Self.printedValue(of: part.table, card.record, field), in: value, lineHeight: lineHeight, with: painter)
    }

    /// Draws a picture, which speaks for itself, without the name of its field, and returns its height.
    ///
    /// A frame shows that a picture cannot be fetched from its server.
    private func drawPicture(_ name: String, in place: Rectangle, with painter: Painter) -> Double {
        switch pictures?.state(of: name) {
        case .image(let image)?:
            var drawn = image.rectangle(in: place, scale: 1)
            (drawn.x, drawn.y) = (place.x, place.y)
            painter.image(image, in: drawn)
            return drawn.height
        case .broken(.onServer)?:
            painter.stroke(place, GridColors.onPaper.line, width: 0.75)
            let text = localized("“{picture}” is missing.", ["picture": ShownText.short(name)])
            let words = place.inset(x: Self.padding / 2, y: Self.padding / 2)
            painter.clipped(to: place) {
                _ = painter.lines(of: text, in: words, lineHeight: lineHeight, GridColors.onPaper.muted)
            }
        default: PictureSign.draw(in: place, size: place.height, isBroken: false, GridColors.onPaper.line, painter)
        }
        return place.height
    }
}
