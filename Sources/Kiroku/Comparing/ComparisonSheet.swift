import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// A sheet that compares the window's document with another table, and takes over what the user wants.
///
/// Reading, comparing and finding out what to take over are done in the background. The document may be edited
/// meanwhile: the comparison is updated, and what was computed for an earlier state is not applied.
@MainActor
final class ComparisonSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?

    let document: Document
    let view: ComparisonView
    let model: ComparisonModel
    let sheet: ModalSheet
    var other: OtherTable?
    /// The older copy that both come from, if it is known or was chosen.
    var base: OlderCopy?
    /// The state of the document for which the rows were made.
    private(set) var revision = 0
    private(set) weak var window: DocumentWindow?
    let session: DocumentSession
    /// The files that the list offers: those chosen before, and the backups.
    var files: [(path: String, title: String)]
    let backups: [String]
    private var observation: Observation?
    /// Reading, comparing or working out what to take over.
    private let work = LatestWork()
    var pairings: [PairingChoice] = []
    private var choices: [ComparedRows.Choice] = []
    var choice = ComparedRows.Choice.allDifferences
    /// Whether lists are being filled by the program.
    private(set) var isFilling = false

    /// - Parameters:
    ///   - session: the document.
    ///   - backups: its backups, the newest first.
    init(of session: DocumentSession, backups: [Backup], over window: DocumentWindow) {
        self.session = session
        self.window = window
        self.backups = backups.map(\.path)
        files = backups.map { ($0.path, localized("Backup of {time}", ["time": $0.time.localizedText])) }
        document = session.document
        model = ComparisonModel(of: session.document)
        view = ComparisonView(model)
        sheet = window.makeSheet(name: localized("Compare with"), content: view.widget, width: .wide)
        sheet.setCaptions(cancel: localized("_Close"), ok: localized("Copy to _This Document"))
        sheet.onOK = { [weak self] in self?.takeSelected() }
        sheet.onClosed = { [weak self] in
            self?.stop()
            self?.observation = nil
            self?.onClosed?()
        }
        observation = document.observe { [weak self] event in self?.handle(event) }
        connect()
        fillFiles()
        refresh()
    }

    func open() { try? sheet.open() }

    private func connect() {
        view.other.onChange { [weak self] in self?.otherChosen() }
        view.pairing.onChange { [weak self] in self?.pairingChosen() }
        view.base.onChange { [weak self] in self?.baseChosen() }
        view.shown.onChange { [weak self] in self?.shownChosen() }
        view.chooseOther.onPress { [weak self] in self?.chooseFile { self?.read($0) } }
        view.chooseBase.onPress { [weak self] in self?.chooseFile { self?.readBase($0) } }
        view.previous.onPress { [weak self] in self?.step(forward: false) }
        view.next.onPress { [weak self] in self?.step(forward: true) }
        view.takeAll.onPress { [weak self] in self?.takeAll() }
        view.takeTheirs.onPress { [weak self] in self?.takeTheirs() }
        view.undo.onPress { [weak self] in self?.undo() }
        view.redo.onPress { [weak self] in self?.redo() }
        view.progress.onCancel = { [weak self] in self?.cancel() }
        work.onProgress = { [weak self] in self?.view.progress.fraction = $0 }
        view.grid.onClipboardCommand = { [weak self] in if $0 == .copy { self?.copy() } }
        view.grid.additionalCellItems = { [weak self] in
            [ContextMenuItem(localized("_Copy"), key: "<Primary>c") { self?.copy() }]
        }
        view.grid.onKey = { [weak self] key in
            // In other grids, it opens addresses.
            guard key.key == .enter, key.modifiers == .control else { return false }
            self?.takeSelected()
            return true
        }
        view.grid.onChoose = { [weak self] _ in
            self?.sheet.show(Message(localized("You cannot edit cells here. Ctrl+Enter copies them to this document.")))
        }
        view.grid.onMessage = { [weak self] message in
            // A message about taking over stays while the cursor moves.
            if let message { self?.sheet.show(message) }
        }
        view.widget.onKey { [weak self] key in self?.handle(key) ?? false }
    }

    private func handle(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .function(8) where key.modifiers.isEmpty: step(forward: true)
        case .function(8) where key.modifiers == .shift: step(forward: false)
        case .character("z") where key.modifiers == .control: undo()
        case .character("Z") where key.modifiers == [.control, .shift],
            .character("z") where key.modifiers == [.control, .shift]:
            redo()
        case .character("y") where key.modifiers == .control: redo()
        default: return false
        }
        return true
    }

    func fill(_ body: () -> Void) {
        isFilling = true
        body()
        isFilling = false
    }

    // MARK: Comparing

    private func handle(_ event: DocumentEvent) {
        if event.extent != nil { compare() } else { refresh() }
    }

    /// Compares again, with the current choices and the current document.
    func compare(announcing: Bool = false) {
        guard let other, let pairing = view.pairing.chosen.map({ pairings[$0] }) else { return refresh() }
        let revision = document.revision
        let cursor = view.grid.cursor
        var work = ComparisonWork(
            table: document.table, other: other, pairing: pairing, base: base?.table, choice: choice)
        work.anchor = cursor.flatMap { anchor(ofRow: $0.record) }
        start(localized("Comparing…")) { [work] _ throws(ComparisonError) in
            do {
                return try await work.run()
            } catch {
                throw .cancelled
            }
        } done: { [weak self] (found: ComparisonWork.Found) in
            self?.show(found, ofRevision: revision, cursor)
            if announcing { self?.view.widget.announce(ComparisonView.text(of: found.rows.comparison)) }
        } failed: { [weak self] in
            self?.showFailure($0)
        }
    }

    private func anchor(ofRow row: Int) -> ComparisonWork.Anchor? {
        guard let rows = model.rows, row < rows.count else { return nil }
        let shown = rows[row]
        let table = shown.side == .here ? rows.comparison.table : rows.comparison.other
        return ComparisonWork.Anchor(side: shown.side, record: table.ids[shown.record])
    }

    private func show(_ found: ComparisonWork.Found, ofRevision new: Int, _ cursor: CellPosition?) {
        guard new == document.revision else { return compare() }
        revision = new
        let rows = found.rows
        choice = rows.choice
        model.show(rows)
        view.grid.annotations = model.annotations
        view.show(rows)
        if rows.count > 0 {
            let row = found.anchorRow ?? min(cursor?.record ?? 0, rows.count - 1)
            view.grid.go(to: CellPosition(record: row, field: cursor?.field ?? 0))
        }
        let shown = ShownDifferences(rows)
        choices = shown.choices
        fill {
            view.shown.setChoices(shown.titles)
            view.shown.chosen = shown.choices.firstIndex(of: choice)
        }
        refresh()
    }

    private func shownChosen() {
        guard !isFilling, let place = view.shown.chosen, choices.indices.contains(place) else { return }
        choice = choices[place]
        compare()
    }

    private func step(forward: Bool) {
        guard let rows = model.rows, let cursor = view.grid.cursor else { return }
        guard let next = rows.nextDifference(from: cursor.record, cursor.field, forward: forward) else {
            return sheet.show(Message(localized("No more differences in this direction.")))
        }
        sheet.show(nil)
        view.grid.go(to: CellPosition(record: next.row, field: next.field))
        view.grid.grabFocus()
    }

    private func copy() {
        guard let part = view.grid.selectedPart, let window else { return }
        let cells = CopiedCells(part, as: window.application.preferences.copyOptions)
        cells.offer()
        cells.whenDone { [weak self] in
            let count = part.recordCount * part.fields.count
            let text = localized(
                "Copied {count} cell to the clipboard.", "Copied {count} cells to the clipboard.", count: count)
            self?.sheet.show(Message(text, .ok))
        }
    }

    // MARK: Work

    /// Whether work is under way.
    var isBusy: Bool { work.isRunning }

    /// Starts work in the background in place of what is under way, and shows its progress.
    func start<Value: Sendable>(
        _ text: String,
        _ body:
            @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws(ComparisonError) ->
            Value,
        done: @escaping @MainActor (Value) -> Void, failed: @escaping @MainActor (ComparisonError) -> Void
    ) {
        stop()
        view.progress.begin(text)
        work.start(body) { [weak self] (result: Result<Value, ComparisonError>) in
            guard let self else { return }
            view.progress.end()
            switch result {
            case .success(let value): done(value)
            case .failure(let error): failed(error)
            }
            refresh()
        }
        refresh()
    }

    private func stop() {
        work.cancel()
        view.progress.end()
    }

    private func cancel() {
        stop()
        fillFiles()
        showFailure(.cancelled)
        refresh()
    }

    func showFailure(_ error: ComparisonError) {
        switch error {
        case .cancelled: sheet.show(Message(localized("Cancelled."), .normal))
        case .message(let text): sheet.show(Message(text, .error))
        }
    }

    /// Updates the buttons to what is possible now.
    func refresh() {
        let rows = model.rows
        let canTake = !document.isReadOnly && rows != nil
        for button in [view.takeAll, view.takeTheirs] { button.setDisabledReason(document.refusal?.reason) }
        view.show(hasOther: other != nil, canChoose: !files.isEmpty)
        sheet.canOK = rows != nil
        view.pairing.isSensitive = other != nil
        for part: any Widget in [view.base, view.chooseBase] {
            part.isSensitive = view.pairing.chosen.map { pairings[$0] } == .identity
        }
        for button in [view.previous, view.next] { button.isSensitive = (rows?.count ?? 0) > 0 }
        view.takeAll.isSensitive = canTake
        view.takeTheirs.isSensitive = canTake && rows?.origins != nil
        view.undo.isSensitive = document.undoTitle != nil && !document.isReadOnly
        view.redo.isSensitive = document.redoTitle != nil && !document.isReadOnly
    }
}
