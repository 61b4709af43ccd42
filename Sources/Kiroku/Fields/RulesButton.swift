import GtkKit
import KirokuCore

/// A button that opens the rules of a field: what its values should be like.
@MainActor
final class RulesButton {
    let widget: PopoverButton
    /// The type of the field, on which the possible rules depend.
    var type: FieldType { didSet { fit() } }
    /// Called when the user changes a rule.
    var onChange: (() -> Void)?

    private let required = checkButton(localized("Every record has a value"))
    private let unique = checkButton(localized("Values must be unique"))
    private let others: [(field: FieldID, check: CheckButton)]
    private let othersList = column()
    private let least = entry(name: localized("Minimum value"))
    private let greatest = entry(name: localized("Maximum value"))
    private let shortest = entry(name: localized("Minimum length"))
    private let longest = entry(name: localized("Maximum length"))
    private let pattern = entry(name: localized("Regular expression that the whole text must match"))
    private lazy var lines = [
        Line(localized("Range: min, max"), [least, greatest], FieldRules.hasRange),
        Line(localized("Length: min, max"), [shortest, longest], FieldRules.hasPattern),
        Line(localized("Pattern"), [pattern], FieldRules.hasPattern),
    ]

    /// Entries for the fields of some types.
    @MainActor
    private struct Line {
        let caption: Label
        let entries: [Entry]
        let isFor: (FieldType) -> Bool

        init(_ caption: String, _ entries: [Entry], _ isFor: @escaping (FieldType) -> Bool) {
            self.caption = label(caption)
            self.entries = entries
            self.isFor = isFor
        }

        var parts: [AnyWidget] { [AnyWidget(caption)] + entries.map { AnyWidget($0) } }
    }

    /// - Parameters:
    ///   - draft: the field, with the rules that are chosen at first.
    ///   - fields: the other fields of the table, which can be combined with this one to identify records.
    init(_ draft: FieldDraft, besides fields: [FieldDefinition]) {
        type = draft.type
        others = fields.map { ($0.id, checkButton($0.name.replacing("_", with: "__"))) }
        let content = column(spacing: 6)
        widget = popoverButton(caption: "", name: "", content: content)
        fill(content)
        show(draft.rules)
        connect()
        fit()
    }

    /// The rules that are chosen; bounds may be text that does not fit.
    var rules: FieldRules {
        var rules = FieldRules()
        rules.isRequired = required.isOn == true
        if unique.isOn == true { rules.uniqueWith = others.filter { $0.check.isOn == true }.map(\.field) }
        if FieldRules.hasRange(type) {
            rules.least = bound(least)
            rules.greatest = bound(greatest)
        }
        if FieldRules.hasPattern(type) {
            rules.shortest = Int(shortest.text)
            rules.longest = Int(longest.text)
            rules.pattern = pattern.text.isEmpty ? nil : pattern.text
        }
        return rules
    }

    private func bound(_ entry: Entry) -> FieldRules.Bound? {
        if entry.text.isEmpty { return nil }
        let names = ["today", "now", InitialSource.present.name(for: type).lowercased()]
        if FieldRules.hasPresent(type), names.contains(entry.text.lowercased()) { return .present }
        return .value(EntryReader.typing(into: type).read(entry.text))
    }

    private func fill(_ content: Box) {
        content.append(required)
        content.append(unique)
        if !others.isEmpty {
            othersList.append(label(localized("in combination with")))
            let list = column()
            for other in others { list.append(other.check) }
            let scrolledList = scrolled(list)
            scrolledList.setLeastSize(width: -1, height: min(others.count, 5) * 28)
            othersList.append(scrolledList)
            othersList.setMargins(horizontal: 24)
            content.append(othersList)
        }
        let table = grid()
        table.setSpacing(columns: 12, rows: 6)
        for (index, line) in lines.enumerated() {
            let box = row(spacing: 6)
            for entry in line.entries {
                entry.setWidth(letters: line.entries.count == 1 ? 21 : 10, least: 4)
                box.append(entry, fills: true)
            }
            table.attach(line.caption, column: 0, row: index)
            table.attach(box, column: 1, row: index)
        }
        content.append(table)
        content.append(
            paragraph(
                localized("A value that breaks a rule is kept and flagged for fixing."), isMuted: true, width: 40))
        content.setMargins(horizontal: 12, vertical: 12)
        content.showAll()
        othersList.setShownExplicitly()
        for line in lines { for part in line.parts { part.setShownExplicitly() } }
    }

    private func show(_ rules: FieldRules) {
        required.isOn = rules.isRequired
        unique.isOn = rules.uniqueWith != nil
        for other in others { other.check.isOn = rules.uniqueWith?.contains(other.field) == true }
        least.text = text(of: rules.least)
        greatest.text = text(of: rules.greatest)
        shortest.text = rules.shortest.map { String($0) } ?? ""
        longest.text = rules.longest.map { String($0) } ?? ""
        pattern.text = rules.pattern ?? ""
    }

    private func text(of bound: FieldRules.Bound?) -> String {
        switch bound {
        case nil: ""
        case .present: InitialSource.present.name(for: type)
        case .value(let value): value.entryText ?? ""
        }
    }

    private func connect() {
        for check in [required, unique] + others.map(\.check) { check.onToggle { [weak self] in self?.changed() } }
        for entry in [least, greatest, shortest, longest, pattern] {
            entry.onChange { [weak self] in self?.changed() }
            entry.onKey { [weak self] key in
                guard let self, key.key == .enter, key.modifiers.isEmpty else { return false }
                if !entry.inputMethodTakes(key) { widget.close() }
                return true
            }
        }
    }

    private func changed() {
        fit()
        onChange?()
    }

    private func fit() {
        othersList.isVisible = unique.isOn == true && !others.isEmpty
        for line in lines { for part in line.parts { part.isVisible = line.isFor(type) } }
        let isEmpty = rules.isEmpty
        widget.showWhetherThereAre(!isEmpty, caption: isEmpty ? localized("Add…") : localized("Rules"))
        widget.accessibleDescription = isEmpty ? localized("No rules") : ""
    }
}

extension PopoverButton {
    /// Shows that a field has rules, or, without a frame, that they can be added.
    func showWhetherThereAre(_ areSome: Bool, caption: String) {
        if areSome { removeStyleClass("flat") } else { addStyleClass("flat") }
        if self.caption != caption { self.caption = caption }
    }
}
