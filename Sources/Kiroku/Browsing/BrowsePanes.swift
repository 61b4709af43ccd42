import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A table that is browsed on its server: the grid, the bar for finding, and, if wanted, the current record as a card.
@MainActor
final class BrowsePanes {
    let widget = column()
    let grid: RecordGrid
    let rows: RemoteRows
    weak var window: DocumentWindow?
    /// Reads what the user is waiting for: another order, the results of a search, or cells to copy.
    let work = LatestWork()
    let progress = ProgressRow(name: localized("Progress of the search"))
    let bar: ConditionBar
    private let side = column()
    private let panes: Paned
    private var card: CardView?
    /// The failure that was shown last.
    private var shownFailure: ServerError?
    /// The number of records with omitted cells for which a message was shown.
    private var shownShortened = 0
    private var isWaiting = false
    /// What was printed last, which remembers the chosen form.
    var printed: Document?

    /// The width of the card in pixels.
    private static let sideWidth = 340
    /// If rows do not arrive within this many seconds, the user is told.
    private static let patience = 0.5

    init(_ rows: RemoteRows, in window: DocumentWindow) {
        self.rows = rows
        self.window = window
        grid = RecordGrid(model: rows, name: localized("Cards"))
        bar = ConditionBar(rows.facts.schema)
        panes = panedRow(grid.widget, side)
        side.setLeastSize(width: Self.sideWidth, height: -1)
        side.isVisible = false
        side.setShownExplicitly()
        progress.widget.setMargins(horizontal: 12, vertical: 6)
        widget.append(bar.widget)
        widget.append(progress.widget)
        widget.append(panes, fills: true)
        grid.textScale = window.application.preferences.gridTextScale
        connect()
        widget.showAll()
        showStatus()
    }

    private func connect() {
        grid.onMessage = { [weak self] in self?.window?.show($0) }
        grid.onSizeChange = { [weak self] in self?.window?.refreshCommands() }
        grid.onAddresses = { [weak self] in self?.window?.cards.offer($0) }
        grid.onClipboardCommand = { [weak self] in if $0 == .copy { self?.copySelection() } }
        grid.additionalCellItems = { [weak self] in
            [ContextMenuItem(localized("_Copy"), key: "<Primary>c") { self?.copySelection() }]
        }
        grid.refusalOfFilter = DisabledReason.needsAll.message
        grid.onNarrow = { [weak self] in self?.bar.narrow($0, to: $1, hides: $2) }
        grid.onSelectionChange = { [weak self] in self?.follow() }
        grid.onViewChange = { [weak self] in self?.follow() }
        rows.onOrder = { [weak self] in
            guard let self else { return }
            change(BrowseRequest($0, where: self.rows.coming.condition))
        }
        rows.onChange = { [weak self] in self?.rowsChanged() }
        rows.onAwaiting = { [weak self] in self?.watchWaiting() }
        bar.onFind = { [weak self] in
            guard let self, $0 != self.rows.coming.condition else { return }
            change(BrowseRequest(self.rows.coming.order, where: $0))
        }
        bar.onClose = { [weak self] in self?.grid.grabFocus() }
        progress.onCancel = { [weak self] in self?.stop() }
        work.onDelay = { [weak self] in self?.progress.begin(localized("Waiting for the server…")) }
    }

    func grabFocus() { grid.grabFocus() }

    /// Ends the connection.
    func end() {
        work.cancel()
        (rows.onChange, rows.onAwaiting) = (nil, nil)
    }

    // MARK: Commands

    func perform(_ command: Command) {
        switch command {
        case .find: bar.open()
        case .showCard: toggleCard()
        case .reload: reload()
        case .keepPart: window?.keepPart()
        case .export: showExport()
        case .print: showPrinting()
        default: break
        }
    }

    func disabledReason(of command: Command) -> DisabledReason? {
        switch command {
        case .find, .showCard, .reload, .keepPart, .export, .print: nil
        case .showHistory: .noHistory
        case .findNext, .findPrevious: .allFound
        case .copyTable, .showSummary, .findDuplicates, .findToFix, .nextToFix: .needsAll
        default: .browsing
        }
    }

    /// Reads the visible records again.
    private func reload() {
        start { [rows] () async throws(ServerError) in
            try await rows.reload()
        } done: {
        }
    }

