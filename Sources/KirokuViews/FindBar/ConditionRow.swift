import GtkKit
import KirokuCore
import KirokuPresentation

/// One condition of a find bar: a field, a comparison, and the values to compare with.
@MainActor
final class ConditionRow {
    let widget = row()
    let field = comboBox(name: localized("Field"), choices: [])
    let comparison = comboBox(name: localized("Comparison"), choices: [])
    let text = entry(name: localized("Compared with"))
    let otherText = entry(name: localized("Up to"))
    let matching = MatchButton(
        name: localized("Match in This Condition"), tooltip: localized("Match case and width in this condition"))
    /// The contents of the list; opens the values to choose from.
    let values = button("")
    let flag = comboBox(name: localized("True or false"), choices: [localized("true"), localized("false")])
    /// Called with the line after the user has changed it.
    var onChange: ((FindLine) -> Void)?
    var onRemove: (() -> Void)?
    /// Called when the user wants to choose the contents of the list.
    var onValues: (() -> Void)?
    private let and = label(localized("and"))
    private let remove = iconButton("list-remove-symbolic", name: localized("Remove Condition"))
    private let fields: [FieldDefinition]
    /// Whether the records are here: the user can say which differences between texts count, and choose from the
    /// values.
    private let isLocal: Bool
    private(set) var line: FindLine
    /// The differences between texts to ignore unless the line has its own.
    private var usual: TextDifferences
    /// The names in the list of comparisons.
    private var offered: [String] = []
    private var isFilling = false

    init(
        _ line: FindLine, fields: [FieldDefinition], ignoring usual: TextDifferences, isLocal: Bool = true
    ) {
        self.line = line
        self.isLocal = isLocal
        self.usual = usual
        self.fields = fields
        field.setChoices(fields.map(\.name))
        field.setWidth(letters: 14)
        for entry in [text, otherText] { entry.setWidth(letters: 24, least: 6) }
        widget.append(field)
        widget.append(comparison)
        widget.append(text, fills: true)
        widget.append(and)
        widget.append(otherText, fills: true)
        widget.append(flag)
        widget.append(values)
        widget.append(matching.widget)
        widget.appendAtEnd(remove)
        widget.showAll()
        for part in [
            AnyWidget(text), AnyWidget(and), AnyWidget(otherText), AnyWidget(flag), AnyWidget(values),
            AnyWidget(matching.widget),
        ] {
            part.setShownExplicitly()
        }
        fill()
        connect()
    }

    /// Moves the focus to the first part that is still empty.
    func grabFocus() {
        if flag.isVisible { return flag.grabFocus() }
        if values.isVisible { return values.grabFocus() }
        if text.isVisible { return text.grabFocusSelectingAll() }
        comparison.grabFocus()
    }

    /// Changes the differences to ignore unless the line has its own.
    func ignore(_ usual: TextDifferences) {
        self.usual = usual
        fill()
    }

    /// Shows what was chosen for the list.
    func take(_ list: FindList) {
        change { $0.line.list = list }
        fill()
    }

    func setWrong(_ isWrong: Bool) {
        for entry in [text, otherText] {
            if isWrong { entry.addStyleClass("error") } else { entry.removeStyleClass("error") }
        }
    }

    private var definition: FieldDefinition? { fields.first { $0.id == line.field } }

    private var comparisons: [Comparison] { definition.map { Comparison.all(for: $0.type) } ?? [] }

    private func fill() {
        isFilling = true
        defer { isFilling = false }
        field.chosen = fields.firstIndex { $0.id == line.field }
        // A focused list loses the focus when it is emptied.
        let names = comparisons.map(\.name) + (offersLists ? Self.lists.map { FindList.name(leavesOut: $0) } : [])
        if names != offered {
            comparison.setChoices(names)
            offered = names
        }
        comparison.chosen =
            line.list.flatMap { list in Self.lists.firstIndex(of: list.leavesOut).map { comparisons.count + $0 } }
            ?? comparisons.firstIndex(of: line.comparison)
        let isFlag = definition?.type.presenter.isToggled == true
        let count = line.list == nil ? line.comparison.operandCount : 0
        showList()
        text.isVisible = count > 0 && !isFlag
        and.isVisible = count > 1
        otherText.isVisible = count > 1
        flag.isVisible = count > 0 && isFlag
        if text.text != line.text { text.text = line.text }
        if otherText.text != line.otherText { otherText.text = line.otherText }
        matching.ignored = line.ignored ?? usual
        matching.widget.isVisible = isLocal && count > 0 && definition?.type.holdsText == true
        flag.chosen = Bool(EntryReader(type: .bool).read(line.text)) == false ? 1 : line.text.isEmpty ? nil : 0
    }

    /// Excluding lists come after including ones.
    private static let lists = [false, true]

    /// On a server, a list only comes from a cell.
    private var offersLists: Bool { isLocal || line.list != nil }

    private func showList() {
        values.isVisible = line.list != nil
        values.isSensitive = isLocal
        guard let list = line.list, let definition else { return }
        let summary = list.contents.isEmpty ? localized("Choose Values…") : list.summary(in: definition)
        values.caption = summary.replacing("_", with: "__")
        values.accessibleName =
            list.contents.isEmpty ? localized("Values") : localized("Values: {values}", ["values": summary])
    }

    private func connect() {
        field.onChange { [weak self] in
            self?.change { row in
                guard let chosen = row.field.chosen, row.fields.indices.contains(chosen) else { return }
                row.line = row.line.moved(to: row.fields[chosen])
            }
            self?.refill()
        }
        comparison.onChange { [weak self] in
            self?.change { row in
                if let chosen = row.comparison.chosen { row.compare(by: chosen) }
            }
            self?.refill()
        }
        text.onChange { [weak self] in self?.change { $0.line.text = $0.text.text } }
        otherText.onChange { [weak self] in self?.change { $0.line.otherText = $0.otherText.text } }
        flag.onChange { [weak self] in
            self?.change { row in
                if let chosen = row.flag.chosen { row.line.text = chosen == 0 ? "true" : "false" }
            }
        }
        values.onPress { [weak self] in self?.onValues?() }
        matching.onChange = { [weak self] ignored in self?.change { $0.line.ignored = ignored } }
        remove.onPress { [weak self] in self?.onRemove?() }
    }

    /// Sets a comparison or list by its index among those offered; the other kind of list keeps the contents.
    private func compare(by index: Int) {
        if comparisons.indices.contains(index) {
            line.comparison = comparisons[index]
            line.list = nil
        } else if Self.lists.indices.contains(index - comparisons.count) {
            line.list = FindList(leavesOut: Self.lists[index - comparisons.count], line.list?.contents ?? [])
        }
    }

    private func change(_ body: (ConditionRow) -> Void) {
        guard !isFilling else { return }
        body(self)
        onChange?(line)
    }

    private func refill() {
        if !isFilling { fill() }
    }
}
