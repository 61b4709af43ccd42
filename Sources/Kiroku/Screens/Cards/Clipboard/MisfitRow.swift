import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A pasted cell that does not fit, with an entry to correct it, and the reason beside or below it.
@MainActor
final class MisfitRow {
    let widget = column()
    let misfit: PastePlan.Misfit
    private let reader: EntryReader
    private let entry: Entry
    private let reason = paragraph("", width: 40)
    /// The initial text of the entry, which may be shorter than what was pasted.
    private let shownText: String

    init(_ misfit: PastePlan.Misfit, in table: RecordTable) {
        self.misfit = misfit
        let field = table.schema[misfit.field]
        reader = .typing(into: field)
        let name = localized(
            "Record {number}, {field}", ["number": localizedNumber(misfit.record + 1), "field": field.name])
        entry = GtkKit.entry(name: name)
        entry.text = misfit.text
        shownText = entry.text
        entry.setWidth(letters: 30, least: 8)
        widget.append(paragraph(name))
        widget.append(sideBySide([AnyWidget(entry), AnyWidget(reason)], spacing: 6, areEqual: true))
        entry.onChange { [weak self] in self?.showReason() }
        showReason()
    }

    /// The text in the entry.
    var text: String { entry.text }

    /// Whether the user has changed the text.
    ///
    /// An entry that is too short for the pasted text does not count as corrected.
    var isCorrected: Bool { entry.text != shownText }

    private func showReason() {
        let reason = reader.reason(entry.text)
        self.reason.text = reason?.message(for: entry.text) ?? localized("Fits")
        let (shown, hidden): (ColorRole, ColorRole) = reason == nil ? (.ok, .error) : (.error, .ok)
        self.reason.removeStyleClass(hidden.styleClass)
        self.reason.addStyleClass(shown.styleClass)
    }
}
