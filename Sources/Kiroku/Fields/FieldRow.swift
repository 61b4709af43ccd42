import GtkKit
import KirokuCore
import KirokuViews

/// A field in the list of fields: its name, type and so on, with a note below.
@MainActor
final class FieldRow {
    let widget = column(spacing: 2)
    /// The field as it was when the list was made; `nil` for a new one.
    let origin: FieldDefinition?
    /// Called when the user chooses another type, other rules or choices, or removes or keeps the field.
    var onChange: (() -> Void)?
    /// Called to move the field, with the number of positions; upwards if negative.
    var onMove: ((Int) -> Void)?
    /// Called when Enter is pressed in one of its entries, on its type, or after its last choice.
    var onEnter: (() -> Void)?
    /// Called to remove a new field at once; existing fields stay in the list until the change is made.
    var onRemove: (() -> Void)?
    /// Whether the field is marked for removal.
    private(set) var isRemoved = false

    let handle = dragHandle(name: localized("Drag to reorder"))
    private let name = entry()
    private let type: ComboBox
    private let initial: InitialValueEntry
    private let format: NumberFormatButton
    private let rules: RulesButton
    private let options: OptionsButton
    private let up = button(localized("Move _Up"))
    private let down = button(localized("Move _Down"))
    private let remove = button(localized("_Remove"))
    private let menu: PopoverButton
    private let note = FieldNote()
    private let body = row()
    private let ending = row()

    private let isAdded: Bool
    /// Whether the row has two lines, for lack of room.
    var isNarrow = false { didSet { if isNarrow != oldValue { fitRoom() } } }
    /// What is in each column, from the name to the rules.
    var columns: [AnyWidget] {
        [AnyWidget(name), AnyWidget(type), AnyWidget(initial.widget), AnyWidget(ending), AnyWidget(rules.widget)]
    }

    /// - Parameters:
    ///   - draft: what the row shows at first.
    ///   - origin: the field as it is; `nil` for a new one.
    ///   - others: the other fields of the table.
    ///   - isAdded: whether the user has added the row to the list.
    init(
        _ draft: FieldDraft, origin: FieldDefinition?, besides others: [FieldDefinition] = [], isAdded: Bool = false
    ) {
        self.origin = origin
        self.isAdded = isAdded
        type = comboBox(name: "", choices: FieldKindChoice.offered.map(\.name))
        let commands = column()
        for command in [up, down, remove] {
            command.addStyleClass("flat")
            command.alignCaptionAtStart()
            commands.append(command)
        }
        commands.setMargins(horizontal: 6, vertical: 6)
        commands.showAll()
        menu = popoverButton("view-more-symbolic", name: localized("Move or remove"), content: commands)
        format = NumberFormatButton(draft.numberFormat)
        rules = RulesButton(draft, besides: others)
        options = OptionsButton(draft)
        initial = InitialValueEntry(draft)
        type.chosen = FieldKindChoice.offered.firstIndex(of: FieldKindChoice(draft))
        name.text = draft.name
        name.setPlaceholder(localized("Name"))
        build()
        connect()
        fit()
    }

    /// The field as the row shows it now.
    var draft: FieldDraft {
        var draft = origin.map { FieldDraft($0) } ?? FieldDraft()
        draft.name = name.text
        draft.type = chosenType
        draft.initialText = initial.text
        draft.initialSource = initial.source
        draft.isPicture = choice.isPicture
        draft.numberFormat = format.format
        draft.rules = rules.rules
        draft.options = options.options
        draft.renamedChoices = chosenType.hasOptions ? options.renamed : [:]
        return draft
    }

    /// Whether the user has added the field and typed nothing into it yet.
    var isBlank: Bool { isAdded && draft == FieldDraft() }

    var chosenType: FieldType { choice.type }

    private var choice: FieldKindChoice {
        let offered = FieldKindChoice.offered
        return type.chosen.flatMap { offered.indices.contains($0) ? offered[$0] : nil } ?? offered[0]
    }

    /// Names the controls for screen readers, by the position in the list, counted from 1.
    func number(_ number: Int, of count: Int) {
        let values = ["number": localizedNumber(number)]
        name.accessibleName = localized("Name of field {number}", values)
        type.accessibleName = localized("Type of field {number}", values)
        initial.name(
            localized("Default value of field {number}", values),
            menu: localized("Default options of field {number}", values))
        format.widget.accessibleName = localized("Number format of field {number}", values)
        options.widget.accessibleName = localized("Choices of field {number}", values)
        rules.widget.accessibleName = localized("Rules of field {number}", values)
        menu.accessibleName = localized("Menu of field {number}", values)
        up.accessibleName = localized("Move field {number} up", values)
        down.accessibleName = localized("Move field {number} down", values)
        nameRemoveButton(number)
        up.isSensitive = number > 1
        down.isSensitive = number < count
    }

    /// Shows a note below the field.
    func say(_ text: String, _ role: ColorRole? = nil, more: FieldNote.More? = nil) {
        note.show(text, role, more: more)
    }

    /// Makes choices from the field's values, if there are any.
    var proposal: (([ChoiceOption], FieldType) async -> (options: [ChoiceOption], renamed: [String: String])?)? {
        didSet {
            options.proposal = proposal.map { proposal in
                { [weak self] known in await proposal(known, self?.chosenType ?? .string) }
            }
        }
    }

