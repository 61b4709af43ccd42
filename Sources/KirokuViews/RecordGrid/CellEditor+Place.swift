import Geometry
import GtkKit
import KirokuCore

/// The place of a cell's editor.
extension CellEditor {
    /// The largest number of lines of the text area; then it scrolls.
    static let mostLines = 8

    /// The place of the entry: over the first line of its cell, and over its neighbours as far as the text needs it.
    func entryPlace(in layout: GridLayout) -> Rectangle {
        let part = visiblePart(in: layout).map { layout.firstLine(of: $0) }
        return GridLayout.entryPlace(over: part.map { layout.widened($0, to: neededWidth) }, in: layout.body)
    }

    /// The place of the text area: as high as its text, over the rows below its cell.
    func areaPlace(in layout: GridLayout) -> Rectangle {
        guard usesArea, let part = visiblePart(in: layout) else {
            return GridLayout.entryPlace(over: nil, in: layout.body)
        }
        let borders = 2 * ColumnWidths.padding + 2
        let text = String(decoding: area.text.utf8.prefix(Self.mostBytes), as: UTF8.self)
        let measure = TextMeasure(of: area)
        var place = layout.widened(part, to: min(measure.width(of: text) + borders + 4, Self.mostWidth))
        // A line more than GTK needs at times would hide the first one.
        let height = measure.height(of: text, width: place.width - borders)
        let lines = min((height / layout.lineHeight).rounded(.up), Double(Self.mostLines))
        let needed = layout.singleHeight + (max(lines, 1) - 1) * layout.lineHeight
        place.height = min(max(place.height, needed), layout.body.height)
        return GridLayout.entryPlace(over: place, in: layout.body)
    }

    private func visiblePart(in layout: GridLayout) -> Rectangle? {
        gridCell.flatMap { layout.visiblePart(row: $0.row, field: $0.column) }
    }

    /// The number of bytes that are measured, which is more than the lines show.
    private static let mostBytes = 4_096
    /// As wide as lines are comfortable to read.
    private static let mostWidth = 480.0
}
