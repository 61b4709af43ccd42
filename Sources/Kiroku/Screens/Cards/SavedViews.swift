import GtkKit
import KirokuCore
import KirokuViews

/// What the window shows of the saved views: the button that lists them, the one that was chosen, and a button that
/// restores one that was removed.
@MainActor
final class SavedViews {
    /// In the header bar.
    let list = iconButton(
        "user-bookmarks-symbolic", name: localized("Views"), tooltip: localized("Saved views (Alt+0)"),
        action: Command.showViews.action)
    /// The view that was chosen, in the status bar; lists the views as well.
    let current = button("", action: Command.showViews.action)
    /// Restores the view that was removed last, until another one is chosen.
    let restore = button("")
    private var switcher: ViewSwitcher?
    private var removed: SavedView?
    private weak var window: DocumentWindow?

    init(in window: DocumentWindow) {
        self.window = window
        for button in [current, restore] {
            button.setShownExplicitly()
            button.isVisible = false
        }
        restore.onPress { [weak self] in
            if let self, let view = removed { switcher?.restore(view) }
        }
    }

    /// Follows another document, or none.
    func follow(_ switcher: ViewSwitcher?) {
        self.switcher = switcher
        removed = nil
        switcher?.onMessage = { [weak self] in self?.window?.show($0) }
        switcher?.onChange = { [weak self] in
            self?.removed = nil
            self?.refresh()
        }
        refresh()
    }

    /// Shows which view was chosen, and whether something else is shown by now.
    func refresh() {
        let chosen = switcher?.chosen
        current.isVisible = chosen != nil
        if let chosen {
            let name = ["view": ShownText.short(chosen.name)]
            let isChanged = switcher?.isShown(chosen) == false
            // A word for screen readers; the point is what others see.
            current.caption = (isChanged ? "● " : "") + ShownText.short(chosen.name).replacing("_", with: "__")
            current.accessibleName =
                isChanged ? localized("View “{view}”, changed", name) : localized("View “{view}”", name)
            current.setTooltip(
                isChanged
                    ? localized("What is shown differs from the view “{view}”", name)
                    : localized("The view “{view}” is shown", name))
        }
        restore.isVisible = removed != nil
        if let removed {
            restore.caption = localized(
                "Restore “{view}”", ["view": ShownText.short(removed.name).replacing("_", with: "__")])
        }
    }

    /// Shows the view at a place of the list, from 1.
    func show(number: Int) {
        guard let switcher else { return }
        guard switcher.views.indices.contains(number - 1) else {
            window?.show(Message(localized("There is no view number {number}.", ["number": String(number)]), .caution))
            return
        }
        switcher.show(switcher.views[number - 1])
    }

    /// Opens the menu of the views below the button in sight.
    func showMenu() {
        guard let switcher else { return }
        let place = list.isMapped ? list : current
        place.showMenu(viewItems(of: switcher) + commandItems(of: switcher), below: nil, isForKeyboard: true)
    }

    private func viewItems(of switcher: ViewSwitcher) -> [ContextMenuItem] {
        let chosen = switcher.chosen?.name
        let items = switcher.views.enumerated().map { index, view in
            ContextMenuItem(
                ShownText.short(view.name).replacing("_", with: "__"), key: index < 9 ? "<Alt>\(index + 1)" : nil,
                mark: .choice(view.name == chosen)
            ) { [weak switcher] in switcher?.show(view) }
        }
        return items.isEmpty ? [] : items + [.separator]
    }

    private func commandItems(of switcher: ViewSwitcher) -> [ContextMenuItem] {
        let reason = switcher.refusal?.reason
        let save = ContextMenuItem(localized("_Save as View…"), unless: reason) { [weak self] in self?.askToSave() }
        guard let chosen = switcher.chosen else { return [save] }
        let name = ["view": ShownText.short(chosen.name).replacing("_", with: "__")]
        let isChanged = !switcher.isShown(chosen)
        return [
            ContextMenuItem(localized("_Back to “{view}”", name), isEnabled: isChanged) { [weak switcher] in
                switcher?.show(chosen)
            },
            ContextMenuItem(localized("_Keep Changes in “{view}”", name), isEnabled: isChanged, unless: reason) {
                [weak switcher] in switcher?.keep()
            },
            save,
            ContextMenuItem(localized("_Rename “{view}”…", name), unless: reason) { [weak self] in self?.askForName() },
            ContextMenuItem(localized("Re_move “{view}”", name), unless: reason) { [weak self] in self?.remove() },
        ]
    }

