import Geometry
import GtkKit
import KirokuCore

/// How the cells of a field are drawn, printed, spoken and operated.
///
/// There is one for each ``CellControl``; nothing else in the views checks which control a field has. They have no
/// state, so drawing a cell allocates nothing for its presenter.
protocol CellPresenter: SendableMetatype {
    // MARK: Looking at it

    /// Whether it draws the value itself, which fits the field; otherwise the value is shown as text.
    static func draws(_ value: CellValue, of field: FieldDefinition) -> Bool

    /// Draws a value for which ``draws(_:of:)`` is true.
    ///
    /// - Parameters:
    ///   - line: the first line of the cell.
    ///   - inner: the part of it for texts.
    @MainActor
    static func draw(
        _ value: CellValue, of field: FieldDefinition, in line: Rectangle, inner: Rectangle, _ colors: GridColors,
        _ painter: Painter)

    /// The width that a value needs.
    ///
    /// - Parameters:
    ///   - text: the value as text.
    ///   - measure: the width of a text.
    @MainActor
    static func width(
        of value: @autoclosure () -> CellValue, as text: String, in field: FieldDefinition,
        _ measure: (String) -> Double
    ) -> Double

    /// The look of a value on paper, which fits the field.
    static func printed(
        _ value: @autoclosure () -> CellValue, as text: @autoclosure () -> String, of field: FieldDefinition
    ) -> PrintedRecords.PrintedValue

    /// The form in which screen readers get a cell whose value fits the field.
    static func spoken(_ value: CellValue) -> AccessibleCell.Kind

    // MARK: Operating it

    /// Whether cells are toggled, not typed into.
    static var isToggled: Bool { get }

    /// The action of a click on a part of the cell, beyond selecting it.
    ///
    /// - Parameters:
    ///   - line: the first line of the cell.
    ///   - isCurrent: whether the cursor is on the cell already.
    @MainActor
    static func press(
        atX x: Double, y: Double, in line: Rectangle, of field: FieldDefinition, isCurrent: Bool
    ) -> GridCommand?

    /// The action of a key that would otherwise be typed into the cell.
    @MainActor
    static func command(for key: KeyEvent, in field: FieldDefinition) -> GridCommand?

    /// The chooser for values; `nil` for none.
    static func chooser(of field: FieldDefinition) -> CellChooser?

    /// The button beside the entry in a card that opens it; `nil` if the keyboard is enough.
    @MainActor
    static func chooserButton(of field: FieldDefinition) -> Button?

    /// Whether records are worth finding by a range of values, where values lie between others.
    static var hasRanges: Bool { get }
}

/// A chooser for values, such as a calendar.
struct CellChooser {
    /// The title of the menu item that opens it.
    let title: String
    /// Whether Alt+Down opens it in an empty cell only, and goes to an earlier value in the others.
    var isForEmptyCells = false
}

extension CellPresenter {
    static func draws(_ value: CellValue, of field: FieldDefinition) -> Bool { false }

    @MainActor
    static func draw(
        _ value: CellValue, of field: FieldDefinition, in line: Rectangle, inner: Rectangle, _ colors: GridColors,
        _ painter: Painter
    ) {}

    @MainActor
    static func width(
        of value: @autoclosure () -> CellValue, as text: String, in field: FieldDefinition,
        _ measure: (String) -> Double
    ) -> Double { measure(text) }

    static func printed(
        _ value: @autoclosure () -> CellValue, as text: @autoclosure () -> String, of field: FieldDefinition
    ) -> PrintedRecords.PrintedValue { .text(text()) }

    static func spoken(_ value: CellValue) -> AccessibleCell.Kind { .text }

    static var isToggled: Bool { false }

    @MainActor
    static func press(
        atX x: Double, y: Double, in line: Rectangle, of field: FieldDefinition, isCurrent: Bool
    ) -> GridCommand? { nil }

    @MainActor
    static func command(for key: KeyEvent, in field: FieldDefinition) -> GridCommand? { nil }

    /// A field of any type may have choices.
    static func chooser(of field: FieldDefinition) -> CellChooser? {
        field.offersOptions ? CellChooser(title: localized("_Choose…")) : nil
    }

    @MainActor
    static func chooserButton(of field: FieldDefinition) -> Button? { nil }

    static var hasRanges: Bool { true }

    /// Whether Alt+Down opens the chooser.
    static func opensChooser(of field: FieldDefinition, isEmpty: @autoclosure () -> Bool) -> Bool {
        guard let chooser = chooser(of: field) else { return false }
        return !chooser.isForEmptyCells || isEmpty()
    }
}

/// Values that are shown and typed as text, which is the default for all presenters.
enum EntryPresenter: CellPresenter {}

extension FieldType {
    /// The presenter for cells of its fields.
    var presenter: any CellPresenter.Type {
        switch control {
        case .entry: EntryPresenter.self
        case .calendar: CalendarPresenter.self
        case .choices: ChoicesPresenter.self
        case .stars: StarsPresenter.self
        case .checkBox: CheckBoxPresenter.self
        }
    }
}
