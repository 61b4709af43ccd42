import GtkKit
import KirokuCore

/// The check box of a Bool cell.
@MainActor
enum CheckBox {
    private static let side = 16.0

    static func rectangle(in cell: Rectangle) -> Rectangle {
        Rectangle(
            x: (cell.x + (cell.width - side) / 2).rounded(), y: (cell.y + (cell.height - side) / 2).rounded(),
            width: side, height: side)
    }

    /// A tick, an empty box, or a dash for what is neither.
    static func draw(_ value: CellValue, in cell: Rectangle, _ colors: GridColors, _ painter: Painter) {
        let box = rectangle(in: cell)
        switch value {
        case .bool(true):
            painter.fill(box, colors.selection)
            let points = [(0.22, 0.52), (0.42, 0.72), (0.8, 0.28)].map {
                (x: box.x + $0.0 * box.width, y: box.y + $0.1 * box.height)
            }
            painter.polyline(points, colors.onSelection, width: 2)
        case .bool:
            painter.stroke(box, colors.text)
        default:
            painter.stroke(box, colors.muted)
            let middle = box.y + box.height / 2
            painter.polyline(
                [(box.x + 4, middle), (box.x + box.width - 4, middle)], colors.muted, width: 2)
        }
    }
}
