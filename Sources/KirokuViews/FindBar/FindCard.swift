import GtkKit
import KirokuCore
import KirokuPresentation

/// An empty card for finding: a line for each field, which takes a condition written in signs.
@MainActor
final class FindCard {
    let widget = column(spacing: 6)
    /// Called with a field and the entry that the user has changed.
    var onChange: ((FieldDefinition, String) -> Void)?
    let entries: [(field: FieldDefinition, entry: Entry)]

    init(_ fields: [FieldDefinition]) {
        let form = grid()
        form.setSpacing(columns: 12, rows: 6)
        entries = fields.map { field in
            let entry = GtkKit.entry(name: field.name)
            entry.setExpands(horizontally: true)
            return (field, entry)
        }
        for (index, (field, entry)) in entries.enumerated() {
            form.attach(label(field.name, alignment: .end), column: 0, row: index)
            form.attach(entry, column: 1, row: index)
            entry.onChange { [weak self] in self?.onChange?(field, entry.text) }
        }
        widget.append(form)
        widget.showAll()
    }

    /// Moves the focus to the first line.
    func grabFocus() {
        entries.first?.entry.grabFocusSelectingAll()
    }

    /// Shows these lines; only the first of several for one field.
    func show(_ lines: [FindLine]) {
        for (field, entry) in entries {
            let line = lines.first { $0.field == field.id }
            let text = line.map { $0.isFilledIn ? $0.entry : "" } ?? ""
            if entry.text != text { entry.text = text }
            entry.setPlaceholder(
                line?.list.map { "\($0.name): \($0.summary(in: field))" } ?? field.type.findHint)
        }
    }

    func setWrong(_ wrong: FieldID?) {
        for (field, entry) in entries {
            if field.id == wrong { entry.addStyleClass("error") } else { entry.removeStyleClass("error") }
        }
    }
}
