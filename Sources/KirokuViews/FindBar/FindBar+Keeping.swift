import GtkKit
import KirokuCore
import KirokuPresentation

/// Named finds, which are kept with the table.
extension FindBar {
    func connectKeeping() {
        parts.finds.onPress { [weak self] in self?.showFinds(isForKeyboard: true) }
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

    /// Opens the menu of the kept finds.
    func showFinds(isForKeyboard: Bool) {
        var items = model.finds.map { find in
            ContextMenuItem(
                find.name.replacing("_", with: "__"), mark: .choice(find.name == chosenFind)
            ) { [weak self] in self?.choose(find) }
        }
        if !items.isEmpty { items.append(.separator) }
        let reason = model.refusal?.reason
        items.append(
            ContextMenuItem(localized("_Save This Search…"), isEnabled: !request.isEmpty, unless: reason) {
                [weak self] in self?.beginNaming(renames: false)
            })
        if let name = chosenFind, model.finds.contains(where: { $0.name == name }) {
            let values = ["name": ShownText.short(name).replacing("_", with: "__")]
            items += [
                ContextMenuItem(localized("_Rename “{name}”…", values), unless: reason) {
                    [weak self] in self?.beginNaming(renames: true)
                },
                ContextMenuItem(localized("Re_move “{name}”", values), unless: reason) {
                    [weak self] in self?.removeFind(name)
                },
            ]
        }
        parts.finds.showMenu(items, below: nil, isForKeyboard: isForKeyboard)
    }

    /// Searches for a kept find.
    func choose(_ find: NamedFind) {
        guard !isGone else { return }
        isFilling = true
        parts.onlyFound.isOn = find.showsOnlyFound
        isFilling = false
        ask(for: FindRequest(find.condition, for: model.table.schema))
        chosenFind = find.name
    }

    func removeFind(_ name: String) {
        model.removeFind(named: name)
        chosenFind = nil
        onMessage?(Message(localized("Removed the search “{name}”.", ["name": ShownText.short(name)]), .ok))
    }

    // MARK: Naming

    func beginNaming(renames: Bool) {
        guard !isGone else { return }
        isRenaming = renames
        parts.name.text = chosenFind ?? ""
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
        let replaces = isTaken && !(isRenaming && name == chosenFind)
        parts.keep.caption = replaces ? localized("_Replace the Search") : localized("_Save")
        parts.keep.isSensitive = !name.isEmpty
    }

    private func finishNaming() {
        let name = typedName
        guard !name.isEmpty else { return }
        let condition: Condition?
        if isRenaming {
            condition = model.finds.first { $0.name == chosenFind }?.condition
        } else {
            condition = try? request.condition(for: model.table.schema)
        }
        guard let condition else { return endNaming() }
        if isRenaming, let old = chosenFind, old != name { model.removeFind(named: old) }
        model.keepFind(
            NamedFind(name: name, condition: condition, showsOnlyFound: parts.onlyFound.isOn == true))
        chosenFind = name
        endNaming()
        onMessage?(Message(localized("Saved the search “{name}”.", ["name": ShownText.short(name)]), .ok))
    }
}
