import GtkKit
import KirokuCore

/// Dates, which are typed or chosen from a calendar.
enum CalendarPresenter: CellPresenter {
    static func chooser(of field: FieldDefinition) -> CellChooser? {
        CellChooser(title: localized("_Choose a Date…"), isForEmptyCells: true)
    }

    static func chooserButton(of field: FieldDefinition) -> Button? {
        iconButton(
            "x-office-calendar-symbolic", name: localized("Choose the date of {field}", ["field": field.name]),
            tooltip: localized("Choose a date (Alt+Down)"))
    }
}