    private func remove() {
        removed = switcher?.remove()
        refresh()
    }

    // MARK: Sheets

    /// Asks for a name, and for what the view is to say.
    func askToSave() {
        guard let window, window.dialog == nil, let switcher, switcher.refusal == nil else { return }
        let question = QuestionSheet(
            over: window, localized("Save as View"),
            text: localized("A view remembers how the records are shown. Choose what it remembers."),
            cancel: localized("_Cancel"), ok: localized("_Save"))
        let name = Self.nameEntry(switcher.chosen?.name ?? "", in: question)
        let remembered = switcher.chosen?.parts ?? switcher.likelyParts
        let choices = SavedView.Part.allCases.map { part in
            let choice = checkButton(part.caption)
            choice.isOn = remembered.contains(part)
            question.append(choice)
            return (part, choice)
        }
        name.onChange { [weak question, weak switcher] in
            let typed = name.text.trimmingWhitespace
            let isTaken = switcher?.views.contains { $0.name == typed } == true
            question?.show(
                isTaken && typed != switcher?.chosen?.name
                    ? Message(localized("This replaces the view with the same name."), .caution) : nil)
        }
        question.onOK = { [weak question, weak switcher] in
            guard let question, let switcher else { return }
            let parts = Set(choices.filter { $1.isOn == true }.map(\.0))
            if let problem = switcher.problem(ofName: name.text.trimmingWhitespace, parts) {
                return question.show(Message(problem, .error))
            }
            question.close()
            switcher.save(named: name.text.trimmingWhitespace, with: parts)
        }
        window.hold(question)
        question.open()
        name.grabFocusSelectingAll()
    }

    private static func nameEntry(_ name: String, in question: QuestionSheet) -> Entry {
        let made = entry(name: localized("Name of the view"))
        made.text = name
        made.setWidth(letters: 30, least: 12)
        let line = row()
        line.append(label(localized("Name")))
        line.append(made)
        question.append(line)
        return made
    }

    private func askForName() {
        guard let window, window.dialog == nil, let switcher, let chosen = switcher.chosen else { return }
        let question = QuestionSheet(
            over: window, localized("Rename the View"), text: localized("What it remembers stays the same."),
            cancel: localized("_Cancel"), ok: localized("_Rename"))
        let name = Self.nameEntry(chosen.name, in: question)
        question.onOK = { [weak question, weak switcher] in
            guard let question, let switcher else { return }
            let typed = name.text.trimmingWhitespace
            if let problem = switcher.problem(ofName: typed, chosen.parts) {
                return question.show(Message(problem, .error))
            }
            guard switcher.rename(to: typed) else {
                return question.show(Message(localized("A view with this name already exists."), .error))
            }
            question.close()
        }
        window.hold(question)
        question.open()
        name.grabFocusSelectingAll()
    }
}

extension ViewSwitcher {
    /// What a new view is likely to be for.
    fileprivate var likelyParts: Set<SavedView.Part> {
        var parts: Set<SavedView.Part> = []
        if isFinding { parts.insert(.find) }
        if isSorted { parts.insert(.order) }
        return parts.isEmpty ? [.order] : parts
    }

    /// Why a view cannot be stored so; `nil` if it can.
    fileprivate func problem(ofName name: String, _ parts: Set<SavedView.Part>) -> String? {
        if name.isEmpty { return localized("Enter a name.") }
        if parts.isEmpty { return localized("Choose something for the view to remember.") }
        let isNew = !views.contains { $0.name == name }
        if isNew, views.count >= SavedView.limit {
            return localized("There are already {count} views. Remove one first.", ["count": String(SavedView.limit)])
        }
        return nil
    }
}

extension SavedView.Part {
    /// What the user chooses it by.
    fileprivate var caption: String {
        switch self {
        case .find: localized("_Records shown")
        case .order: localized("_Order")
        case .widths: localized("Column _widths")
        case .rowHeight: localized("Row _height")
        }
    }
}
