import Geometry
import GtkKit
import KirokuCore

/// The input of a value in a card: an entry or, for text, an area that is as high as its text.
///
/// While nothing is being typed, the value is drawn as in a grid, such as a rating as stars; during typing, its meaning
/// is shown after the text.
@MainActor
final class CardEntry {
    let text: any EditableText
    /// Returns the current field and the record's value; `nil` if the field is gone.
    var content: (() -> (field: FieldDefinition, value: CellValue)?)?
    /// Whether it has the focus: a number is then shown as typed, otherwise in its format.
    private(set) var isOpen = false
    /// Whether its text is crossed out.
    var isCrossedOut = false
    /// The text when a value was last put into it; `nil` while it cannot hold the value's text.
    private var shownText: String?
    /// The value of that text.
    private(set) var shownValue = CellValue.empty
    /// Whether another text was typed since.
    private var wasTyping = false
    private let composition: Composition
    /// Shows the meaning of the typed text.
    private let ghost: EntryGhost?
    /// The choices that the typed text may mean, for a field that has some.
    private let proposals: ChoiceProposals?
    private var cover: EntryCover?

    /// The longest text in bytes, and how many characters are shown of longer ones, which are opened elsewhere.
    private static let (longest, shownOfLonger) = (65_535, 2_000)
    /// The largest number of lines shown of a text; then it scrolls.
    private static let mostLines = 10.0

    init(for field: FieldDefinition) {
        text = Self.widget(for: field)
        composition = Composition(in: text)
        ghost = (text as? Entry).map { EntryGhost(on: $0) }
        proposals = field.offersOptions ? ChoiceProposals(at: text.frame) : nil
        text.setPlaceholder(field.kindName)
        text.frame.setExpands(horizontally: true)
        if field.type.alignment == .end { (text as? Entry)?.setAlignment(.end) }
        cover = (text as? Entry).map { entry in
            EntryCover(on: entry) { [weak self] in self?.drawCover($0, in: $1, GridColors(Theme(of: entry))) }
        }
        text.onChange { [weak self] in self?.textChanged() }
        proposals?.onTake = { [weak self] in self?.type($0) }
    }

    private static func widget(for field: FieldDefinition) -> any EditableText {
        guard field.type.holdsText, !field.offersOptions, !field.isPicture else {
            return GtkKit.entry(name: field.name)
        }
        let area = textArea(name: field.name)
        area.frameAsEntry()
        area.setPadding(horizontal: 8, vertical: 7)
        area.setHeight(upTo: Int(TextMeasure(of: area).lineHeight * mostLines) + 12)
        return area
    }

    /// Whether the text has several lines, between which the arrow keys move.
    var hasLines: Bool { text is TextArea }

    /// Whether an arrow up or down has nowhere to go in the text.
    func isAtEdge(up: Bool) -> Bool { (text as? TextArea).map { up ? $0.isOnFirstLine : $0.isOnLastLine } ?? true }

    // MARK: Values

    /// Shows a value, unless something is being typed.
    func show(_ value: CellValue, as format: NumberFormat, isEditable: Bool) {
        if !isTyping { put(value, as: format, isEditable: isEditable) }
        showCover()
    }

    private func put(_ value: CellValue, as format: NumberFormat, isEditable: Bool) {
        let new = (isOpen ? value.entryText(in: format) : value.shownText(in: format)) ?? ""
        let isLong = new.utf8.count > Self.longest
        if text.text != new { text.text = isLong ? new.prefix(Self.shownOfLonger) + "…" : new }
        // GTK cuts off text at a NUL, and an entry after 64 KB; text that cannot be held is read-only.
        text.isCrossedOut = isCrossedOut && !new.isEmpty
        let isWhole = text.text == new
        shownText = isWhole ? new : nil
        shownValue = value
        wasTyping = false
        text.isEditable = isEditable && isWhole
        text.isSensitive = isEditable || !new.isEmpty
        text.setTooltip(isWhole ? nil : localized("This text is too long to edit here. Press Shift+F2 to open it."))
    }

