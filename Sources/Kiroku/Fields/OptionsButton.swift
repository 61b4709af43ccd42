import GtkKit
import KirokuCore
import KirokuViews

/// A button that opens the choices of a field: their texts and marks, in the order in which they are offered and
/// sorted.
@MainActor
final class OptionsButton {
    let widget: PopoverButton
    /// Called when the user changes a choice.
    var onChange: (() -> Void)?
    /// Called when Enter is pressed in a last choice that is still blank, after the choices have closed.
    var onEnd: (() -> Void)?
    /// Makes choices from the field's values; `nil` if there are none.
    var proposal: (([ChoiceOption]) async -> (options: [ChoiceOption], renamed: [String: String])?)? {
        didSet { fromValues.isVisible = proposal != nil }
    }

    private let list = column(spacing: OptionsButton.gap)
    private static let gap = 4
    /// The height of six choices, in pixels, so that none is cut off in the middle.
    private static let listHeight = 6 * 34 + 5 * gap
    private let scroller: ScrolledContent
    private let fromValues = button(localized("From the _Values"))
    private let note = paragraph("", isMuted: true, width: 40)
    private var rows: [OptionRow] = []
    /// The choices that exist, by their identities.
    private let origins: [Int: ChoiceOption]
    /// Texts of cells that become other choices.
    private var joined: [String: String] = [:]
    private var task: Task<Void, Never>?

    init(_ draft: FieldDraft) {
        origins = Dictionary(draft.options.map { ($0.id, $0) }) { first, _ in first }
        scroller = scrolled(list)
        let content = column(spacing: 6)
        widget = popoverButton(caption: "", name: "", content: content)
        content.append(paragraph(localized("Choices are listed and sorted in this order."), isMuted: true, width: 40))
        content.append(scroller, fills: true)
        scroller.setLeastSize(width: 440, height: -1)
        scroller.setHeight(upTo: Self.listHeight)
        let buttons = row(spacing: 6)
        let add = button(localized("A_dd a Choice")) { [weak self] in self?.addOption() }
        buttons.append(add)
        buttons.append(fromValues)
        content.append(buttons)
        content.append(note)
        content.setMargins(horizontal: 12, vertical: 12)
        content.showAll()
        for part in [AnyWidget(fromValues), AnyWidget(note)] { part.setShownExplicitly() }
        note.isVisible = false
        fromValues.isVisible = false
        fromValues.onPress { [weak self] in self?.propose() }
        // The user can type at once. GTK moves the focus elsewhere first.
        widget.onOpen { [weak self] in
            MainLoop.whenIdle { if self?.rows.isEmpty == true { self?.addOption() } }
        }
        for option in draft.options { append(option) }
        refresh()
    }

    /// The choices, without those that have no text yet.
    var options: [ChoiceOption] { rows.map(\.option).filter { !$0.text.isEmpty } }

    /// The texts of cells that become others: of choices that are renamed, and of those that are joined.
    var renamed: [String: String] {
        var names: [String: String] = [:]
        for option in options {
            if let old = origins[option.id]?.text, old != option.text { names[old] = option.text }
        }
        for (text, name) in joined { names[text] = names[name] ?? name }
        return names
    }

    /// Opens the choices.
    func open() {
        widget.grabFocus()
        widget.toggle()
    }

    private func append(_ option: ChoiceOption) {
        let row = OptionRow(option)
        row.onChange = { [weak self] in self?.changed() }
        row.onEnter = { [weak self, weak row] in
            guard let self, let row, let index = rows.firstIndex(where: { $0 === row }) else { return }
            if index + 1 < rows.count { rows[index + 1].grabFocus() } else { addNext(from: row) }
        }
        row.onMove = { [weak self, weak row] offset in if let row { self?.move(row, by: offset) } }
        row.onRemove = { [weak self, weak row] in
            MainLoop.whenIdle { if let row { self?.remove(row) } }
        }
        list.append(row.widget)
        rows.append(row)
        row.number(rows.count)
    }

    private func addNext(from row: OptionRow) {
        if !row.option.text.isEmpty { return addOption() }
        widget.close()
        onEnd?()
    }

    /// Adds a blank choice at the end, unless there is one.
    private func addOption() {
        if let last = rows.last, last.option.text.isEmpty { return last.grabFocus() }
        append(ChoiceOption(text: ""))
        changed()
        rows.last?.grabFocus()
    }

