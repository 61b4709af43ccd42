import GtkKit
import KirokuCore

/// The choices that a typed text may mean, in a list below its entry: letters filter them, Up and Down choose one, and
/// Enter takes that.
@MainActor
final class ChoiceProposals {
    /// Called with the whole text after a choice was clicked.
    var onTake: ((String) -> Void)?
    private let list: ProposalList
    private var field: FieldDefinition?
    private var typed = ""
    private var options: [ChoiceOption] = []

    init(at widget: some Widget) {
        list = ProposalList(at: widget, name: localized("Choices"))
        list.onTake = { [weak self] index in
            guard let self, let field, options.indices.contains(index) else { return }
            onTake?(field.text(typed, taking: options[index]))
        }
    }

    /// Shows the choices that a typed text may mean, and returns the hint to show after it.
    func hint(for text: String, in field: FieldDefinition) -> TypingHint {
        self.field = field
        typed = text
        options = field.choiceMatches(of: text)
        let first = options.isEmpty || field.choiceCompletion(of: text) == nil ? meantByLabel : 0
        list.show(options.map(\.caption), chosen: first)
        return hint
    }

    /// Whether the key goes to another one.
    func wants(_ key: KeyEvent) -> Bool {
        key.modifiers.isEmpty && (key.key == .up || key.key == .down) && list.isShown && !isOnlyChosen
    }

    /// Chooses the next or the previous one, with a key that ``wants(_:)`` accepts.
    func step(_ key: KeyEvent) -> TypingHint {
        let count = options.count
        let next = key.key == .down ? (list.chosen ?? -1) + 1 : (list.chosen ?? count) - 1
        list.show(options.map(\.caption), chosen: (next + count) % count)
        return hint
    }

    /// Whether the key ends one of several choices, which is then completed as proposed.
    func endsChoice(_ key: KeyEvent) -> Bool {
        key.key == .character(Choices.separator) && field?.type.holdsSeveral == true && list.isShown
    }

    /// The text with the choice completed in it.
    func completed(_ text: String, in field: FieldDefinition) -> String {
        if list.isShown, text == typed, field.id == self.field?.id {
            return list.chosen.map { field.text(text, taking: options[$0]) } ?? text
        }
        return text + (field.choiceCompletion(of: text) ?? "")
    }

    func hide() {
        list.hide()
        options = []
    }

    /// The index of the option that the typed text means by its label.
    private var meantByLabel: Int? {
        field?.labelledMatch(of: typed).flatMap { meant in options.firstIndex { $0.id == meant.id } }
    }

    private var isOnlyChosen: Bool { options.count == 1 && list.chosen == 0 }

    private var hint: TypingHint {
        guard let field else { return .none }
        guard let chosen = list.chosen else {
            return field.label(of: typed).map { .meaning(ShownText.short($0)) } ?? .none
        }
        let whole = field.text(typed, taking: options[chosen])
        return whole.hasPrefix(typed)
            ? .completion(String(whole.dropFirst(typed.count))) : .meaning(options[chosen].caption)
    }
}