    func grabFocus() { name.grabFocusSelectingAll() }

    /// Opens the choices of the number format.
    func openFormat() {
        format.widget.grabFocus()
        format.widget.toggle()
    }

    /// The height of the row, in logical pixels.
    var height: Double { Double(widget.laidOutHeight) }

    private func build() {
        let line = row()
        name.setExpands(horizontally: true)
        line.append(handle)
        name.setWidth(letters: 20, least: 8)
        let (main, rest) = (row(), row())
        main.append(name, fills: true)
        main.append(type)
        rest.append(initial.widget, fills: true)
        ending.append(format.widget, fills: true)
        ending.append(options.widget, fills: true)
        rest.append(ending)
        rest.append(rules.widget)
        rest.append(menu)
        body.append(main, fills: true)
        body.append(rest, fills: true)
        line.append(body, fills: true)
        widget.append(line)
        widget.append(note.widget)
        widget.showAll()
        for part in [format.widget, options.widget] { part.setShownExplicitly() }
        note.hide()
        // Equally wide in each row, whatever its content, so that the columns are aligned.
        let (ending, rules) = (Self.width(Self.endingWidth), Self.width(Self.rulesWidth))
        for part in [format.widget, options.widget] { part.setWidth(ending) }
        self.ending.setLeastSize(width: ending, height: -1)
        self.rules.widget.setWidth(rules)
    }

    /// Puts the second half of the row below the first, or beside it.
    private func fitRoom() {
        body.setUpright(isNarrow)
        if isNarrow {
            widget.addStyleClass("kiroku-narrow-field")
        } else {
            widget.removeStyleClass("kiroku-narrow-field")
        }
        initial.hasHeading = !isNarrow
    }

    /// Pixels at the desktop's text size.
    private static func width(_ width: Int) -> Int { Int(Double(width) * TextScale.current) }

    /// The width of most examples of a number, in pixels.
    private static let endingWidth = 112
    private static let rulesWidth = 84

    private func connect() {
        rules.onChange = { [weak self] in self?.onChange?() }
        options.onChange = { [weak self] in self?.onChange?() }
        type.onChange { [weak self] in
            self?.fit()
            self?.onChange?()
        }
        for (command, offset) in [(up, -1), (down, 1)] {
            command.onPress { [weak self] in
                self?.menu.close()
                self?.onMove?(offset)
            }
        }
        remove.onPress { [weak self] in
            self?.menu.close()
            self?.pressRemove()
        }
        type.onEnter { [weak self] in
            guard let self else { return }
            // A field with choices is of little use without any.
            if chosenType.hasOptions, options.options.isEmpty { options.open() } else { onEnter?() }
        }
        options.onEnd = { [weak self] in self?.onEnter?() }
        for entry in [name, initial.entry] { entry.onKey { [weak self] in self?.take($0, in: entry) ?? false } }
    }

    private func take(_ key: KeyEvent, in entry: Entry) -> Bool {
        if key.key == .enter, key.modifiers.isEmpty {
            if !entry.inputMethodTakes(key) { onEnter?() }
            return true
        }
        guard key.modifiers == .alt, key.key == .up || key.key == .down else { return false }
        onMove?(key.key == .up ? -1 : 1)
        return true
    }

    private func pressRemove() {
        // Not during the press: removing the field destroys the button.
        guard origin != nil else { return MainLoop.whenIdle { [weak self] in self?.onRemove?() } }
        isRemoved.toggle()
        fit()
        onChange?()
    }

    private func fit() {
        initial.type = chosenType
        rules.type = chosenType
        rules.widget.isSensitive = !isRemoved
        let (role, other) =
            isRemoved ? (ColorRole.deletion, ColorRole.deletionUnselected) : (.deletionUnselected, .deletion)
        name.removeStyleClass(other.styleClass)
        name.addStyleClass(role.styleClass)
        for part in [AnyWidget(name), AnyWidget(type), AnyWidget(initial.widget)] { part.isSensitive = !isRemoved }
        format.widget.isSensitive = !isRemoved
        format.isOfWholeNumbers = chosenType.holdsWholeNumbers
        options.widget.isVisible = chosenType.hasOptions
        options.widget.isSensitive = !isRemoved
        format.widget.isVisible = chosenType.showsNumbers
    }

    private func nameRemoveButton(_ number: Int) {
        let values = ["number": localizedNumber(number)]
        remove.caption = isRemoved ? localized("_Keep the Field") : localized("_Remove")
        remove.accessibleName =
            isRemoved ? localized("Keep field {number}", values) : localized("Remove field {number}", values)
    }
}

/// What a field holds, as the user chooses it in a list: a type, or pictures, whose names are stored as text.
struct FieldKindChoice: Hashable {
    let type: FieldType
    let isPicture: Bool

    static let offered =
        FieldType.offered.map { Self(type: $0, isPicture: false) } + [Self(type: .string, isPicture: true)]

    init(type: FieldType, isPicture: Bool) {
        self.type = type
        self.isPicture = isPicture
    }

    /// The choice for what a draft holds.
    init(_ draft: FieldDraft) {
        self.init(type: draft.type, isPicture: draft.isPicture && draft.type.holdsText)
    }

    /// In the user's language.
    var name: String { isPicture ? localized("Picture") : type.name }
}
