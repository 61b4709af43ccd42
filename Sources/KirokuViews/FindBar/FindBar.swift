import GtkKit
import KirokuCore
import KirokuPresentation

/// Finds records of a grid while the user types: by text in any field, by conditions on fields, or by filling in an
/// empty card.
///
/// The grid shows only the found records, or marks them among the others. Finds can be named and are kept with the
/// table, and text can be replaced. All searches run in the background; only the latest request counts.
@MainActor
public final class FindBar {
    /// The widget to put above the grid; it is visible only while the bar is open.
    public let widget: Box
    /// Called with messages for the user; `nil` clears the last one.
    public var onMessage: ((Message?) -> Void)?
    /// Called when the bar is opened or closed, and when other records have been found.
    public var onChange: (() -> Void)?
    /// The result of the last search; `nil` while nothing is asked for.
    public internal(set) var found: FoundRecords?

    let grid: RecordGrid
    let parts = FindBarParts()
    let work = LatestWork()
    /// Counts again without changing which records are shown.
    let recounting = LatestWork()
    let planning = LatestWork()
    var request = FindRequest()
    /// The fields that the bar offers.
    var fields: [FieldDefinition] = []
    var rows: [ConditionRow] = []
    var card: FindCard?
    /// The values of a field, to choose from.
    var valuePopover: ValuePopover?
    /// The replacement that the button makes; `nil` while it is being worked out.
    var plan: ReplacementPlan?
    /// The String fields offered for replacing.
    var replaceableFields: [FieldDefinition] = []
    /// The kept find that was chosen last.
    var chosenFind: String?
    /// Whether the typed name renames the kept find that was chosen.
    var isRenaming = false
    /// The direction to go in when the search is done, forward if true; `nil` to stay.
    var pendingStep: Bool?
    /// Whether the table has changed since it was searched.
    var isStale = false
    /// Whether the program, not the user, is filling the widgets.
    var isFilling = false
    private var observation: Observation?
    /// Whether words stand beside the icons of the buttons.
    var hasWords = false
    private(set) var isGone = false

    /// Creates the bar for a grid.
    ///
    /// - Parameter grid: the grid that shows what is found; its table is searched.
    public init(grid: RecordGrid) {
        self.grid = grid
        widget = column(spacing: 6)
        build()
        observation = model.observe { [weak self] event in self?.handle(event) }
        widget.onDestroy { [weak self] in
            self?.isGone = true
            self?.observation = nil
            self?.work.cancel()
            self?.recounting.cancel()
            self?.planning.cancel()
            self?.valuePopover?.destroy()
        }
        attach(self, to: widget, key: "kiroku-find-bar")
    }

    var model: any TableModel { grid.model }

    // MARK: Opening and closing

    /// Whether the bar is visible.
    public var isOpen: Bool { !isGone && widget.isVisible }

    /// Whether a search is running.
    public var isFinding: Bool { work.isRunning || recounting.isRunning }

    /// Whether the focus is in the bar, or in the values to choose from.
    public var hasKeys: Bool {
        valuePopover != nil || isOpen && (widget.focusInWindow.map { widget.holds($0) } ?? false)
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
        find()
        onChange?()
    }

    /// Opens the bar with the row for replacing text.
    public func openReplacing() {
        guard !isGone, !model.isReadOnly else { return }
        if !isOpen { open() }
        parts.replacing.isOn = true
        parts.wanted.grabFocusSelectingAll()
    }

    /// Closes the bar; the grid shows all records again, and the cursor stays on its record.
    public func close() {
        guard isOpen else { return }
        work.cancel()
        recounting.cancel()
        planning.cancel()
        pendingStep = nil
        parts.progress.end()
        // The grid gets the focus before the focused widget disappears.
        grid.grabFocus()
        widget.isVisible = false
        forgetFound()
        onChange?()
    }

    /// Goes to the next found record in the order of the grid, or to the previous one; opens the bar if it is closed.
    public func go(forward: Bool) {
        guard !isGone else { return }
        if !isOpen { open() }
        if request.isEmpty {
            parts.text.grabFocusSelectingAll()
        } else if work.isRunning {
            pendingStep = forward
        } else if isStale || found == nil {
            pendingStep = forward
            find()
        } else {
            step(forward: forward)
        }
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

    /// Replaces the request and searches; a bar that was closed gets the keys.
    func ask(for new: FindRequest) {
        guard !isGone else { return }
        let wasOpen = isOpen
        take(new)
        if !wasOpen { open() }
    }

    /// Replaces the request and searches; the keys stay where they are.
    func take(_ new: FindRequest) {
        request = new
        chosenFind = nil
        showRequest()
        if isOpen { find() } else { appear() }
    }

    // MARK: Following the table

    private func handle(_ event: DocumentEvent) {
        guard let extent = event.extent, !isGone else { return }
        let before = request
        if extent == .everything { fieldsMayHaveChanged() }
        isStale = true
        guard isOpen else { return }
        if request != before || !request.isEmpty && (parts.onlyFound.isOn != true || work.isRunning) {
            find()
        } else {
            // The subset that is shown stays until the user searches again: nothing jumps away from under the cursor.
            recount()
        }
        updatePlan()
    }

    private func fieldsMayHaveChanged() {
        let schema = model.table.schema
        guard schema.fields != fields else { return }
        request.lines.removeAll { schema.index(of: $0.field) == nil }
        showRequest()
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