    private func move(_ row: OptionRow, by offset: Int) {
        guard let index = rows.firstIndex(where: { $0 === row }), rows.indices.contains(index + offset) else { return }
        rows.remove(at: index)
        rows.insert(row, at: index + offset)
        list.move(row.widget, to: index + offset)
        for (index, row) in rows.enumerated() { row.number(index + 1) }
        changed()
    }

    private func remove(_ row: OptionRow) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        rows.remove(at: index)
        row.widget.destroy()
        for (index, row) in rows.enumerated() { row.number(index + 1) }
        changed()
        if !rows.isEmpty { rows[min(index, rows.count - 1)].grabFocus() }
    }

    /// Adds a choice for each different value that is not a choice yet.
    private func propose() {
        guard let proposal, task == nil else { return }
        let known = options
        fromValues.isSensitive = false
        task = Task { [weak self] in
            let found = await proposal(known)
            guard let self else { return }
            task = nil
            fromValues.isSensitive = true
            guard let found else { return }
            for option in found.options.dropFirst(known.count).prefix(ChoiceOption.limit) { append(option) }
            joined = found.renamed
            showAdded(found.options.count - known.count, found.renamed)
            changed()
        }
    }

    private func showAdded(_ count: Int, _ renamed: [String: String]) {
        var texts = [localized("{count} choice was added.", "{count} choices were added.", count: count)]
        let examples = renamed.sorted { $0.key < $1.key }.prefix(5).map {
            localized(
                "“{text}” becomes “{name}”",
                ["text": ShownText.short($0.key), "name": ShownText.short($0.value)])
        }
        if !examples.isEmpty {
            texts.append(examples.joined(separator: localized(", ")) + (renamed.count > examples.count ? " …" : "."))
        }
        note.text = localizedSentences(texts)
        note.isVisible = true
        note.announce(note.text)
    }

    private func changed() {
        refresh()
        onChange?()
    }

    private func refresh() {
        let count = options.count
        widget.showWhetherThereAre(
            count > 0,
            caption: count == 0 ? localized("Add…") : localized("{count} choice", "{count} choices", count: count))
        widget.accessibleDescription = count == 0 ? localized("No choices") : ""
    }
}

/// A choice in the list: its mark, its text, and a menu.
@MainActor
private final class OptionRow {
    let widget = row(spacing: 4)
    var onChange: (() -> Void)?
    var onEnter: (() -> Void)?
    var onMove: ((Int) -> Void)?
    var onRemove: (() -> Void)?

    private let id: Int
    private let mark = comboBox(name: "", choices: ChoiceOption.Mark.allCases.map(\.title))
    private let text = entry()
    private let up = iconButton("go-up-symbolic", name: "")
    private let down = iconButton("go-down-symbolic", name: "")
    private let remove = iconButton("list-remove-symbolic", name: "")

    init(_ option: ChoiceOption) {
        id = option.id
        mark.chosen = ChoiceOption.Mark.allCases.firstIndex(of: option.mark)
        mark.setWidth(letters: 10)
        text.text = option.text
        text.setWidth(letters: 20, least: 12)
        widget.append(mark)
        widget.append(text, fills: true)
        for button in [up, down, remove] {
            button.addStyleClass("flat")
            widget.append(button)
        }
        widget.showAll()
        mark.onChange { [weak self] in self?.onChange?() }
        text.onChange { [weak self] in self?.onChange?() }
        up.onPress { [weak self] in self?.onMove?(-1) }
        down.onPress { [weak self] in self?.onMove?(1) }
        remove.onPress { [weak self] in self?.onRemove?() }
        text.onKey { [weak self] key in
            guard let self else { return false }
            if key.key == .enter, key.modifiers.isEmpty {
                if !text.inputMethodTakes(key) { onEnter?() }
                return true
            }
            guard key.modifiers == .alt, key.key == .up || key.key == .down else { return false }
            onMove?(key.key == .up ? -1 : 1)
            text.grabFocusSelectingAll()
            return true
        }
    }

    var option: ChoiceOption {
        ChoiceOption(id: id, text: text.text, mark: mark.chosen.map { ChoiceOption.Mark.allCases[$0] } ?? .none)
    }

    func number(_ number: Int) {
        let values = ["number": localizedNumber(number)]
        mark.accessibleName = localized("Color of choice {number}", values)
        text.accessibleName = localized("Choice {number}", values)
        up.accessibleName = localized("Move choice {number} up", values)
        down.accessibleName = localized("Move choice {number} down", values)
        remove.accessibleName = localized("Remove choice {number}", values)
    }

    func grabFocus() { text.grabFocusSelectingAll() }
}
