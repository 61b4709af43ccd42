import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// The grid of a document and, if wanted, the current record as a card, the summary of a field and the history beside
/// it.
///
/// These are pages, of which one is visible. All follow the grid's cursor. In a narrow window the card takes the grid's
/// place, and the other pages are below it.
@MainActor
final class CardPanes {
    let document: Document
    let grid: RecordGrid
    let widget: Paned
    /// Called when the card, the summary or the history is shown or put away.
    var onChange: (() -> Void)?
    /// Called when other records are shown, or in another order.
    var onViewChange: (() -> Void)?
    /// Called when the cursor has moved or the selection has changed.
    var onSelectionChange: (() -> Void)?

    /// The minimum width with room for the grid beside the card, in pixels at a text scale of 1.
    private static let leastWidth = 760
    private static let sideWidth = 340
    /// The height of the summary below the grid, in pixels.
    private static let heightBelow = 180

    /// Called when the user wants to choose a picture for the cell under the cursor.
    var onPictureActivated: (() -> Void)?
    /// Called with the URIs of files that were dropped on the card, and on which picture's field, if on one.
    var onPictureDrop: ((_ uris: [String], RecordID, FieldID?) -> Void)?
    /// Called when the user wants to open one of the addresses in a line of the card.
    var onAddresses: (([TextAddress]) -> Void)?
    /// Called when the user wants to see the table as it was before an entry of the history, with the row that shows
    /// the progress.
    var onShowPast: ((HistoryEntry, ProgressRow) -> Void)?
    /// Called before reverting a change of which something has been changed again since; `take` reverts it, and
    /// overwrites the later changes or not.
    var onChangedAgain: ((ChangedAgain, _ take: @escaping @MainActor (_ overwriting: Bool) -> Void) -> Void)?
    /// The document's pictures, for the card.
    var pictures: CellPictures?
    private let side = column()
    private let pages = stack()
    /// The buttons for the pages, if there are several.
    private let tabs: AnyWidget
    private let places = Dictionary(uniqueKeysWithValues: Page.allCases.map { ($0, column()) })
    private var card: CardView?
    private var summary: SummaryView?
    private var history: HistoryView?
    private var isNarrow = false

    /// What can be beside the grid.
    private enum Page: String, CaseIterable {
        case card, summary, history

        var title: String {
            switch self {
            case .card: localized("Card")
            case .summary: localized("Summary")
            case .history: localized("History")
            }
        }
    }

    /// - Parameters:
    ///   - document: the document that is shown.
    ///   - grid: the grid that shows it.
    init(of document: Document, _ grid: RecordGrid) {
        self.document = document
        self.grid = grid
        widget = panedRow(grid.widget, side)
        tabs = stackSwitcher(of: pages, name: localized("Beside the Table"))
        tabs.setAlignedAcross(.center)
        tabs.setMargins(start: 12, end: 12, top: 12, bottom: 0)
        side.append(tabs)
        side.append(pages, fills: true)
        side.setLeastSize(width: Self.sideWidth, height: -1)
        for page in Page.allCases {
            if let place = places[page] { pages.append(place, name: page.rawValue, title: page.title) }
        }
        pages.showAll()
        tabs.showAll()
        for part in [AnyWidget(side), AnyWidget(tabs)] + places.values.map({ AnyWidget($0) }) {
            part.isVisible = false
            part.setShownExplicitly()
        }
        pages.onChange { [weak self] in self?.arrange() }
        grid.onSelectionChange = { [weak self] in
            self?.follow()
            self?.onSelectionChange?()
        }
        grid.onViewChange = { [weak self] in
            self?.follow()
            self?.summary?.recordsChanged()
            self?.onViewChange?()
        }
        widget.onLayout { [weak self] in self?.fit() }
    }

    /// Whether the current record is shown as a card.
    var showsCard: Bool { card != nil }

    /// Whether the summary of the cursor's field is shown.
    var showsSummary: Bool { summary != nil }

    private func isInSight(_ page: Page) -> Bool { pages.shownPage == page.rawValue }

    /// Shows a page that exists but is behind another one; returns whether that was the case.
    private func showPage(_ page: Page) -> Bool {
        guard places[page]?.isVisible == true, !isInSight(page) else { return false }
        pages.shownPage = page.rawValue
        return true
    }

