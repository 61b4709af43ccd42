import GtkKit
import KirokuCore

/// The line of a field in a card: its name, the record's value, and why that does not fit.
@MainActor
final class CardRow {
    /// The field as it was when the row was made.
    let original: FieldDefinition
    let field: FieldID
    let name: String
    let caption: Label
    private let typing: CardEntry
    /// For a Bool field, beside the entry, which is then shown only for unfit text.
    let check: CheckButton?
    let reason = label(role: .error)
    /// For a field of pictures, below the entry.
    let picture: CardPicture?
    let isPicture: Bool
    private lazy var calendar = CalendarPopover(at: entry.frame, name: localized("Calendar"))
    private let line = GtkKit.row()
    /// For a field of dates or choices, beside the entry; the keyboard has Alt+Down.
    private let chooserButton: Button?
    /// For text, beside it while it contains an address; the keyboard has Ctrl+Enter.
    private let addressButton: Button?
    private weak var view: CardView?
    private var isRefreshing = false
    private var menuIsUp = false

    init(_ definition: FieldDefinition, in view: CardView, at index: Int) {
        field = definition.id
        original = definition
        isPicture = definition.isPicture
        picture = isPicture ? view.pictures.map { CardPicture($0, field: definition.name) } : nil
        name = definition.name
        self.view = view
        caption = label(definition.name, alignment: .end)
        typing = CardEntry(for: definition)
        addressButton = typing.hasLines ? Self.addressButton(for: definition) : nil
        chooserButton = definition.type.presenter.chooserButton(of: definition)
        check = definition.type.presenter.isToggled ? checkButton(name: definition.name) : nil
        if let check {
            check.addStyleClass("kiroku-three-states")
            line.append(check)
            check.onToggle { [weak self] in self?.toggled() }
            check.onFocusGained { [weak self] in self?.focusCame() }
            check.onKey { [weak self] key in self?.handle(key) ?? false }
            entry.setShownExplicitly()
        }
        line.append(entry.frame, fills: true)
        if let chooserButton {
            chooserButton.refuseFocus()
            line.append(chooserButton)
            chooserButton.onPress { [weak self] in self?.showChooser() }
        }
        if let addressButton {
            addressButton.refuseFocus()
            addressButton.setShownExplicitly()
            addressButton.setCenteredUpright()
            line.append(addressButton)
            addressButton.onPress { [weak self] in self?.offerAddresses() }
        }
        reason.setShownExplicitly()
        view.form.attach(caption, column: 0, row: index * 3)
        view.form.attach(line, column: 1, row: index * 3)
        view.form.attach(reason, column: 1, row: index * 3 + 1)
        if let picture { view.form.attach(picture.canvas, acrossColumns: 2, row: index * 3 + 2) }
        connect()
        connectPicture()
    }

    /// The input of the value.
    var entry: any EditableText { typing.text }

    private static func addressButton(for definition: FieldDefinition) -> Button {
        iconButton(
            "web-browser-symbolic", name: localized("Open an address in {field}", ["field": definition.name]),
            tooltip: localized("Open the address (Ctrl+Enter)"))
    }

    func remove() {
        let picture = picture.map { [AnyWidget($0.canvas)] } ?? []
        for widget in [AnyWidget(caption), AnyWidget(line), AnyWidget(reason)] + picture { widget.destroy() }
    }

    var hasFocus: Bool {
        entry.hasFocusInWindow || check?.hasFocusInWindow == true || picture?.canvas.hasFocusInWindow == true
    }

    func grabFocus() {
        if let check, !entry.isVisible { return check.grabFocus() }
        entry.grabFocusSelectingAll()
    }

    /// Shows the record's current value, unless the user is typing here.
    ///
    /// - Parameter isCrossedOut: whether others have deleted the record.
    func refresh(isEditable: Bool, isCrossedOut: Bool = false) {
        guard let view else { return }
        let value = view.value(of: field)
        isRefreshing = true
        defer { isRefreshing = false }
        typing.isCrossedOut = isCrossedOut
        typing.show(value, as: view.format(of: field), isEditable: isEditable)
        picture?.show(String(value) ?? "", isEditable: isEditable)
        let wrong = view.reasonToFix(field)
        chooserButton?.isSensitive = isEditable
        if let check {
            check.isSensitive = isEditable
            check.isOn = Bool(value)
            entry.isVisible = value.isUnfit
        }
        reason.text = wrong ?? ""
        reason.isVisible = wrong != nil
        if wrong != nil { entry.frame.addStyleClass("error") } else { entry.frame.removeStyleClass("error") }
        addressButton?.isVisible = !view.addresses(of: field).isEmpty
    }

    /// Commits the typed text, if it differs from the one shown.
    ///
    /// The same number may be typed with other decimal places: “12.50” over “12.5”.
    func commit() {
        guard let view, let reader, let text = typing.takeTyped() else { return }
        let value = reader.read(text)
        if value != typing.shownValue { view.set(value, of: field, instead: typing.shownValue) }
        view.onPlacesTyped?(field, reader.typedPlaces(text))
    }

    /// Asks whether to open the addresses in the text; returns false if there is none.
    @discardableResult
    private func offerAddresses() -> Bool {
        commit()
        guard let view, case let addresses = view.addresses(of: field), !addresses.isEmpty else { return false }
        view.onAddresses?(addresses)
        return true
    }

