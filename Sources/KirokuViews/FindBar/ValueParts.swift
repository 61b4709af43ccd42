import GtkKit
import KirokuCore

/// The widgets in the popover with a field's values.
@MainActor
final class ValueParts {
    let content = column(spacing: 6)
    let search = entry(name: localized("Search the values"))
    let order = comboBox(
        name: localized("Order of the values"), choices: [localized("In order"), localized("By count")])
    let all = button(localized("Select _All"))
    let none = button(localized("_None"))
    let lines = ValueLines()
    let status = label()
    let from = entry(name: localized("From"))
    let to = entry(name: localized("To"))
    let problem = paragraph("", width: 40)
    private let scroller: ScrolledContent

    /// The greatest height of the list, in pixels.
    private static let height = 260
    /// The height of everything around the list.
    private static let surroundings = 190
    private static let leastHeight = 60

    init(of field: FieldDefinition, range: (from: String, to: String)?) {
        scroller = scrolled(lines.widget)
        content.setMargins(horizontal: 12, vertical: 12)
        content.setLeastSize(width: 280, height: -1)
        search.setPlaceholder(localized("Search the values"))
        order.chosen = 0
        problem.addStyleClass(ColorRole.error.styleClass)
        let buttons = row()
        for button in [all, none] { buttons.append(button) }
        buttons.appendAtEnd(order)
        if !field.isPicture {
            content.append(search)
            content.append(buttons)
        }
        content.append(scroller, fills: true)
        content.append(status)
        if let range {
            (from.text, to.text) = (range.from, range.to)
            content.append(rangeRow(of: field))
            content.append(problem)
        }
        content.showAll()
        for part in [AnyWidget(status), AnyWidget(problem)] {
            part.isVisible = false
            part.setShownExplicitly()
        }
    }

    private func rangeRow(of field: FieldDefinition) -> Box {
        let range = row()
        for (caption, entry) in [(localized("From"), from), (localized("To"), to)] {
            entry.setWidth(letters: 10, least: 6)
            range.append(label(caption))
            range.append(entry, fills: true)
        }
        return range
    }

    var chosenOrder: FieldValues.Order { order.chosen == 1 ? .count : .value }

    /// Gives the list the height of its lines, limited by the room.
    ///
    /// - Parameter room: the room for everything, in pixels.
    func setListHeight(room: Int) {
        let height = max(Self.leastHeight, min(Self.height, room - Self.surroundings))
        scroller.setHeight(in: Self.leastHeight...height)
    }
}