    /// Shows the current record as a card, or hides the card if it is visible.
    func toggleCard() {
        if let card, showPage(.card) { return card.grabFocus(field: grid.cursorField) }
        if let card {
            card.commitEditing()
            self.card = nil
            card.widget.destroy()
        } else {
            let new = CardView(model: document, pictures: pictures, name: localized("Card"))
            new.onPictureActivated = { [weak self] field in
                self?.cardFocused(field)
                self?.onPictureActivated?()
            }
            new.onPictureDrop = { [weak self] uris, field in self?.drop(uris, on: field) }
            new.widget.acceptFileDrops { [weak self] _, _ in
                self?.grid.cursor != nil
            } onDrop: { [weak self] uris, _, _ in
                self?.drop(uris, on: nil)
            }
            new.onMessage = { [weak self] in self?.grid.onMessage?($0) }
            new.onPlacesTyped = { [weak self] in self?.grid.onPlacesTyped?($0, $1) }
            new.onStep = { [weak self] in self?.take($0) }
            new.onFieldFocus = { [weak self] in self?.cardFocused($0) }
            new.onAddresses = { [weak self] in self?.onAddresses?($0) }
            new.onWillSet = { [weak self] in self?.grid.willChange($0) }
            new.onReverted = { [weak self] in self?.grid.setEscapePressed() }
            places[.card]?.append(new.widget, fills: true)
            new.widget.showAll()
            card = new
        }
        arrange(showing: card == nil ? nil : .card)
        if let card { card.grabFocus(field: grid.cursorField) } else { grid.grabFocus() }
    }

    /// Shows the summary of the cursor's field, or hides it if it is visible.
    func toggleSummary() {
        if showPage(.summary) { return }
        if let summary {
            self.summary = nil
            summary.widget.destroy()
        } else {
            let new = SummaryView(model: document)
            new.shownRecords = { [weak grid] in grid?.showsSubset == true ? grid?.shownRecords : nil }
            places[.summary]?.append(new.widget, fills: true)
            new.widget.showAll()
            summary = new
        }
        arrange(showing: summary == nil ? nil : .summary)
        if summary == nil, !isCardFocused { grid.grabFocus() }
    }

    /// Shows the history of the record, the field or the document, or hides it if it is visible.
    func toggleHistory() {
        if let history, showPage(.history) { return history.grabFocus() }
        if let history {
            self.history = nil
            history.widget.destroy()
        } else {
            let new = HistoryView(model: document)
            new.onClose = { [weak self] in self?.toggleHistory() }
            new.onShowPast = { [weak self, weak new] in
                if let new { self?.onShowPast?($0, new.progress) }
            }
            new.onRevert = { [weak self] in self?.revert(step: $0, $1) }
            places[.history]?.append(new.widget, fills: true)
            new.widget.showAll()
            history = new
        }
        arrange(showing: history == nil ? nil : .history)
        if let history { history.grabFocus() } else { grabFocus() }
    }

    /// Reverts a change, after a question if some of it has been changed again since.
    private func revert(step: Int64, _ part: RevertScope) {
        Task { [weak self, document] in
            let change: Change?
            do throws(StorageError) {
                change = try await document.change(ofStep: step, part)
            } catch {
                self?.grid.onMessage?(Message(error.message, .error))
                return
            }
            guard let change else {
                self?.grid.onMessage?(
                    Message(localized("The details of this change are no longer recorded."), .caution))
                return
            }
            let again = await ChangedAgain.since(change, in: document.table)
            guard let self else { return }
            if again.isEmpty || document.isReadOnly { return revert(change, overwriting: false) }
            onChangedAgain?(again) { [weak self] in self?.revert(change, overwriting: $0) }
        }
    }

    private func revert(_ change: Change, overwriting: Bool) {
        do throws(EditError) {
            guard try document.revert(change, overwriting: overwriting) else { return }
            grid.onMessage?(Message(localized("Reverted. Undo restores the change."), .ok))
        } catch {
            grid.onMessage?(Message(error.message, .error))
        }
    }