    /// Requests again what the server has not sent.
    func tryAgain() {
        window?.show(Message(localized("Waiting for the server…")))
        shownFailure = nil
        rows.tryAgain()
    }

    /// Stops the work that the user is waiting for.
    private func stop() {
        work.cancel()
        rows.asked = nil
        progress.end()
        if isWaiting { rows.stopReading() }
        isWaiting = false
        window?.show(Message(localized("Stopped. The previous records are still shown.")))
    }

    /// Does work that waits for the server; what was shown stays until it is done.
    ///
    /// It replaces any work that was being waited for.
    ///
    /// - Parameters:
    ///   - asked: what the user will see when it is done; `nil` for what is shown now.
    ///   - body: the work, which waits for the server.
    ///   - done: called with the result.
    func start<Value: Sendable>(
        for asked: BrowseRequest? = nil,
        _ body: @escaping @MainActor @Sendable () async throws(ServerError) -> Value,
        done: @escaping @MainActor (Value) -> Void
    ) {
        window?.show(nil)
        rows.asked = asked
        work.start { _ throws(ServerError) in
            try await body()
        } done: { [weak self] in
            guard let self else { return }
            progress.end()
            rows.asked = nil
            switch $0 {
            case .success(let value): done(value)
            case .failure(let error): show(error)
            }
        }
    }

    func show(_ error: ServerError) {
        if case .unusableCondition(let reason) = error { return bar.show(problem: reason) }
        window?.show(Message(Self.text(of: error), error == .cancelled ? .normal : .error))
    }

    /// What is wrong while no rows arrive.
    var failureMessage: Message? { rows.failure.map { Message(Self.text(of: $0), .error) } }

    private static func text(of error: ServerError) -> String {
        guard case .lost = error else { return error.message }
        return localized("The connection to the server was lost. The loaded records are still shown.")
    }

    // MARK: Following

    private func follow() {
        rows.remember(rows: grid.selectionEnds)
        let isCountGuessed = !rows.countIsExact
        card?.show(
            record: grid.cursor?.record,
            position: CardPosition(
                index: grid.cursorRow,
                count: isCountGuessed ? max(BrowseText.rounded(grid.shownCount), grid.cursorRow + 1) : grid.shownCount,
                isIndexGuessed: rows.held?.isCounted == false, isCountGuessed: isCountGuessed))
    }

    private func rowsChanged() {
        if let failure = rows.failure, failure != shownFailure {
            shownFailure = failure
            show(failure)
        } else if rows.failure == nil, shownFailure != nil {
            shownFailure = nil
            window?.show(nil)
        }
        if rows.failure == nil, rows.shortenedCount > shownShortened {
            window?.show(Message(BrowseText.leftOut(rows.shortenedCount), .caution))
        }
        shownShortened = rows.shortenedCount
        showStatus()
        window?.refresh()
        watchWaiting()
    }

    /// Shows that rows are waited for, if that takes long.
    private func watchWaiting() {
        guard rows.isAwaiting else {
            if isWaiting, !work.isRunning { progress.end() }
            isWaiting = false
            return
        }
        guard !isWaiting else { return }
        isWaiting = true
        Task { [weak self] in
            try? await AppClock.shared.sleep(for: Self.patience)
            guard let self, isWaiting, rows.isAwaiting, !progress.isActive else { return }
            progress.begin(localized("Waiting for the server…"))
        }
    }

    private func showStatus() {
        bar.statusText = rows.request.condition == nil ? "" : BrowseText.found(rows)
    }

    /// Shows the current record as a card, or puts the card away.
    private func toggleCard() {
        if let card {
            self.card = nil
            card.widget.destroy()
            side.isVisible = false
            return grid.grabFocus()
        }
        let new = CardView(model: rows, name: localized("Card"))
        new.onMessage = { [weak self] in self?.window?.show($0) }
        new.onAddresses = { [weak self] in self?.window?.cards.offer($0) }
        new.onStep = { [weak self] in
            switch $0 {
            case .previous: self?.grid.moveCursor(byRows: -1)
            case .next: self?.grid.moveCursor(byRows: 1)
            default: break
            }
        }
        side.append(new.widget, fills: true)
        new.widget.showAll()
        card = new
        side.isVisible = true
        follow()
        new.grabFocus(field: grid.cursorField)
    }
}
