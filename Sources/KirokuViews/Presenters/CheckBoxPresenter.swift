import Geometry
import GtkKit
import KirokuCore

/// True and false, as a check box that a click or the space bar takes from empty to true to false and back.
enum CheckBoxPresenter: CellPresenter {
    static func draws(_ value: CellValue, of field: FieldDefinition) -> Bool { true }

    static func draw(
        _ value: CellValue, of field: FieldDefinition, in line: Rectangle, inner: Rectangle, _ colors: GridColors,
        _ painter: Painter
    ) {
        CheckBox.draw(value, in: line, colors, painter)
    }

    static func printed(
        _ value: @autoclosure () -> CellValue, as text: @autoclosure () -> String, of field: FieldDefinition
    ) -> PrintedRecords.PrintedValue { .checkBox(value()) }

    static func spoken(_ value: CellValue) -> AccessibleCell.Kind { .checkBox(Bool(value)) }

    static var isToggled: Bool { true }

    static func press(
        atX x: Double, y: Double, in line: Rectangle, of field: FieldDefinition, isCurrent: Bool
    ) -> GridCommand? {
        CheckBox.rectangle(in: line).inset(x: -4, y: -4).contains(x: x, y: y) ? .toggle : nil
    }

    static func command(for key: KeyEvent, in field: FieldDefinition) -> GridCommand? {
        key.key == .space ? .toggle : nil
    }
}

/// The check box of a Bool cell.
@MainActor
enum CheckBox {
    private static let side = 16.0

    fileprivate static func rectangle(in cell: Rectangle) -> Rectangle {
        Rectangle(
            x: (cell.x + (cell.width - side) / 2).rounded(), y: (cell.y + (cell.height - side) / 2).rounded(),
            width: side, height: side)
    }

    /// Draws a tick for true, an empty box for false, or a pale box with a question mark if there is no answer.
    static func draw(_ value: CellValue, in cell: Rectangle, _ colors: GridColors, _ painter: Painter) {
        let box = rectangle(in: cell)
        switch Bool(value) {
        case true:
            painter.fill(box, colors.cursor)
            let points = [(0.22, 0.52), (0.42, 0.72), (0.8, 0.28)].map {
                (x: box.x + $0.0 * box.width, y: box.y + $0.1 * box.height)
            }
            painter.polyline(points, colors.background, width: 2)
        case false:
            painter.stroke(box, colors.text)
        case nil:
            painter.stroke(box, colors.muted.withAlpha(0.6))
            painter.text("?", in: box.inset(x: 1, y: 0), colors.muted, alignment: .center, style: .small)
        }
    }
}
