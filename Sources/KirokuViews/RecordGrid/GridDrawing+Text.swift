import Geometry
import GtkKit
import KirokuCore

/// Texts, which may have more lines than their rows.
extension GridDrawing {
    /// Draws the text of a cell over the lines of its row; if it hides lines, shows their number at the end.
    func drawText(of cell: CellIndex, in inner: Rectangle, _ color: Color) {
        guard let record = view[cell.row] else { return }
        let lines = layout.lines(in: cell.row)
        var text = table.displayText(record, cell.column, limit: lines * Self.bytesInLine)
        guard !text.isEmpty else { return }
        let hasBreak = text.utf8.contains { $0 == 0x0a || $0 == 0x0d }
        let isCut = text.utf8.count > (lines - 1) * Self.bytesInLine
        let count = hasBreak || isCut ? table.lineCount(record, cell.column) : LineCount(of: "")
        guard lines > 1 else {
            var room = layout.firstLine(of: inner)
            if count.count > 1 { drawNote(count, in: &room) }
            return painter.text(text, in: room, color)
        }
        if hasBreak { text = LineCount.first(lines, of: text) }
        var room = Rectangle(
            x: inner.x, y: inner.y, width: inner.width, height: Double(lines) * layout.lineHeight)
        let fits = { [painter, layout] in
            painter.wrapped(text, in: room, firstLine: layout.singleHeight, nil)
        }
        if count.count > lines || count.count > 1 && !fits() {
            var last = room
            last.y += layout.singleHeight + Double(lines - 2) * layout.lineHeight
            last.height = layout.lineHeight
            drawNote(count, in: &last)
            room.width = last.width
        }
        painter.wrapped(text, in: room, firstLine: layout.singleHeight, color)
    }

    /// Draws the number of lines at the end of the room, which then ends before it.
    private func drawNote(_ count: LineCount, in room: inout Rectangle) {
        let note = "¶ " + count.text
        let width = (painter.width(of: note, style: .small) + Self.distance).rounded(.up)
        // Half a cell at most: the text says more than its length.
        guard width < room.width / 2 else { return }
        room.width -= width
        let place = Rectangle(x: room.x + room.width, y: room.y, width: width, height: room.height)
        painter.text(note, in: place, colors.muted, alignment: .end, style: .small)
    }

    /// How many bytes of a text a line of a wide field can show.
    static var bytesInLine: Int { 512 }
    /// The distance between the text and the number of lines.
    private static var distance: Double { 6 }
}
