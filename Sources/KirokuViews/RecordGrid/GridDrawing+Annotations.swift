import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Drawing annotations: cells that stand out, and lines between groups of rows.
extension GridDrawing {
    /// Draws the colour of a cell that stands out, and cuts its corner: colour alone must not be the only cue.
    func drawAnnotation(of cell: CellIndex, in place: Rectangle) {
        guard let record = view[cell.row], let annotation = rows.annotations?.cell(record, cell.column) else { return }
        let color = theme.color(annotation.role)
        painter.fill(place, color.withAlpha(0.14))
        let side = min(9, place.height / 2)
        switch annotation.corner {
        case .upper:
            painter.polygon([(place.x, place.y), (place.x + side, place.y), (place.x, place.y + side)], color)
        case .lower:
            let bottom = place.y + place.height - 1
            painter.polygon([(place.x, bottom), (place.x + side, bottom), (place.x, bottom - side)], color)
        }
    }

    /// Draws the line above the first row of a group.
    func drawGroupLine(above row: Int) {
        guard row > 0, let record = view[row], rows.annotations?.row(record)?.beginsGroup == true else { return }
        painter.fill(
            Rectangle(x: 0, y: layout.gutterRectangle(row: row).y - 1, width: layout.viewWidth, height: 2),
            colors.muted)
    }
}