    /// Moves the focus to the card if the grid is hidden, and to the grid otherwise.
    func grabFocus() {
        if let card, !grid.widget.isVisible { card.grabFocus() } else { grid.grabFocus() }
    }

    /// Enters what is being typed in the grid or the card.
    func commitEditing() {
        grid.commitEditing()
        card?.commitEditing()
    }

    /// Discards what is being typed in the card; returns `false` if nothing is.
    func discardTyping() -> Bool { card?.cancelEditing() ?? false }

    /// Adds a record, and keeps the focus in the grid or the card.
    func addRecord() { keepFocus { grid.addRecord() } }

    /// Adds a record above or below the selected ones, and keeps the focus in the grid or the card.
    func insertRecord(above: Bool) { keepFocus { grid.insertRecord(above: above) } }

    /// Inserts copies of the selected records below them, and keeps the focus in the grid or the card.
    func duplicateRecords() { keepFocus { grid.duplicateSelectedRecords() } }

    private func keepFocus(_ edit: () -> Void) {
        let wasInCard = isCardFocused
        card?.commitEditing()
        edit()
        if wasInCard { card?.grabFocus(field: grid.cursorField) }
    }

    private var isCardFocused: Bool { card?.hasFocus ?? false }

    private func take(_ step: CardStep) {
        switch step {
        case .previous: grid.moveCursor(byRows: -1)
        case .next: grid.moveCursor(byRows: 1)
        case .new: addRecord()
        case .revert: if grid.revertStep() { card?.grabFocus(field: grid.cursorField) }
        case .repeatAbove: fill { grid.repeatAbove() }
        case .fillDown: fill { grid.fillDown() }
        case .date: fill { grid.enterDate() }
        case .time: fill { grid.enterTime() }
        }
    }

    /// Fills in the cell that the card's focus is on, and keeps the focus there.
    private func fill(_ body: () -> Void) {
        // Only this cell is meant, not all that are selected in the grid.
        if let cell = grid.cursor { grid.go(to: cell) }
        body()
        card?.grabFocus(field: grid.cursorField)
    }

    /// Moves the cursor along with the card, so that the summary and the next key in the grid are about the same field.
    private func cardFocused(_ field: FieldID) {
        guard field != grid.cursorField, let record = grid.cursor?.record,
            let index = document.table.schema.index(of: field)
        else { return }
        grid.go(to: CellPosition(record: record, field: index))
    }

    private func drop(_ uris: [String], on field: FieldID?) {
        guard let record = grid.cursor?.record, record < document.table.count else { return }
        onPictureDrop?(uris, document.table.ids[record], field)
    }

    private func follow() {
        let lost = grid.lostRecordAtCursor
        let isOnRecord = grid.cursor != nil || lost != nil
        card?.show(
            record: grid.cursor?.record,
            position: isOnRecord ? CardPosition(index: grid.cursorRow, count: grid.shownCount) : nil, lost: lost)
        summary?.show(field: grid.cursorField)
        let record = grid.cursor?.record
        history?.show(
            record: record.flatMap { document.table.ids.indices.contains($0) ? document.table.ids[$0] : nil },
            field: grid.cursorField)
    }

    private func fit() {
        let narrow = Double(widget.laidOutWidth) < Double(Self.leastWidth) * TextScale.current
        guard narrow != isNarrow else { return }
        isNarrow = narrow
        // GTK ignores widgets being shown or hidden during layout.
        MainLoop.whenIdle { [weak self] in self?.arrange() }
    }

    /// - Parameter page: a new page, which becomes visible.
    private func arrange(showing page: Page? = nil) {
        let there = [Page.card: showsCard, .summary: showsSummary, .history: history != nil]
        for (page, place) in places { place.isVisible = there[page] == true }
        if let page { pages.shownPage = page.rawValue }
        let count = there.values.filter { $0 }.count
        tabs.isVisible = count > 1
        side.isVisible = count > 0
        let isCard = showsCard && isInSight(.card)
        grid.widget.isVisible = !(isNarrow && isCard)
        widget.isRow = !isNarrow
        side.setLeastSize(
            width: isNarrow ? -1 : Self.sideWidth, height: isNarrow && !isCard ? Self.heightBelow : -1)
        follow()
        onChange?()
    }
}
