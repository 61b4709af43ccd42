import GtkKit
import KirokuCore

/// The menu of the choices that a field offers for a cell.
@MainActor
enum ChoiceMenu {
    /// An item for each choice, which is on if the cell has it.
    ///
    /// - Parameter choose: called with the cell's new value.
    static func items(
        of field: FieldDefinition, for value: CellValue, choose: @escaping @MainActor (CellValue) -> Void
    ) -> [ContextMenuItem] {
        let chosen = Set(field.offered(in: value))
        guard !field.options.isEmpty else {
            return [ContextMenuItem(localized("No choices yet; press F4 to add some"), isEnabled: false) {}]
        }
        return field.options.map { option in
            let isOn = chosen.contains(option.text)
            let caption = option.caption
            return ContextMenuItem(
                caption.replacing("_", with: "__"), mark: field.type.holdsSeveral ? .check(isOn) : .choice(isOn)
            ) {
                choose(field.cell(value, toggling: option.text))
            }
        }
    }
}
