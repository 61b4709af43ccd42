import GtkKit
import KirokuCore

/// An entry for the initial value of a field in a new record, and a menu of what can fill it in instead: today, the
/// next number, or the record above.
@MainActor
final class InitialValueEntry {
    let widget = row(spacing: 0)
    let entry = GtkKit.entry()
    /// The type of the field, on which the choices depend.
    var type: FieldType { didSet { if type != oldValue { offer() } } }

    /// Whether a heading shows what the entry is for, so that the entry need not show it itself.
    var hasHeading = true { didSet { if hasHeading != oldValue { show() } } }

    private let menu: PopoverButton
    private let commands = column()
    private var buttons: [Button] = []
    /// What is chosen instead of a value; the first number is in the entry.
    private var chosen: InitialSource?
    /// What was typed before the user chose something that leaves nothing to type.
    private var typed = ""

    init(_ draft: FieldDraft) {
        type = draft.type
        menu = popoverButton(name: localized("Value for new records"), content: commands)
        commands.setMargins(horizontal: 6, vertical: 6)
        entry.setWidth(letters: 12, least: 8)
        // Not in a tooltip, which would cover the next field.
        entry.accessibleDescription = localized("Value for new records")
        entry.text = draft.initialText
        widget.addStyleClass("linked")
        widget.append(entry, fills: true)
        widget.append(menu)
        chosen = draft.initialSource
        if case .nextNumber(let first) = chosen { entry.text = first }
        offer()
    }

    /// The text of a fixed value; empty if something else fills the field in.
    var text: String { chosen == nil ? entry.text : "" }

    /// The source of the initial value; `nil` for a fixed value.
    var source: InitialSource? {
        if case .nextNumber = chosen { return .nextNumber(first: entry.text.isEmpty ? "1" : entry.text) }
        return chosen
    }

    /// The names for screen readers.
    func name(_ name: String, menu menuName: String) {
        entry.accessibleName = name
        menu.accessibleName = menuName
    }

    /// Makes the menu of a type.
    private func offer() {
        let choices = InitialSource.choices(for: type)
        for button in buttons { button.destroy() }
        buttons = ([nil] + choices).map { choice in
            let made = button(choice?.name(for: type) ?? localized("Value"))
            made.addStyleClass("flat")
            made.alignCaptionAtStart()
            made.onPress { [weak self] in
                self?.menu.close()
                self?.choose(choice)
            }
            commands.append(made)
            return made
        }
        commands.showAll()
        if let chosen, !chosen.suits(type) { choose(nil) } else { show() }
    }

    private func choose(_ choice: InitialSource?) {
        if isTyped { typed = entry.text }
        chosen = choice
        if isTyped { entry.text = typed }
        if case .nextNumber(let first) = choice, source?.suits(type) != true { entry.text = first }
        show()
        if isTyped { entry.grabFocusSelectingAll() }
    }

    /// Whether there is something to type: a value or the first number.
    private var isTyped: Bool {
        switch chosen {
        case nil, .nextNumber: true
        case .present, .recordAbove: false
        }
    }

    private func show() {
        if !isTyped { entry.text = chosen?.name(for: type) ?? "" }
        entry.isEditable = isTyped
        let name = hasHeading ? "" : localized("Default value")
        entry.setPlaceholder(chosen == nil ? name : localized("First number"))
    }
}
