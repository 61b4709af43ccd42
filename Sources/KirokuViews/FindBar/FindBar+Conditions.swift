import GtkKit
import KirokuCore
import KirokuPresentation

/// The conditions on fields: as lines, or as an empty card to fill in.
extension FindBar {
    func connectConditions() {
        parts.conditions.onToggle { [weak self] in self?.toggleConditions() }
        parts.asCard.onToggle { [weak self] in self?.toggleCard() }
        parts.joining.onChange { [weak self] in
            self?.userChanged { bar in
                bar.request.joining = FindRequest.Joining.allCases[bar.parts.joining.chosen ?? 0]
            }
        }
        parts.add.onPress { [weak self] in self?.addLine() }
        parts.kept.remove.onPress { [weak self] in
            self?.userChanged { $0.request.kept = nil }
            self?.showRequest()
            self?.parts.text.grabFocus()
        }
    }

    // MARK: Showing the request

    /// Shows the request in all widgets, with the current fields.
    func showRequest() {
        isFilling = true
        fields = model.table.schema.fields
        if parts.text.text != request.text { parts.text.text = request.text }
        parts.matching.ignored = request.ignored
        parts.joining.chosen = FindRequest.Joining.allCases.firstIndex(of: request.joining)
        let kept = request.kept
        parts.kept.text.text = kept.flatMap { try? $0.text(for: model.table.schema) } ?? ""
        parts.kept.widget.isVisible = kept != nil
        showFieldsToReplaceIn()
        rebuildLines()
        if !request.lines.isEmpty || kept != nil { parts.conditions.isOn = true }
        isFilling = false
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

    /// How conditions are joined is a question only where there may be several.
    private func showWhatConditionsNeed() {
        let isCard = parts.asCard.isOn
        parts.scroller.isVisible = isCard || !rows.isEmpty
        // Nothing is left of its gap above the card.
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
        made.onChange = { [weak self] field, text in self?.userChanged { $0.take(text, for: field) } }
        parts.card.append(made.widget)
        card = made
    }

    private func appendRow(_ line: FindLine) {
        let row = ConditionRow(line, fields: fields, ignoring: request.ignored)
        row.onChange = { [weak self, weak row] line in
            guard let row else { return }
            self?.userChanged { bar in
                guard let index = bar.rows.firstIndex(where: { $0 === row }) else { return }
                bar.request.lines[index] = line
            }
        }
        row.onRemove = { [weak self, weak row] in
            if let row { self?.remove(row) }
        }
        row.onValues = { [weak self, weak row] in
            if let row { self?.showValues(of: row) }
        }
        for entry in [row.text, row.otherText] { watch(entry) }
        parts.rows.append(row.widget)
        row.widget.isVisible = true
        rows.append(row)
    }

    // MARK: Changing the request

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
        showProblem(nil)
        if isOpen { find() }
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
        userChanged { $0.request.lines.remove(at: index) }
    }

    /// Replaces the first line for a field by what is written in the card.
    private func take(_ text: String, for field: FieldDefinition) {
        let line = FindLine(entry: text, for: field)
        if let index = request.lines.firstIndex(where: { $0.field == field.id }) {
            if let line { request.lines[index] = line } else { request.lines.remove(at: index) }
        } else if let line {
            request.lines.append(line)
        }
    }
}
