import GtkKit
import KirokuCore

/// The first records of a file that is to be imported, with a choice over each column: which field it goes to, or of
/// which type it is.
@MainActor
final class ImportColumns {
    let widget = column(spacing: 6)
    /// Called when something else was chosen.
    var onChange: (() -> Void)?
    /// What was chosen by the user, by the place of the column.
    private(set) var chosen: [Int: ImportOptions.ColumnChoice] = [:]

    /// Columns beyond are read as the others, but not shown.
    private static let limit = 40

    private let schema: Schema?
    private var names: [String] = []
    private var isMerge = false
    private var boxes: [ComboBox] = []
    private var choices: [ImportOptions.ColumnChoice?] = []
    private let table = column()
    private let more = paragraph("", isMuted: true)
    private var cells: [[Label]] = []
    private var isFilling = false

    /// - Parameter schema: of the document that records can go into; `nil` if there is none.
    init(schema: Schema?) {
        self.schema = schema
        let place = scrolled(table)
        // Choices, names, and a few records.
        place.setHeight(in: 130...220)
        widget.append(place)
        widget.append(more)
        widget.showAll()
        more.setShownOnlyByItself()
        more.isVisible = false
    }

    /// Shows the first records as they are read now.
    ///
    /// What was chosen stays as long as the columns are the same, and the records go to the same place.
    func show(_ found: TextPreview, _ options: ImportOptions) {
        let isMerge = options.destination != .newDocument
        if names != found.names || isMerge != self.isMerge || boxes.isEmpty {
            names = found.names
            self.isMerge = isMerge
            chosen = [:]
            makeBoxes()
        }
        fill(found, options)
    }

    private func makeBoxes() {
        let fields = schema?.fields ?? []
        choices =
            isMerge
            ? [.leftOut] + fields.map { .field($0.id) } : [nil] + FieldType.allCases.map { .type($0) } + [.leftOut]
        let titles = choices.map { choice in
            switch choice {
            case nil: localized("As the values show")
            case .leftOut: localized("Left out")
            case .type(let type): type.name
            case .field(let id): ShownText.short(schema?.index(of: id).map { fields[$0].name } ?? "")
            }
        }
        table.removeAll()
        boxes = names.prefix(Self.limit).indices.map { place in
            let name =
                isMerge
                ? localized("Field for “{column}”", ["column": ShownText.short(names[place])])
                : localized("Type of “{column}”", ["column": ShownText.short(names[place])])
            let box = comboBox(name: name, choices: titles)
            box.onChange { [weak self] in self?.choose(box.chosen, forColumn: place) }
            return box
        }
        cells = []
        let count = names.count - boxes.count
        more.text = localized("… and {count} more field.", "… and {count} more fields.", count: max(count, 0))
        more.isVisible = count > 0
    }

    private func choose(_ index: Int?, forColumn place: Int) {
        guard !isFilling, let index, choices.indices.contains(index) else { return }
        chosen[place] = choices[index]
        if case .field = choices[index] {
            // A field takes one column.
            for other in boxes.indices where other != place && boxes[other].chosen == index {
                chosen[other] = .leftOut
            }
        }
        onChange?()
    }

    private func fill(_ found: TextPreview, _ options: ImportOptions) {
        if cells.isEmpty { makeCells() }
        var options = options
        options.columns = chosen
        let matches = schema.map { options.matches(found.names, hadHeader: found.hasHeader, in: $0) } ?? []
        isFilling = true
        defer { isFilling = false }
        for place in boxes.indices {
            let field = matches.first { $0.source == place }.flatMap { match in schema?.fields[match.field] }
            let choice = isMerge ? field.map { .field($0.id) } ?? .leftOut : chosen[place]
            boxes[place].chosen = choices.firstIndex { $0 == choice }
            let type: FieldType? = if case .type(let type)? = choice { type } else { field?.type }
            for row in cells.indices {
                let record = found.records.indices.contains(row) ? found.records[row] : []
                show(record.indices.contains(place) ? record[place] : nil, type, choice, in: cells[row][place])
            }
        }
    }

    /// Shows a text, and whether it fits its field.
    private func show(
        _ text: String?, _ type: FieldType?, _ choice: ImportOptions.ColumnChoice?, in cell: Label
    ) {
        cell.text = ShownText.short(text ?? "")
        cell.isSensitive = choice != .leftOut
        let reason = text.flatMap { text in type.flatMap { EntryReader(type: $0).reason(text) } }
        let isUnfit = reason != nil && choice != .leftOut
        if isUnfit {
            cell.addStyleClass(ColorRole.caution.styleClass)
        } else {
            cell.removeStyleClass(ColorRole.caution.styleClass)
        }
        cell.setTooltip(isUnfit ? text.flatMap { reason?.message(for: $0) } : nil)
    }

    private func makeCells() {
        table.removeAll()
        let grid = GtkKit.grid()
        grid.setSpacing(columns: 18, rows: 3)
        cells = (0..<ImportWork.previewCount).map { _ in [] }
        for (place, box) in boxes.enumerated() {
            grid.attach(box, column: place, row: 0)
            grid.attach(heading(ShownText.short(names[place])), column: place, row: 1)
            for row in cells.indices {
                let cell = label("")
                grid.attach(cell, column: place, row: row + 2)
                cells[row].append(cell)
            }
        }
        table.append(grid)
        table.showAll()
    }
}
