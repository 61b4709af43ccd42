import GtkKit
import KirokuCore
import KirokuViews

/// Who else has the document open, in the header bar: a name, or the number of people.
///
/// If there is no room for a name, only the number is shown.
@MainActor
final class PeopleLabel {
    let widget = label("")
    /// Whether there is no room for a name.
    var isShort = false { didSet { if isShort != oldValue { showText() } } }
    private var people: [PresentPerson] = []

    /// How many letters of a name there is room for.
    private static let longest = 14

    init() {
        widget.addStyleClass("kiroku-people")
        widget.onTooltip { [weak self] in self?.names }
        widget.isVisible = false
        widget.setShownExplicitly()
        attach(self, to: widget, key: "kiroku-people-label")
    }

    func show(_ new: [PresentPerson]) {
        let haveChanged = new.map(\.name) != people.map(\.name)
        people = new
        guard haveChanged else { return }
        showText()
        widget.setAccessibleDescription(names ?? "")
        widget.isVisible = !new.isEmpty
    }

    /// How much wider the name is than the number, in pixels.
    var spareWidth: Int {
        guard !people.isEmpty else { return 0 }
        let measure = TextMeasure(of: widget)
        return max(0, Int(measure.width(of: name) - measure.width(of: number)))
    }

    private func showText() {
        widget.text = isShort ? number : name
    }

    private var name: String {
        guard people.count == 1 else { return localized("{count} person", "{count} people", count: people.count) }
        let name = people[0].name
        return name.count > Self.longest ? name.prefix(Self.longest - 1) + "…" : name
    }

    private var number: String { "+" + localizedNumber(people.count) }

    /// "Also here: …", a line for each.
    private var names: String? {
        people.isEmpty ? nil : ([localized("Also here:")] + people.map(\.name)).joined(separator: "\n")
    }
}
