import GtkKit
import KirokuCore
import KirokuPresentation

/// The request of a find bar, and its inputs: a text for any field, and conditions on fields, as lines or as an empty
/// card to fill in.
@MainActor
final class FindForm {
    /// Called after the user has changed the request, or which of its results are shown.
    var onChange: (() -> Void)?
    /// Called with the entries that are made for conditions.
    var onEntry: ((Entry) -> Void)?
    /// Called with a line for whose field values are to be chosen.
    var onValues: ((ConditionRow) -> Void)?
    private(set) var request = FindRequest()
    /// The fields that conditions are offered for.
    private(set) var fields: [FieldDefinition] = []
    /// The lines; none while there is a card.
    private(set) var rows: [ConditionRow] = []
    private(set) var card: FindCard?

    private let grid: RecordGrid
    private let parts: FindBarParts
    /// Whether the program, not the user, is filling the widgets.
    private var isFilling = false

    init(_ parts: FindBarParts, of grid: RecordGrid) {
        self.parts = parts
        self.grid = grid
        parts.text.onChange { [weak self] in self?.change { $0.text = parts.text.text } }
        parts.onlyFound.onToggle { [weak self] in self?.change { _ in } }
        parts.joining.onChange { [weak self] in
            self?.change { $0.joining = FindRequest.Joining.allCases[parts.joining.chosen ?? 0] }
        }
        parts.conditions.onToggle { [weak self] in self?.toggleConditions() }
        parts.asCard.onToggle { [weak self] in self?.toggleCard() }
        parts.add.onPress { [weak self] in self?.addLine() }
        parts.kept.remove.onPress { [weak self] in
            guard let self else { return }
            change { $0.kept = nil }
            show(request)
            parts.text.grabFocus()
        }
    }

    private var schema: Schema { grid.model.table.schema }

    /// The condition of the request for the table; `nil` if the request is empty.
    ///
    /// - Throws: ``FindProblem``.
    func condition() throws(FindProblem) -> Condition? { try request.condition(for: schema) }

    // MARK: Showing the request

    /// Shows a request in all widgets, with the current fields.
    func show(_ new: FindRequest) {
        request = new
        isFilling = true
        fields = schema.fields
        if parts.text.text != request.text { parts.text.text = request.text }
        parts.matching.ignored = request.ignored
        parts.joining.chosen = FindRequest.Joining.allCases.firstIndex(of: request.joining)
        let kept = request.kept
        parts.kept.text.text = kept.flatMap { try? $0.text(for: schema) } ?? ""
        parts.kept.widget.isVisible = kept != nil
        rebuildLines()
        if !request.lines.isEmpty || kept != nil { parts.conditions.isOn = true }
        isFilling = false
    }

    /// Asks for nothing of fields that are gone, and offers those that there are now; returns whether they have
    /// changed.
    func followFields() -> Bool {
        guard schema.fields != fields else { return false }
        var remaining = request
        remaining.lines.removeAll { schema.index(of: $0.field) == nil }
        show(remaining)
        return true
    }

    /// Shows only what is found, or all records, from the next search on.
    func showOnlyFound(_ isOn: Bool) {
        isFilling = true
        parts.onlyFound.isOn = isOn
        isFilling = false
    }

    /// Marks the line that is wrong, or its field in the card; `nil` for none.
    func mark(wrong line: Int?) {
        for (index, row) in rows.enumerated() { row.setWrong(index == line) }
        card?.setWrong(line.map { request.lines[$0].field })
    }

    /// Rebuilds the rows, or the card, from the request.
    private func rebuildLines() {
        for row in rows { row.widget.destroy() }
        rows = []
        parts.card.removeAll()
        card = nil
        if parts.asCard.isOn {
            makeCard()
        } else {
            for line in request.lines { appendRow(line) }
        }
        parts.add.isSensitive = !parts.asCard.isOn
        parts.card.isVisible = parts.asCard.isOn
        showWhatConditionsNeed()
    }