    private func connect() {
        entry.onFocusGained { [weak self] in
            self?.setOpen(true)
            self?.focusCame()
        }
        entry.onMenu { [weak self] isUp in self?.menuIsUp = isUp }
        entry.onFocusLost { [weak self] in
            guard let self, !menuIsUp else { return }
            commit()
            setOpen(false)
        }
        entry.onKey { [weak self] key in self?.handle(key) ?? false }
        typing.content = { [weak self] in
            guard let self, let view, let definition else { return nil }
            return (definition, view.value(of: field))
        }
        if addressButton != nil {
            entry.onControlClick { [weak self] in
                self?.entry.grabFocus()
                self?.offerAddresses()
            }
        }
    }

    /// The current field; `nil` if it is gone.
    private var definition: FieldDefinition? {
        guard let view, let index = view.model.table.schema.index(of: field) else { return nil }
        return view.model.table.schema[index]
    }

    /// The reader of the typed text; `nil` if the field is gone.
    private var reader: EntryReader? { definition.map { .typing(into: $0) } }

    /// Goes to another date or time; returns false in a field that has no such steps.
    private func step(by step: EntryStep) -> Bool {
        guard let definition, let reader, entry.isEditable else { return false }
        if step == .small(-1), definition.type.presenter.opensChooser(of: definition, isEmpty: entry.text.isEmpty) {
            showChooser()
            return true
        }
        guard let text = reader.stepped(entry.text, by: step)?.entryText else { return false }
        typing.type(text)
        return true
    }

    private func showChooser() {
        guard let definition, definition.offersOptions else { return showCalendar() }
        guard let view, entry.isEditable else { return }
        commit()
        let items = ChoiceMenu.items(of: definition, for: view.value(of: field)) { [weak self] value in
            guard let self, let view = self.view else { return }
            view.set(value, of: field)
            refresh(isEditable: true)
            entry.grabFocusSelectingAll()
        }
        entry.showMenu(items, below: nil, isForKeyboard: true)
    }

    /// Adds the typed text to the field's choices; returns false in a field without choices.
    private func addChoices() -> Bool {
        guard let view, let reader, reader.type.hasOptions, entry.isEditable else { return false }
        view.addChoices(of: reader.read(typing.takeWhole()), to: field)
        return true
    }

    private func showCalendar() {
        guard let view, let reader, entry.isEditable else { return }
        commit()
        let day = reader.calendarDay(of: view.value(of: field))
        calendar.onChoose = { [weak self] chosen in
            guard let self, let view = self.view,
                let day = CalendarDate(year: chosen.year, month: chosen.month, day: chosen.day)
            else { return }
            view.set(reader.cell(view.value(of: field), on: day), of: field)
            refresh(isEditable: true)
            entry.grabFocusSelectingAll()
        }
        calendar.show(day: (day.year, day.month ?? 1, day.day ?? 1))
    }

    private func setOpen(_ isOpen: Bool) {
        guard let view else { return }
        view.setHeld(isOpen)
        typing.setOpen(isOpen, showingValue: view.shows(self), as: view.format(of: field))
    }

    private func connectPicture() {
        guard let picture else { return }
        picture.onFocus = { [weak self] in self?.focusCame() }
        picture.onActivate = { [weak self] in
            guard let self else { return }
            commit()
            view?.onPictureActivated?(field)
        }
        picture.acceptDrops { [weak self] uris in
            guard let self else { return }
            commit()
            view?.onPictureDrop?(uris, field)
        }
    }

    private func focusCame() {
        view?.onFieldFocus?(field)
    }

    /// Goes from empty to true, to false, and to empty again.
    private func toggled() {
        guard !isRefreshing, let view else { return }
        view.set(view.value(of: field).toggled, of: field)
        refresh(isEditable: true)
    }

    /// Handles keys before the line itself gets them; returns whether the key was used.
    private func handle(_ key: KeyEvent) -> Bool {
        if let step = EntryStep(key), self.step(by: step) { return true }
        if typing.takes(key) { return true }
        if key.key == .enter, key.modifiers == .control {
            if addChoices() {
                moveOn(by: 1, adding: true)
                return true
            }
            if addressButton != nil, offerAddresses() { return true }
        }
        // The area would take them for its own scrolling frame.
        if key.key == .tab, key.modifiers.contains(.control), typing.hasLines {
            view?.moveFocusOut(forward: !key.modifiers.contains(.shift))
            return true
        }
        // Before the entry, which uses some of these keys itself.
        if key.modifiers.contains(.control) { return view?.take(key) ?? false }
        guard key.modifiers.isSubset(of: [.shift, .alt]) else { return false }
        let isForUs =
            switch key.key {
            case .enter, .escape: true
            case .up: key.modifiers.isEmpty && typing.isAtEdge(up: true)
            case .down: key.modifiers.isEmpty && typing.isAtEdge(up: false)
            // GTK moves the focus between the lines.
            case .tab: key.modifiers.isEmpty && view?.isLast(self) == true
            default: false
            }
        guard isForUs else { return false }
        // A conversion in an input method takes precedence for Enter, Esc and the arrows.
        if entry.hasFocusInWindow, entry.inputMethodTakes(key) { return true }
        switch key.key {
        case .escape:
            guard restoreText() else { return false }
            view?.onReverted?()
        case .enter where key.modifiers.contains(.alt):
            if entry.isEditable { entry.insertAtCursor("\n") }
        case .enter where key.modifiers.contains(.shift): moveOn(by: -1)
        case .up: moveOn(by: -1)
        case .down: moveOn(by: 1)
        default: moveOn(by: 1, adding: true)
        }
        return true
    }

    /// Shows the record's own text again; returns false if nothing was typed, so that Esc can mean something else.
    func restoreText() -> Bool { typing.restoreText() }

    private func moveOn(by offset: Int, adding: Bool = false) {
        commit()
        view?.moveOn(from: self, by: offset, adding: adding)
    }
}
