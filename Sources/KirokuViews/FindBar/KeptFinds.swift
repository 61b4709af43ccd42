import GtkKit
import KirokuCore
import KirokuPresentation

/// The named finds of a find bar, which are kept with the table.
@MainActor
final class KeptFinds {
    /// Called with a find that the user has chosen.
    var onChoose: ((NamedFind) -> Void)?
    /// Called with messages for the user.
    var onMessage: ((Message?) -> Void)?

    private let form: FindForm
    private let model: any TableModel
    private let parts: FindBarParts
    /// The name of the find that was chosen last.
    private var chosen: String?
    /// Whether the typed name renames the find that was chosen.
    private var isRenaming = false
    private var isGone = false

    init(for form: FindForm, _ parts: FindBarParts, of model: any TableModel) {
        self.form = form
        self.parts = parts
        self.model = model
        parts.finds.onPress { [weak self] in self?.showMenu() }
        parts.keep.onPress { [weak self] in self?.finishNaming() }
        parts.keepNot.onPress { [weak self] in self?.endNaming() }
        parts.name.onChange { [weak self] in self?.nameChanged() }
        parts.name.onKey { [weak self] key in
            guard let self, key.modifiers.isEmpty, key.key == .enter || key.key == .escape else { return false }
            if parts.name.inputMethodTakes(key) { return true }
            if key.key == .enter { finishNaming() } else { endNaming() }
            return true
        }
    }

    /// Nothing is done any more, because the bar goes.
    func stop() { isGone = true }

    /// Opens the menu of the finds, for the keyboard.
    func showMenu() {
        var items = model.finds.map { find in
            ContextMenuItem(
                find.name.replacing("_", with: "__"), mark: .choice(find.name == chosen)
            ) { [weak self] in self?.choose(find) }
        }
        if !items.isEmpty { items.append(.separator) }
        let reason = model.refusal?.reason
        items.append(
            ContextMenuItem(localized("_Save This Search…"), isEnabled: !form.request.isEmpty, unless: reason) {
                [weak self] in self?.beginNaming(renames: false)
            })
        if let name = chosen, model.finds.contains(where: { $0.name == name }) {
            let values = ["name": ShownText.short(name).replacing("_", with: "__")]
            items += [
                ContextMenuItem(localized("_Rename “{name}”…", values), unless: reason) {
                    [weak self] in self?.beginNaming(renames: true)
                },
                ContextMenuItem(localized("Re_move “{name}”", values), unless: reason) {
                    [weak self] in self?.remove(name)
                },
            ]
        }
        parts.finds.showMenu(items, below: nil, isForKeyboard: true)
    }

    /// Searches for a find.
    func choose(_ find: NamedFind) {
        guard !isGone else { return }
        onChoose?(find)
        chosen = find.name
    }

    /// Something is asked for that is no find.
    func forgetChoice() { chosen = nil }

    func remove(_ name: String) {
        model.removeFind(named: name)
        chosen = nil
        onMessage?(Message(localized("Removed the search “{name}”.", ["name": ShownText.short(name)]), .ok))
    }

    // MARK: Naming

    /// Whether a name is being asked for.
    var isNaming: Bool { parts.namingPart.isVisible }

    func beginNaming(renames: Bool) {
        guard !isGone else { return }
        isRenaming = renames
        parts.name.text = chosen ?? ""
        parts.namingPart.isVisible = true
        nameChanged()
        parts.name.grabFocusSelectingAll()
    }

    func endNaming() {
        parts.text.grabFocus()
        parts.namingPart.isVisible = false
    }

    private var typedName: String { parts.name.text.trimmingWhitespace }

    /// Warns if another find would be replaced.
    private func nameChanged() {
        let name = typedName
        let isTaken = model.finds.contains { $0.name == name }
        let replaces = isTaken && !(isRenaming && name == chosen)
        parts.keep.caption = replaces ? localized("_Replace the Search") : localized("_Save")
        parts.keep.isSensitive = !name.isEmpty
    }

    private func finishNaming() {
        let name = typedName
        guard !name.isEmpty else { return }
        let condition: Condition?
        if isRenaming {
            condition = model.finds.first { $0.name == chosen }?.condition
        } else {
            condition = try? form.condition()
        }
        guard let condition else { return endNaming() }
        if isRenaming, let old = chosen, old != name { model.removeFind(named: old) }
        model.keepFind(
            NamedFind(name: name, condition: condition, showsOnlyFound: parts.onlyFound.isOn == true))
        chosen = name
        endNaming()
        onMessage?(Message(localized("Saved the search “{name}”.", ["name": ShownText.short(name)]), .ok))
    }
}
