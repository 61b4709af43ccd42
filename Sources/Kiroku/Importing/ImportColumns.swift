import GtkKit
import KirokuCore

/// The first records of a file to import, with a choice above each column: the field that it goes to, or its type.
@MainActor
final class ImportColumns {
    let widget = column(spacing: 6)
    /// Called when the user changes a choice.
    var onChange: (() -> Void)?
    /// The user's choices, by the index of the column.
    private(set) var chosen: [Int: ImportOptions.ColumnChoice] = [:]

    /// The number of columns shown at a time: drop-down lists are heavy, and a text may have hundreds of columns.
    static let pageSize = 20

    private let schema: Schema?
    private var names: [String] = []
    private var isMerge = false
    private var found: TextPreview?
    private var options = ImportOptions()
    /// What happens to each column, whether chosen by the user or not.
    private var outcome: [ImportOptions.ColumnChoice?] = []
    /// The choices for a column.
    private var choices: [ImportOptions.ColumnChoice?] = []
    /// The first column that is shown.
    private var start = 0
    /// The columns that are shown.
    private var columns: [(box: ComboBox, cells: [Label])] = []
    private let table = column()
    private let pager = row()
    private let pagerText = label()
    private let previous = iconButton("go-previous-symbolic", name: localized("Previous Columns"))
    private let next = iconButton("go-next-symbolic", name: localized("Next Columns"))
    private var isFilling = false

    /// - Parameter schema: the schema of the document that can take the records; `nil` if there is none.
    init(schema: Schema?) {
        self.schema = schema
        let place = scrolled(table)
        // Room for choices, names, and a few records.
        place.setHeight(in: 130...220)
        widget.append(place)
        pager.append(previous)
        pager.append(pagerText)
        pager.append(next)
        widget.append(pager)
        widget.showAll()
        pager.setShownExplicitly()
        pager.isVisible = false
        previous.onPress { [weak self] in self?.turn(by: -Self.pageSize) }
        next.onPress { [weak self] in self?.turn(by: Self.pageSize) }
    }

    /// Shows the first records as they are read now.
    ///
    /// The choices stay while the columns are the same and the records still go to a new document, or to the open one.
    func show(_ found: TextPreview, _ options: ImportOptions) {
        let isMerge = options.destination != .newDocument
        let isOther = names != found.names || isMerge != self.isMerge || columns.isEmpty
        (self.found, self.options, self.isMerge, names) = (found, options, isMerge, found.names)
        if isOther {
            chosen = [:]
            start = 0
            choices = allChoices
            makeColumns()
        }
        fill()
    }

    private var allChoices: [ImportOptions.ColumnChoice?] {
        guard isMerge else { return [nil] + FieldType.offered.map { .type($0) } + [.leftOut] }
        return [.leftOut] + (schema?.fields ?? []).map { .field($0.id) }
    }

    private func title(of choice: ImportOptions.ColumnChoice?) -> String {
        switch choice {
        case nil: localized("Automatic")
        case .leftOut: localized("Not imported")
        case .type(let type): type.name
        case .field(let id): ShownText.short(schema?.index(of: id).map { schema?[$0].name ?? "" } ?? "")
        }
    }

    private func turn(by count: Int) {
        guard names.indices.contains(start + count) else { return }
        start += count
        makeColumns()
        fill()
    }

    private func makeColumns() {
        table.removeAll()
        let grid = GtkKit.grid()
        grid.setSpacing(columns: 18, rows: 3)
        let titles = choices.map(title)
        let end = min(start + Self.pageSize, names.count)
        columns = (start..<end).map { place in
            let name = ["column": ShownText.short(names[place])]
            let box = comboBox(
                name: isMerge
                    ? localized("Field for “{column}”", name) : localized("Type of “{column}”", name),
                choices: titles)
            box.onChange { [weak self] in self?.choose(box.chosen, forColumn: place) }
            grid.attach(box, column: place - start, row: 0)
            grid.attach(heading(ShownText.short(names[place])), column: place - start, row: 1)
            let cells = (0..<ImportWork.previewCount).map { row in
                let cell = label("")
                grid.attach(cell, column: place - start, row: row + 2)
                return cell
            }
            return (box, cells)
        }
        table.append(grid)
        table.showAll()
        pager.isVisible = names.count > Self.pageSize
        let numbers = ["first": start + 1, "last": end, "count": names.count].mapValues { localizedNumber($0) }
        pagerText.text = localized("Columns {first} to {last} of {count}", numbers)
        previous.isSensitive = start > 0
        next.isSensitive = end < names.count
    }

    private func choose(_ index: Int?, forColumn place: Int) {
        guard !isFilling, let index, choices.indices.contains(index) else { return }
        let choice = choices[index]
        chosen[place] = choice
        if case .field = choice {
            // A field takes one column.
            for other in outcome.indices where other != place && outcome[other] == choice { chosen[other] = .leftOut }
        }
        onChange?()
    }

    private func fill() {
        guard let found else { return }
        options.columns = chosen
        outcome = names.indices.map { chosen[$0] }
        if isMerge, let schema {
            let fields = options.matching(in: schema).fields(
                ofColumns: names.count, header: found.hasHeader ? names : nil, in: schema)
            outcome = fields.map { $0.map { .field(schema[$0].id) } ?? .leftOut }
        }
        isFilling = true
        defer { isFilling = false }
        for (place, column) in zip(start..., columns) {
            let choice = outcome[place]
            column.box.chosen = choices.firstIndex { $0 == choice }
            for (row, cell) in column.cells.enumerated() {
                let record = found.records.indices.contains(row) ? found.records[row] : []
                show(record.indices.contains(place) ? record[place] : nil, choice, in: cell)
            }
        }
    }

    /// Shows a text, and whether it fits its field.
    private func show(_ text: String?, _ choice: ImportOptions.ColumnChoice?, in cell: Label) {
        cell.text = ShownText.short(text ?? "")
        cell.isSensitive = choice != .leftOut
        let type: FieldType? =
            switch choice {
            case .type(let type): type
            case .field(let id): schema?.index(of: id).flatMap { schema?[$0].type }
            case .leftOut, nil: nil
            }
        let reason = text.flatMap { text in type.flatMap { EntryReader(type: $0, keepsDigits: true).reason(text) } }
        let isUnfit = reason != nil
        if isUnfit {
            cell.addStyleClass(ColorRole.caution.styleClass)
        } else {
            cell.removeStyleClass(ColorRole.caution.styleClass)
        }
        cell.setTooltip(isUnfit ? text.flatMap { reason?.message(for: $0) } : nil)
    }
}
