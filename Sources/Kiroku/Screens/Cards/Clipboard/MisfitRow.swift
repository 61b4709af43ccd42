import GtkKit
import KirokuCore
import KirokuViews

/// A pasted cell that does not fit, with an entry to correct it and the reason beside.
@MainActor
final class MisfitRow {
    let misfit: PastePlan.Misfit
    private let reader: EntryReader
    private let place: Label
    private let entry: Entry
    private let reason = label()
    /// What the entry held at first; of a very long text that is less than was pasted.
    private let shownText: String

    init(_ misfit: PastePlan.Misfit, in table: RecordTable) {
        self.misfit = misfit
        let field = table.schema[misfit.field]
        reader = EntryReader(type: field.type)
        let name = localized(
            "Record {number}, {field}", ["number": localizedNumber(misfit.record + 1), "field": field.name])
        place = label(name)
        entry = GtkKit.entry(name: name)
        entry.text = misfit.text
        shownText = entry.text
        entry.setExpands(horizontally: true)
        reason.setExpands(horizontally: true)
        entry.onChange { [weak self] in self?.showReason() }
        showReason()
    }

    /// What stands in the entry now.
    var text: String { entry.text }

    /// Whether the user has put something else in.
    ///
    /// An entry that could not hold the text as a whole has not been corrected.
    var isCorrected: Bool { entry.text != shownText }

    func put(into list: Grid, at row: Int) {
        list.attach(place, column: 0, row: row)
        list.attach(entry, column: 1, row: row)
        list.attach(reason, column: 2, row: row)
    }

    private func showReason() {
        let reason = reader.reason(entry.text)
        self.reason.text = reason?.message(for: entry.text) ?? localized("Fits")
        let (shown, hidden): (ColorRole, ColorRole) = reason == nil ? (.ok, .error) : (.error, .ok)
        self.reason.removeStyleClass(hidden.styleClass)
        self.reason.addStyleClass(shown.styleClass)
    }
}
