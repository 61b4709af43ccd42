import GtkKit
import KirokuCore
import KirokuPresentation

/// One record of a table as a form: a line for each field, which can be filled in with the keyboard alone.
///
/// All edits go through the table model, so they can be undone and other views follow. The owner decides which record
/// is shown, usually the one under a grid's cursor.
@MainActor
public final class CardView {
    /// The widget to put into a window.
    public let widget: Box
    /// Called with messages for the user: what is wrong with a cell, or why an edit was refused; `nil` clears the last
    /// one.
    public var onMessage: ((Message?) -> Void)?
    /// Called after typing into a line, with the number of decimal places if the text is a number with a trailing zero.
    public var onPlacesTyped: ((FieldID, _ places: Int?) -> Void)?
    /// Called when the user requests another record, a new one, or a value from elsewhere.
    public var onStep: ((CardStep) -> Void)?
    /// Called with a field when the focus moves to its line.
    public var onFieldFocus: ((FieldID) -> Void)?

    /// Called before a cell of the shown record is changed here.
    public var onWillSet: ((CellPosition) -> Void)?
    /// Called when Esc has discarded typed text in a line.
    public var onReverted: (() -> Void)?

    /// Called when the user wants to open one of the addresses in a line; there is at least one.
    public var onAddresses: (([TextAddress]) -> Void)?

    /// Called when the user wants to choose a picture for a field of the record.
    public var onPictureActivated: ((FieldID) -> Void)?
    /// Called with the URIs of files that were dropped on a field's picture.
    public var onPictureDrop: ((_ uris: [String], FieldID) -> Void)?

    let model: any TableModel
    /// The source of the pictures; `nil` if only their names are shown.
    let pictures: CellPictures?
    let form = grid()
    let heading = label(alignment: .center)
    private(set) var rows: [CardRow] = []
    private(set) var record: RecordID?
    /// The shown record, if others have deleted it while it was edited here.
    private var lost: RecordID?
    private let buttons: [CardStep: Button]
    private let scroller: ScrolledContent
    private var position: CardPosition?
    private var observation: Observation?
    private var hold: RecordHold?
    /// Whether the widgets have been destroyed while the view is still referenced; it does nothing then.
    private var isGone = false

