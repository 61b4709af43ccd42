import GtkKit
import KirokuCore
import KirokuViews

/// The questions of a search for duplicates: in which fields, and how alike.
@MainActor
final class DuplicatesView {
    let widget = column(spacing: 12)
    /// The progress of the search.
    let progress = ProgressRow(name: localized("Progress"))
    private let likeness: ComboBox
    private let boxes: [(field: FieldID, box: CheckButton)]
    private let questions = column(spacing: 18)

    /// The height of a row in the list of fields: as in other lists, so that each is easy to click.
    private static let rowHeight = 34
    private static let choices: [Likeness] = [.folded, .exact, .similar]

    /// - Parameters:
    ///   - schema: the fields to choose from.
    ///   - proposed: the fields that are chosen at first.
    init(_ schema: Schema, proposed: Set<FieldID>) {
        likeness = comboBox(name: localized("Treat as duplicates"), choices: Self.choices.map(\.title))
        boxes = schema.fields.map { ($0.id, checkButton("", name: $0.name)) }
        for (field, box) in boxes { box.isOn = proposed.contains(field) }
        likeness.chosen = 0
        build(schema)
    }

    /// Moves the focus to the first chosen field, where Enter starts the search.
    func grabFocus() { (boxes.first { $0.box.isOn == true } ?? boxes.first)?.box.grabFocus() }

    /// The chosen fields.
    var fields: [FieldID] { boxes.filter { $0.box.isOn == true }.map(\.field) }

    /// How alike the cells must be.
    var chosenLikeness: Likeness {
        likeness.chosen.flatMap { Self.choices.indices.contains($0) ? Self.choices[$0] : nil } ?? .folded
    }

    /// Shows that the search is under way, or no longer.
    func setSearching(_ isSearching: Bool) {
        questions.isSensitive = !isSearching
        if isSearching { progress.begin(localized("Looking for duplicates…")) } else { progress.end() }
    }

    private func build(_ schema: Schema) {
        widget.setMargins(vertical: 24)
        let title = sheetTitle(localized("Find Duplicates"))
        widget.append(title)
        widget.append(progress.widget)
        let lines = grid()
        lines.setSpacing(columns: 12, rows: 6)
        lines.attach(label(localized("Treat as duplicates")), column: 0, row: 0)
        lines.attach(likeness, column: 1, row: 0)
        likeness.setExpands(horizontally: true)
        questions.append(lines)
        let list = column()
        list.append(heading(localized("Compare these fields")))
        for (field, box) in zip(schema.fields, boxes) {
            let line = row()
            line.setLeastSize(width: -1, height: Self.rowHeight)
            line.append(box.box)
            line.append(label(ShownText.short(field.name)))
            list.append(line)
        }
        questions.append(list)
        widget.append(questions)
    }
}

extension Likeness {
    /// The name of the choice.
    fileprivate var title: String {
        switch self {
        case .exact: localized("Exactly the same values")
        case .folded: localized("Ignoring case, width, spaces and accents")
        case .similar: localized("Also longer texts that differ in one or two letters")
        }
    }
}
