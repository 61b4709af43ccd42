import GtkKit
import KirokuCore
import KirokuPresentation

/// Finds records of a grid, live: by a text in any field, by conditions on fields, or by an empty card that is filled in.
///
/// The grid shows only what is found, or marks it among the others. Finds can be named and are kept with the table, and
/// texts can be replaced. All searching is done in the background; the last thing asked for wins.
@MainActor
public final class FindBar {
    /// To be put above the grid; it shows itself when it is opened.
    public let widget: Box
    /// Messages for the user; `nil` takes the last one back.
    public var onMessage: ((Message?) -> Void)?
    /// Called when it is opened or closed, and when what is found has changed.
    public var onChange: (() -> Void)?
    /// What was found last; `nil` as long as nothing is asked for.
    public internal(set) var found: FoundRecords?

    let grid: RecordGrid
    let parts = FindBarParts()
    let work = LatestWork<SearchResult>()
    /// Counts again, while what is shown stays.
    let recounting = LatestWork<SearchResult>()
    let rehearsal = LatestWork<ReplacementPlan>()
    var request = FindRequest()
    /// The fields that the bar offers.
    var fields: [FieldDefinition] = []
    var rows: [ConditionRow] = []
    var card: FindCard?
    /// What is replaced when the button is pressed; `nil` while that is being worked out.
    var plan: ReplacementPlan?
    /// The String fields that texts can be replaced in, as they are offered.
    var replaceableFields: [FieldDefinition] = []
    /// The kept find that was chosen last.
    var chosenFind: String?
    /// Whether the name that is typed renames the kept find that was chosen.
    var isRenaming = false
    /// Where to go when what is being looked for is found.
    var pendingStep: Bool?
    /// Whether the table has changed since it was searched.
    var isStale = false
    /// Whether the widgets are being filled by the program, and not by the user.
    var isFilling = false
    private var observation: Observation?
    private(set) var isGone = false

    /// - Parameter grid: shows what is found; its table is searched.
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
            self?.rehearsal.cancel()
        }
        attach(self, to: widget, key: "kiroku-find-bar")
    }

    var model: any TableModel { grid.model }

    // MARK: Opening and closing

    /// Whether it is to be seen.
    public var isOpen: Bool { !isGone && widget.isVisible }

    /// Whether what is found is still being looked for.
    public var isFinding: Bool { work.isRunning || recounting.isRunning }

    /// Whether the focus is in the bar.
    public var hasKeys: Bool { isOpen && (widget.focusInWindow.map { widget.holds($0) } ?? false) }

    /// Opens the bar with what was asked for last, and has the keys go to its first entry.
    public func open() {
        guard !isGone else { return }
        grid.commitEditing()
        if !isOpen {
            widget.isVisible = true
            find()
            onChange?()
        }
        parts.text.grabFocusSelectingAll()
    }

    /// Opens the bar with the row for replacing.
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
        rehearsal.cancel()
        pendingStep = nil
        parts.progress.end()
        // The grid gets the focus before the focused widget is gone.
        grid.grabFocus()
        widget.isVisible = false
        forgetFound()
        onChange?()
    }

    /// Goes to the next record that was found, in the order of the grid, or to the one before; opens the bar if need be.
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
        request.lines = model.table.schema.fields.filter { !$0.type.holdsText }
            .map { FindLine(field: $0.id, comparison: .toFix) }
        ask(for: request)
    }

    /// Replaces the request, and searches.
    func ask(for new: FindRequest) {
        guard !isGone else { return }
        request = new
        chosenFind = nil
        showRequest()
        if isOpen {
            find()
        } else {
            open()
        }
    }

    // MARK: Following the table

    private func handle(_ event: DocumentEvent) {
        guard case .tableChanged(let extent) = event, !isGone else { return }
        let before = request
        if extent == .everything { fieldsMayHaveChanged() }
        isStale = true
        guard isOpen else { return }
        if request != before || !request.isEmpty && (parts.onlyFound.isOn != true || work.isRunning) {
            find()
        } else {
            // What is shown alone stays as it is until it is asked for again: nothing jumps away from under the cursor.
            recount()
        }
        rehearse()
    }

    private func fieldsMayHaveChanged() {
        let schema = model.table.schema
        guard schema.fields != fields else { return }
        request.lines.removeAll { schema.index(of: $0.field) == nil }
        showRequest()
    }
}

/// What there is to find, and by which condition.
public struct FoundRecords: Sendable, Hashable {
    /// What the records have in common.
    public let condition: Condition
    /// How many they are.
    public let count: Int
    /// How many records the table has.
    public let total: Int
}