    /// Creates a form that shows no record yet.
    ///
    /// - Parameters:
    ///   - model: the table to show and edit.
    ///   - pictures: the source of the fields' pictures; with `nil`, only their names are shown.
    ///   - name: the name of the form for screen readers and tests.
    public init(model: any TableModel, pictures: CellPictures? = nil, name: String) {
        self.model = model
        self.pictures = pictures
        widget = column(spacing: 6)
        scroller = scrolled(form)
        scroller.keepContentHeight()
        let relay = StepRelay()
        buttons = [
            .previous: iconButton(
                "go-previous-symbolic", name: localized("Previous Record"),
                tooltip: localized("Previous record (Ctrl+Page Up)")
            ) { relay.body?(.previous) },
            .next: iconButton(
                "go-next-symbolic", name: localized("Next Record"), tooltip: localized("Next record (Ctrl+Page Down)")
            ) { relay.body?(.next) },
            .new: iconButton(
                "list-add-symbolic", name: localized("New Record"), tooltip: localized("New record (Ctrl+N)")
            ) { relay.body?(.new) },
        ]
        relay.body = { [weak self] in self?.step($0) }
        widget.accessibleName = name
        form.accessibleName = name
        build()
        observation = model.observe { [weak self] event in self?.handle(event) }
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.observation = nil
        }
        attach(self, to: widget, key: "kiroku-card-view")
    }

    /// Shows a record, or with `nil` an empty form that cannot be filled in.
    ///
    /// First commits text typed into the previous record.
    ///
    /// - Parameters:
    ///   - record: the record's index in the table.
    ///   - position: the record's position among those that the owner shows, for the heading.
    ///   - lost: a record that others have deleted while it was edited here; its kept values are shown crossed out.
    public func show(record: Int?, position: CardPosition?, lost: RecordID? = nil) {
        guard !isGone else { return }
        let id = record.flatMap { model.table.ids.indices.contains($0) ? model.table.ids[$0] : nil }
        if id != self.record { commitEditing() }
        self.record = id
        self.lost = id == nil ? lost : nil
        self.position = id == nil && lost == nil ? nil : position
        refresh()
    }

    /// Commits text typed into the form.
    public func commitEditing() {
        guard !isGone else { return }
        for row in rows { row.commit() }
    }

    /// Discards text typed into the form; returns false if there is none.
    public func cancelEditing() -> Bool {
        guard !isGone else { return false }
        return rows.reduce(false) { $1.restoreText() || $0 }
    }

    /// Keeps the shown record from being lost if others delete it while the focus is in one of its lines.
    func setHeld(_ isHeld: Bool) { hold = isHeld ? record.flatMap { model.hold($0) } : nil }

    /// Moves the focus from the form to the next or previous widget.
    func moveFocusOut(forward: Bool) { scroller.moveFocusOut(forward: forward) }

    /// Whether the focus is in the form.
    public var hasFocus: Bool { !isGone && rows.contains { $0.hasFocus } }

    /// Moves the focus to the line of a field, or to the first one.
    public func grabFocus(field: FieldID? = nil) {
        guard !isGone else { return }
        let row = rows.first { $0.field == field } ?? rows.first
        row?.grabFocus()
    }

    // MARK: Requests from the rows

    /// The current index of the shown record; `nil` if none is shown or it has been deleted.
    var recordIndex: Int? { record.flatMap { model.table.index(of: $0) } }

    /// The kept values of the shown record, if others have deleted it.
    private var kept: RecordTable? { lost.flatMap { model.openConflicts.conflict(of: $0)?.lost } }

    func value(of field: FieldID) -> CellValue {
        if let kept { return kept.schema.index(of: field).map { kept[0, $0] } ?? .empty }
        guard let record = recordIndex, let index = model.table.schema.index(of: field) else { return .empty }
        return model.table[record, index]
    }

    /// The web and mail addresses in the record's text of a field.
    func addresses(of field: FieldID) -> [TextAddress] { TextAddress.found(in: String(value(of: field)) ?? "") }

    /// How the numbers of a field are shown.
    func format(of field: FieldID) -> NumberFormat {
        model.table.schema.index(of: field).map { model.table.schema[$0].numberFormat } ?? .asTyped
    }

    /// Whether the row is still a part of the card.
    func shows(_ row: CardRow) -> Bool { rows.contains { $0 === row } }

    /// Puts a value into a cell of the shown record, and shows what is wrong with it.
    ///
    /// - Parameter before: the value of the cell when typing began; if others have changed it since, the new value is
    ///   left out.
    func set(_ value: CellValue, of field: FieldID, instead before: CellValue? = nil) {
        if let record, let before, let original = rows.first(where: { $0.field == field })?.original,
            let conflict = TypedCell(record: record, field: original, before: before)
                .conflict(with: value, in: model.table)
        {
            model.leaveOpen(conflict)
            onMessage?(Message(conflict.reasonText, .error))
            return
        }
        guard let record = recordIndex, let index = model.table.schema.index(of: field),
            model.table[record, index] != value
        else { return }
        onWillSet?(CellPosition(record: record, field: index))
        do {
            try model.setCells([CellEdit(record: record, field: index, value: value)])
            let reason = reasonToFix(field)
            onMessage?(reason.map { Message($0, .error) })
        } catch {
            onMessage?(Message(error.message, .error))
        }
    }

    /// Puts a value into the record's cell of a field, and adds its new choices to those of the field.
    func addChoices(of value: CellValue, to field: FieldID) {
        guard let record = recordIndex, let index = model.table.schema.index(of: field) else { return }
        onWillSet?(CellPosition(record: record, field: index))
        do {
            try model.addChoices(of: value, at: record, index)
        } catch {
            onMessage?(Message(error.message, .error))
        }
    }

    /// What is wrong with the record's cell in a field; `nil` if nothing is.
    func reasonToFix(_ field: FieldID) -> String? {
        guard let record = recordIndex, let index = model.table.schema.index(of: field) else { return nil }
        return model.toFix.reason(record, index)
    }

    func isLast(_ row: CardRow) -> Bool { rows.last === row }

    /// Moves the focus to the next or previous line; after the last line, requests the next record.
    ///
    /// - Parameter adding: whether to request a new record after the last one, unless that is still empty.
    func moveOn(from row: CardRow, by offset: Int, adding: Bool) {
        guard let index = rows.firstIndex(where: { $0 === row }) else { return }
        if rows.indices.contains(index + offset) {
            rows[index + offset].grabFocus()
        } else if offset > 0 {
            let isAtEnd = position.map { $0.index + 1 >= $0.count } ?? true
            if adding, isAtEnd, isFilled, !model.isReadOnly { return step(.new) }
            step(.next)
            rows.first?.grabFocus()
        }
    }

    /// Whether the shown record holds anything.
    private var isFilled: Bool {
        guard let record = recordIndex else { return false }
        return model.table.schema.fields.indices.contains { model.table.isFilled(record, $0) }
    }

    func step(_ step: CardStep) {
        commitEditing()
        onStep?(step)
    }

    // MARK: Following the table

    private func build() {
        let bar = row()
        bar.append(buttonOf(.previous))
        bar.append(heading, fills: true)
        bar.append(buttonOf(.next))
        bar.append(buttonOf(.new))
        bar.setMargins(horizontal: 12, vertical: 6)
        form.setMargins(horizontal: 12, vertical: 6)
        form.setSpacing(columns: 12, rows: 6)
        widget.append(bar)
        widget.append(scroller, fills: true)
        widget.onKey { [weak self] key in self?.handle(key) ?? false }
        rebuildRows()
    }

    private func buttonOf(_ step: CardStep) -> Button {
        guard let button = buttons[step] else { preconditionFailure("each step has a button") }
        return button
    }

    /// Handles keys that no line of the form has used.
    private func handle(_ key: KeyEvent) -> Bool {
        if key.key == .escape, key.modifiers.isEmpty {
            step(.revert)
            return true
        }
        return take(key)
    }

    /// Handles keys that work wherever in the form the focus is; returns whether the key was used.
    func take(_ key: KeyEvent) -> Bool {
        guard let step = Self.step(for: key) else { return false }
        self.step(step)
        return true
    }

    private static func step(for key: KeyEvent) -> CardStep? {
        guard key.modifiers.contains(.control), key.modifiers.isSubset(of: [.control, .shift]) else { return nil }
        let shift = key.modifiers.contains(.shift)
        return switch key.key {
        case .pageUp where !shift: .previous
        case .pageDown where !shift: .next
        case .character("d") where !shift: .fillDown
        case .character("'"): .repeatAbove
        case .character(";") where !shift: .date
        case .character(":"): .time
        default: nil
        }
    }

    private func handle(_ event: DocumentEvent) {
        switch event {
        case .checksChanged, .conflictsChanged:
            followRecord()
            return refresh()
        default: break
        }
        guard event.extent != nil else { return }
        let fields = model.table.schema.fields
        if fields.map(\.id) != rows.map(\.field) || fields.map(\.name) != rows.map(\.name)
            || fields.map(\.isPicture) != rows.map(\.isPicture)
        {
            // Text typed into a field or record that others have removed is kept as a conflict.
            commitEditing()
            rebuildRows()
        }
        followRecord()
        refresh()
    }

    /// Continues with the kept values of a record that others have deleted, and with the record when it is restored.
    private func followRecord() {
        if let record, recordIndex == nil {
            commitEditing()
            // Immediately, because in between the line with the focus would be empty and lose it.
            if model.openConflicts.conflict(of: record)?.lost != nil { lost = record }
            self.record = nil
        } else if let lost, model.table.index(of: lost) != nil {
            (record, self.lost) = (lost, nil)
        }
    }

    private func rebuildRows() {
        for row in rows { row.remove() }
        rows = model.table.schema.fields.enumerated().map { index, field in
            CardRow(field, in: self, at: index)
        }
        form.showAll()
        refresh()
    }

    private func refresh() {
        let (isOpen, isLost) = (recordIndex != nil, kept != nil)
        for row in rows {
            row.refresh(isEditable: isOpen && model.refusal(ofField: row.field) == nil, isCrossedOut: isLost)
        }
        heading.text = isLost ? localized("Deleted elsewhere") : position.map { $0.text } ?? localized("No record")
        buttons[.previous]?.isSensitive = position.map { $0.index > 0 } ?? false
        buttons[.next]?.isSensitive = position.map { $0.index + 1 < $0.count } ?? false
        buttons[.new]?.setSensitive(unless: model.refusal(of: .addRecords)?.reason)
    }
}

/// Passes on requests from buttons that are made before the view exists.
@MainActor
private final class StepRelay {
    var body: ((CardStep) -> Void)?
}
