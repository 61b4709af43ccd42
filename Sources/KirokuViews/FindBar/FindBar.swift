import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Finds records of a grid while the user types: by text in any field, by conditions on fields, or by filling in an
/// empty card.
///
/// The grid shows only the found records, or marks them among the others, and text can be replaced. All searches run in
/// the background; only the latest request counts. A ``ViewSwitcher`` stores what is asked for under a name.
///
/// The bar is composed of parts: what is asked for, the searches, replacing, values to choose from. This class connects
/// them and follows the table.
@MainActor
public final class FindBar {
    /// The widget to put above the grid; it is visible only while the bar is open.
    public let widget: Box
    /// Called with messages for the user; `nil` clears the last one.
    public var onMessage: ((Message?) -> Void)?
    /// Called when the bar is opened or closed, and when other records have been found.
    public var onChange: (() -> Void)?
    /// Called when the user wants to store what is asked for as a view.
    public var onSave: (() -> Void)?

    let parts = FindBarParts()
    let form: FindForm
    let search: FindSearch
    let replacing: FindReplacing
    let values: FindValues
    private let grid: RecordGrid
    private var observation: Observation?
    /// Whether the buttons show words beside their icons.
    private var hasWords = false
    private var isGone = false

    /// Creates the bar for a grid.
    ///
    /// - Parameter grid: the grid that shows the results; its table is searched.
    public init(grid: RecordGrid) {
        self.grid = grid
        widget = column(spacing: 6)
        parts.layOut(in: widget)
        form = FindForm(parts, of: grid)
        search = FindSearch(for: form, parts, in: grid)
        replacing = FindReplacing(in: search, of: form, parts, widget, grid)
        values = FindValues(for: form, widget, grid)
        connect()
        connectParts()
        show(FindRequest())
        observation = model.observe { [weak self] event in self?.handle(event) }
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.observation = nil
            self?.search.stop()
            self?.replacing.stop()
            self?.values.destroy()
        }
        attach(self, to: widget, key: "kiroku-find-bar")
    }

    private var model: any TableModel { grid.model }

    /// The result of the last search; `nil` while nothing is asked for.
    public var found: FoundRecords? { search.found }

    // MARK: Opening and closing

    /// Whether the bar is visible.
    public var isOpen: Bool { !isGone && widget.isVisible }

    /// Whether a search is running.
    var isFinding: Bool { search.isBusy }

    /// Whether the focus is in the bar, or in the values to choose from.
    public var hasKeys: Bool {
        values.popover != nil || isOpen && (widget.focusInWindow.map { widget.holds($0) } ?? false)
    }

    /// Opens the bar with the last request, and moves the focus to its first entry.
    public func open() {
        guard !isGone else { return }
        grid.commitEditing()
        if !isOpen { appear() }
        parts.text.grabFocusSelectingAll()
    }

    private func appear() {
        widget.isVisible = true
        search.start()
        onChange?()
    }

    /// Opens the bar with the row for replacing text.
    public func openReplacing() {
        guard !isGone, !model.isReadOnly else { return }
        if !isOpen { open() }
        replacing.open()
    }

    /// Closes the bar; the grid shows all records again, and the cursor stays on its record.
    public func close() {
        guard isOpen else { return }
        search.close()
        replacing.stop()
        // The grid gets the focus before the focused widget disappears.
        grid.grabFocus()
        widget.isVisible = false
        search.forget()
        onChange?()
    }

    // MARK: Asking

    /// Goes to the next found record in the order of the grid, or to the previous one; opens the bar if it is closed.
    public func go(forward: Bool) {
        guard !isGone else { return }
        if !isOpen { open() }
        if form.request.isEmpty { parts.text.grabFocusSelectingAll() } else { search.go(forward: forward) }
    }

    /// Finds the records with cells to fix.
    public func findCellsToFix() {
        var request = FindRequest()
        request.joining = .any
        let toFix = model.toFix
        request.lines = model.table.schema.fields.enumerated()
            .filter { !$1.type.holdsText || toFix.count(inField: $0) > 0 }
            .map { FindLine(field: $1.id, comparison: .toFix) }
        ask(for: request)
    }

    /// Shows the values of a field below its header, to choose which of its records are shown.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - place: the place of its header, in pixels of the grid.
    public func showValues(of field: FieldID, below place: Rectangle) {
        if !isGone { values.show(of: field, below: place) }
    }

    /// Shows only records with the same content in a field, or none of them.
    public func narrow(_ field: FieldID, to content: CellContent, hides: Bool) {
        if !isGone { values.narrow(field, to: content, hides: hides) }
    }

    /// What is asked for, as a view stores it: all records while the bar is closed or nothing can be searched for.
    public var savedFind: SavedFind {
        let condition = isOpen ? try? form.condition() : nil
        return SavedFind(condition, showsOnlyFound: parts.onlyFound.isOn == true)
    }

    /// Asks for what a view has stored; the focus stays where it is unless the bar closes because that is all records.
    ///
    /// - Parameter find: a search that the table's fields allow (``Condition/check(for:)``).
    public func show(_ find: SavedFind) {
        guard !isGone else { return }
        guard let condition = find.condition else { return close() }
        form.showOnlyFound(find.showsOnlyFound)
        take(FindRequest(condition, for: model.table.schema))
    }

    /// Whether just that is asked for.
    func asks(for find: SavedFind) -> Bool {
        let asked = savedFind
        guard let condition = find.condition else { return asked.condition == nil }
        // Conditions that mean the same may be written in more than one way.
        let written = try? FindRequest(condition, for: model.table.schema).condition(for: model.table.schema)
        return asked.condition == (written ?? condition) && asked.showsOnlyFound == find.showsOnlyFound
    }

    /// Replaces the request and searches; a bar that was closed gets the keys.
    private func ask(for new: FindRequest) {
        guard !isGone else { return }
        let wasOpen = isOpen
        take(new)
        if !wasOpen { open() }
    }

    /// Replaces the request and searches; the focus stays where it is.
    private func take(_ new: FindRequest) {
        show(new)
        if isOpen { search.start() } else { appear() }
    }

    private func show(_ request: FindRequest) {
        form.show(request)
        replacing.offerFields()
    }

    // MARK: Connecting

    private func connectParts() {
        form.onChange = { [weak self] in
            if self?.isOpen == true { self?.search.start() }
        }
        form.onEntry = { [weak self] in self?.watch($0) }
        form.onValues = { [weak self] in self?.values.show(of: $0) }
        search.onEnd = { [weak self] in
            self?.parts.save.isSensitive = self?.form.request.isEmpty == false
            self?.replacing.update()
            self?.onChange?()
        }
        search.onRecount = { [weak self] in self?.replacing.followRecount() }
        search.onMessage = { [weak self] in self?.onMessage?($0) }
        replacing.onMessage = { [weak self] in self?.onMessage?($0) }
        replacing.onEscape = { [weak self] in self?.escape() }
        values.onNarrow = { [weak self] request in
            self?.form.showOnlyFound(true)
            self?.take(request)
        }
    }

    private func connect() {
        parts.matching.onChange = { [weak self] ignored in
            self?.form.ignore(ignored)
            self?.replacing.update()
        }
        parts.previous.onPress { [weak self] in self?.go(forward: false) }
        parts.next.onPress { [weak self] in self?.go(forward: true) }
        parts.save.onPress { [weak self] in self?.onSave?() }
        parts.close.onPress { [weak self] in self?.close() }
        widget.onKey { [weak self] key in self?.handle(key) ?? false }
        widget.onLayout { [weak self] in self?.fitWords() }
        watch(parts.text)
    }

    /// Handles keys that no widget of the bar has used.
    private func handle(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .escape where key.modifiers.isEmpty: escape()
        case .character("c") where key.modifiers == .alt: parts.conditions.isOn.toggle()
        case .character("e") where key.modifiers == .alt:
            parts.conditions.isOn = true
            parts.asCard.isOn.toggle()
        case .character("a") where key.modifiers == .alt: parts.matching.toggle(.case)
        case .character("o") where key.modifiers == .alt: parts.onlyFound.isOn = parts.onlyFound.isOn != true
        case .character("n") where key.modifiers == .alt && parts.conditions.isOn && parts.add.isSensitive:
            form.addLine()
        case .character("w") where key.modifiers == .alt: parts.matching.toggle(.width)
        case .character("k") where key.modifiers == .alt && parts.save.isSensitive: onSave?()
        default: return false
        }
        return true
    }

    /// Makes Enter in an entry go to the next found record, and Esc close the bar, unless an input method needs them.
    private func watch(_ entry: Entry) {
        entry.onKey { [weak self] key in
            guard let self, key.modifiers.isSubset(of: [.shift]) else { return false }
            switch key.key {
            case .enter, .escape:
                if entry.inputMethodTakes(key) { return true }
                if key.key == .escape { escape() } else { go(forward: !key.modifiers.contains(.shift)) }
            case .down where key.modifiers.isEmpty && entry.pointer == parts.text.pointer:
                if entry.inputMethodTakes(key) { return true }
                grid.grabFocus()
            default: return false
            }
            return true
        }
    }

    /// Cancels the current work; if there is none, closes the bar.
    private func escape() {
        if search.showsProgress { return search.cancel() }
        close()
    }

    /// Shows words beside the icons of the buttons, if there is room.
    private func fitWords() {
        let isRoomy = Double(widget.laidOutWidth) >= Self.roomyWidth * TextScale.current
        guard isRoomy != hasWords else { return }
        hasWords = isRoomy
        // GTK ignores changes of size during layout.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            parts.showWords(hasWords)
        }
    }

    /// The width of the bar from which there is room for words, in pixels at a text scale of 1.
    private static let roomyWidth = 876.0

    /// Follows the table.
    private func handle(_ event: DocumentEvent) {
        guard let extent = event.extent, !isGone else { return }
        let before = form.request
        if extent == .everything, form.followFields() { replacing.offerFields() }
        search.outdate()
        guard isOpen else { return }
        let request = form.request
        if request != before || !request.isEmpty && (parts.onlyFound.isOn != true || search.work.isRunning) {
            search.start()
        } else {
            // The shown subset stays until the user searches again, so that nothing jumps away from under the cursor.
            search.recount()
        }
        replacing.update()
    }
}

/// The result of a search.
public struct FoundRecords: Sendable, Hashable {
    /// The condition that the found records meet.
    public let condition: Condition
    /// The number of found records.
    public let count: Int
    /// The number of records in the table.
    public let total: Int
}
