import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The cells that others are in.
extension GridDrawing {
    func drawPeople() {
        guard !people.all.isEmpty else { return }
        for row in layout.visibleRows {
            guard let record = view[row] else { continue }
            let here = people.people(in: table.ids[record])
            guard !here.isEmpty else { continue }
            for field in layout.visibleFields {
                let id = table.schema[field].id
                let inCell = here.filter { $0.place?.field == id }
                if !inCell.isEmpty { draw(inCell, around: layout.rectangle(row: row, field: field)) }
            }
        }
    }

    /// Draws an edge in the colour of the first, with a tag that has the names: colour alone is not enough.
    private func draw(_ inCell: [PresentPerson], around cell: Rectangle) {
        let color = colors.roles[inCell[0].role]
        let frame = Rectangle(x: cell.x - 1, y: cell.y - 1, width: cell.width + 1, height: cell.height + 1)
        painter.stroke(frame, color, width: 2)
        let names = inCell.map(\.name).joined(separator: localized(", "))
        let size = people.tagSize(of: names)
        let width = min(size.width, cell.width)
        // Above the cell, so that its value can be read; below it in the first row.
        let above = cell.y - size.height + 2
        let tag = Rectangle(
            x: cell.x + cell.width - width, y: above >= layout.body.y ? above : cell.y + cell.height - 2, width: width,
            height: size.height)
        painter.fill(tag, color)
        painter.text(names, in: tag.inset(x: 4), colors.background, style: .small)
    }
}