    /// Updates whether it has the focus, and shows numbers accordingly.
    ///
    /// - Parameter showsValue: whether the value may be shown again.
    func setOpen(_ isOpen: Bool, showingValue showsValue: Bool, as format: NumberFormat) {
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        showCover()
        guard showsValue, !isTyping, let value = content?()?.value else { return }
        if value.entryText(in: format) != value.shownText(in: format) {
            put(value, as: format, isEditable: text.isEditable)
        }
    }

    /// Whether something that does not fit was typed again, to be read again: it may have been typed under another
    /// region.
    private var isTypedAgain: Bool { wasTyping && !isTyping && shownValue.isUnfit }

    /// Whether it holds text that is not in the table yet.
    private var isTyping: Bool { shownText.map { $0 != text.text } ?? false }

    /// The typed text, with the choice completed in it; `nil` if nothing was typed.
    ///
    /// The text counts as shown then.
    func takeTyped() -> String? {
        composition.take()
        guard isTyping || isTypedAgain, let field = content?()?.field else { return nil }
        return taken(proposals?.completed(text.text, in: field) ?? text.text)
    }

    /// The current text, which counts as shown then.
    func takeWhole() -> String {
        composition.take()
        return taken(text.text)
    }

    private func taken(_ typed: String) -> String {
        shownText = text.text
        wasTyping = false
        textChanged()
        return typed
    }

    /// Shows the value's own text again; returns false if nothing was typed.
    func restoreText() -> Bool {
        guard isTyping, let shownText else { return false }
        text.text = shownText
        if text.hasFocusInWindow { text.grabFocusSelectingAll() }
        return true
    }

    /// Replaces the text, as if it were typed.
    func type(_ new: String) {
        text.text = new
        text.grabFocusAtEnd()
    }

    // MARK: The hint after the text

    /// Chooses another of the listed choices; returns whether the key is for that.
    func takes(_ key: KeyEvent) -> Bool {
        guard let proposals else { return false }
        if proposals.endsChoice(key) { return takeChoice(proposals) }
        guard proposals.wants(key) else { return false }
        if !text.inputMethodTakes(key) { show(proposals.step(key)) }
        return true
    }

    /// Accepts the proposal for a choice that ends here; returns whether there is one.
    private func takeChoice(_ proposals: ChoiceProposals) -> Bool {
        guard let entry = text as? Entry, entry.isAtEnd, !composition.isActive, let field = content?()?.field
        else { return false }
        type(proposals.completed(entry.text, in: field) + String(Choices.separator))
        return true
    }

    /// Shows the meaning of the typed text; nothing for the text of the record itself.
    private func textChanged() {
        if isTyping {
            cover?.isOn = false
            wasTyping = true
        }
        proposals?.hide()
        guard isTyping, isOpen, let field = content?()?.field else { return show(.none) }
        show(proposals?.hint(for: text.text, in: field) ?? TypingHint(for: text.text, in: field))
    }

    private func show(_ hint: TypingHint) {
        ghost?.text = hint.shownText
        text.accessibleDescription = hint.description(of: text.text)
    }

    // MARK: The drawing in place of the text

    private func showCover() {
        cover?.isOn = !isOpen && !isTyping && (content?().map { Self.hasCover($0.value, of: $0.field) } ?? false)
    }

    private static func hasCover(_ value: CellValue, of field: FieldDefinition) -> Bool {
        !value.isUnfit && field.type.presenter.draws(value, of: field)
    }

    private func drawCover(_ painter: Painter, in room: Rectangle, _ colors: GridColors) {
        guard let (field, value) = content?() else { return }
        defer {
            if isCrossedOut {
                let line = Rectangle(x: room.x, y: (room.y + room.height / 2).rounded(), width: room.width, height: 1)
                painter.fill(line, colors.conflict)
            }
        }
        field.type.presenter.draw(value, of: field, in: room, inner: room, colors, painter)
    }
}
