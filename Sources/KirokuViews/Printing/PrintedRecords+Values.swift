import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The value of a cell on paper: a check box, stars, choices, or a text over as many lines as it needs.
extension PrintedRecords {
    /// How many bytes of a text are read: about as much as a page can hold.
    nonisolated static let textLimit = 8_192

    /// The look of a value.
    enum PrintedValue: Sendable {
        case checkBox(CellValue)
        case choices([String], FieldDefinition)
        case text(String)

        /// The number of bytes of its texts.
        var length: Int {
            switch self {
            case .checkBox: 0
            case .choices(let choices, _): choices.reduce(0) { $0 + $1.utf8.count }
            case .text(let text): text.utf8.count
            }
        }
    }

    nonisolated static func printedValue(of table: RecordTable, _ record: Int, _ field: Int) -> PrintedValue {
        let definition = table.schema[field]
        guard !table.isUnfit(record, field) else { return .text(table.displayText(record, field, limit: textLimit)) }
        return definition.type.presenter.printed(
            table[record, field], as: table.displayText(record, field, limit: textLimit), of: definition)
    }

    /// The height of a value that is wrapped at a width.
    func height(of value: PrintedValue, width: Double, lineHeight: Double) -> Double {
        switch value {
        case .checkBox: lineHeight
        case .choices(let choices, let field):
            lineHeight
                * Double(ChoiceChips.lines(of: choices, of: field, in: width) { font.width(of: $0) }.count)
        case .text(let text): font.height(of: text, width: width)
        }
    }

    /// Draws a value from the upper left of the room, and returns the height that it takes.
    func draw(
        _ value: PrintedValue, in room: Rectangle, lineHeight: Double, with painter: Painter
    ) -> Double {
        let colors = GridColors.onPaper
        switch value {
        case .checkBox(let value):
            let box = Rectangle(x: room.x, y: room.y, width: 16, height: lineHeight)
            CheckBox.draw(value, in: box, colors, painter)
            return lineHeight
        case .choices(let choices, let field):
            return ChoiceChips(painter, colors).draw(choices, of: field, in: room, lineHeight: lineHeight)
        case .text(let text): return painter.lines(of: text, in: room, lineHeight: lineHeight, colors.text)
        }
    }
}

extension GridColors {
    /// The colours on paper, whatever the theme: black on white, and greys that printers can print.
    static let onPaper = GridColors(
        text: .black, muted: Color.black.mixed(with: .white, 0.4), line: Color.black.mixed(with: .white, 0.7),
        background: .white, headerBackground: Color.black.mixed(with: .white, 0.93), selection: .black,
        cursor: .black, error: .black, mark: .black, conflict: .black, roles: RoleColors())
}

extension Color {
    static let black = Color(red: 0, green: 0, blue: 0)
    static let white = Color(red: 1, green: 1, blue: 1)
}