    /// How conditions are joined only matters if there may be several.
    private func showWhatConditionsNeed() {
        let isCard = parts.asCard.isOn
        parts.scroller.isVisible = isCard || !rows.isEmpty
        // It leaves no gap above the card.
        parts.rows.isVisible = !isCard
        parts.scroller.setHeight(upTo: isCard ? FindBarParts.cardHeight : conditionsHeight)
        parts.joining.isVisible = isCard || rows.count + (request.kept == nil ? 0 : 1) > 1
    }

    /// The height of two conditions; with larger text they are higher.
    private var conditionsHeight: Int {
        max(FindBarParts.conditionsHeight, 2 * (rows.first?.widget.height(forWidth: 0) ?? 0) + 6)
    }

    private func makeCard() {
        let made = FindCard(fields)
        made.show(request.lines)
        made.onChange = { [weak self] field, text in
            self?.change { Self.replaceLine(of: field, by: text, in: &$0) }
        }
        parts.card.append(made.widget)
        card = made
    }

    private func appendRow(_ line: FindLine) {
        let row = ConditionRow(line, fields: fields, ignoring: request.ignored)
        row.onChange = { [weak self, weak row] line in
            guard let self, let index = rows.firstIndex(where: { $0 === row }) else { return }
            change { $0.lines[index] = line }
        }
        row.onRemove = { [weak self, weak row] in
            if let row { self?.remove(row) }
        }
        row.onValues = { [weak self, weak row] in
            if let row { self?.onValues?(row) }
        }
        for entry in [row.text, row.otherText] { onEntry?(entry) }
        parts.rows.append(row.widget)
        row.widget.isVisible = true
        rows.append(row)
    }

    // MARK: Changing the request

    /// Applies a change by the user.
    private func change(_ body: (inout FindRequest) -> Void) {
        guard !isFilling else { return }
        body(&request)
        onChange?()
    }

    /// Changes which differences between texts count.
    func ignore(_ ignored: TextDifferences) {
        guard !isFilling else { return }
        request.ignored = ignored
        for row in rows { row.ignore(ignored) }
        onChange?()
    }

    private func toggleConditions() {
        let isShown = parts.conditions.isOn
        parts.conditionsPart.isVisible = isShown
        guard !isFilling else { return }
        if !isShown {
            parts.text.grabFocus()
        } else if parts.asCard.isOn {
            card?.grabFocus()
        } else if let last = rows.last {
            last.grabFocus()
        } else {
            addLine()
        }
    }

    private func toggleCard() {
        guard !isFilling else { return }
        // The card represents lines that are not filled in by empty entries.
        request.lines.removeAll { !$0.isFilledIn }
        isFilling = true
        rebuildLines()
        isFilling = false
        onChange?()
        if parts.asCard.isOn { card?.grabFocus() } else { rows.last?.grabFocus() ?? parts.add.grabFocus() }
    }

    /// Adds an empty line for the field under the grid's cursor.
    func addLine() {
        guard let field = fields.first(where: { $0.id == grid.cursorField }) ?? fields.first else { return }
        let line = FindLine(for: field)
        request.lines.append(line)
        appendRow(line)
        showWhatConditionsNeed()
        rows.last?.grabFocus()
    }

    private func remove(_ row: ConditionRow) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        let next = index + 1 < rows.count ? rows[index + 1] : index > 0 ? rows[index - 1] : nil
        if let next { next.grabFocus() } else { parts.add.grabFocus() }
        rows.remove(at: index)
        row.widget.destroy()
        showWhatConditionsNeed()
        change { $0.lines.remove(at: index) }
    }

    /// Replaces the first line for a field by the entry in the card.
    private static func replaceLine(of field: FieldDefinition, by text: String, in request: inout FindRequest) {
        let line = FindLine(entry: text, for: field)
        if let index = request.lines.firstIndex(where: { $0.field == field.id }) {
            if let line { request.lines[index] = line } else { request.lines.remove(at: index) }
        } else if let line {
            request.lines.append(line)
        }
    }
}
