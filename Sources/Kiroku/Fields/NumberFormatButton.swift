import GtkKit
import KirokuCore
import KirokuViews

/// A button that shows an example of a field's number format, and opens the choices for it.
@MainActor
final class NumberFormatButton {
    let widget: PopoverButton
    /// Whether the example is a whole number, as those of the field are.
    var isOfWholeNumbers = false { didSet { refresh() } }

    private let places = comboBox(
        name: localized("Decimal places"),
        choices: [localized("As typed")] + (0...NumberFormat.mostPlaces).map { localizedNumber($0) })
    private let thousands = checkButton(localized("Thousands separators"))
    private let percent = checkButton(localized("As percent: 0.05 is 5%"))
    private let unit = entry(name: localized("Unit or currency"))
    private let unitPlace = comboBox(
        name: localized("Position of the unit"), choices: NumberFormat.UnitPlace.allCases.map(\.title))
    private let example = label(alignment: .end)

    /// - Parameter format: the format that is chosen at first.
    init(_ format: NumberFormat) {
        let content = column(spacing: 6)
        widget = popoverButton(caption: "", name: "", content: content)
        places.chosen = format.places.map { $0 + 1 } ?? 0
        thousands.isOn = format.groupsThousands
        percent.isOn = format.isPercent
        unit.text = format.unit
        unit.setLongest(letters: NumberFormat.unitLimit)
        unit.setWidth(letters: 8, least: 4)
        unitPlace.chosen = NumberFormat.UnitPlace.allCases.firstIndex(of: format.unitPlace)
        fill(content)
        connect()
        refresh()
    }

    /// The format that is chosen.
    var format: NumberFormat {
        NumberFormat(
            places: places.chosen.flatMap { $0 > 0 ? $0 - 1 : nil }, groupsThousands: thousands.isOn == true,
            unit: unit.text, unitPlace: unitPlace.chosen.map { NumberFormat.UnitPlace.allCases[$0] } ?? .after,
            isPercent: percent.isOn == true)
    }

    private func fill(_ content: Box) {
        let lines = grid()
        lines.setSpacing(columns: 12, rows: 6)
        let unitLine = row(spacing: 6)
        unitLine.append(unit, fills: true)
        unitLine.append(unitPlace)
        let shown: [(String, AnyWidget)] = [
            (localized("Decimal places"), AnyWidget(places)), (localized("Unit or currency"), AnyWidget(unitLine)),
        ]
        for (index, (caption, control)) in shown.enumerated() {
            lines.attach(label(caption), column: 0, row: index)
            lines.attach(control, column: 1, row: index)
        }
        content.append(lines)
        content.append(thousands)
        content.append(percent)
        content.append(example)
        content.setMargins(horizontal: 12, vertical: 12)
        content.showAll()
    }

    private func connect() {
        places.onChange { [weak self] in self?.refresh() }
        thousands.onToggle { [weak self] in self?.refresh() }
        percent.onToggle { [weak self] in self?.refresh() }
        unit.onChange { [weak self] in self?.refresh() }
        unitPlace.onChange { [weak self] in self?.refresh() }
        unit.onKey { [weak self] key in
            guard let self, key.key == .enter, key.modifiers.isEmpty else { return false }
            if !unit.inputMethodTakes(key) { widget.close() }
            return true
        }
    }

    /// Shows a number in the format: with a decimal that rounding does not hide.
    private func refresh() {
        let format = format
        let text = isOfWholeNumbers ? format.text(1_234) : format.text(format.isPercent ? 0.125 : 1_234.5)
        widget.caption = text
        widget.setTooltip(localized("Number format"))
        widget.accessibleDescription = text
        example.text = localized("Example: {number}", ["number": text])
        unitPlace.isSensitive = !format.unit.isEmpty
    }
}

extension NumberFormat.UnitPlace {
    fileprivate var title: String {
        switch self {
        case .after: localized("After the number")
        case .before: localized("Before the number")
        }
    }
}
