import Geometry
import GtkKit
import KirokuCore

/// Choices, which are drawn as chips.
enum ChoicesPresenter: CellPresenter {
    /// A long text, which is hardly one of a few choices, is shown as text.
    static func draws(_ value: CellValue, of field: FieldDefinition) -> Bool {
        value.plainText.map { $0.utf8.count <= ChoiceChips.longest } ?? false
    }

    static func draw(
        _ value: CellValue, of field: FieldDefinition, in line: Rectangle, inner: Rectangle, _ colors: GridColors,
        _ painter: Painter
    ) {
        ChoiceChips(painter, colors).draw(field.choices(in: value), of: field, in: inner)
    }

    static func width(
        of value: @autoclosure () -> CellValue, as text: String, in field: FieldDefinition,
        _ measure: (String) -> Double
    ) -> Double {
        let value = value()
        return draws(value, of: field)
            ? ChoiceChips.width(of: field.choices(in: value), of: field, measure) : measure(text)
    }

    static func printed(
        _ value: @autoclosure () -> CellValue, as text: @autoclosure () -> String, of field: FieldDefinition
    ) -> PrintedRecords.PrintedValue {
        let value = value()
        return draws(value, of: field) ? .choices(field.choices(in: value), field) : .text(text())
    }

    static func chooserButton(of field: FieldDefinition) -> Button? {
        iconButton(
            "pan-down-symbolic", name: localized("Choices of {field}", ["field": field.name]),
            tooltip: localized("Choose (Alt+Down)"))
    }
}
