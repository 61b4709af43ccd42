import GtkKit
import KirokuCore

/// The history of a record, a field or the whole table: when, who, and the old and new values.
///
/// The entries are read in the background, page by page as they become visible, and again after each saved edit. The
/// view draws only visible ones.
@MainActor
public final class HistoryView {
    /// The table whose history is shown.
    public let model: any TableModel
    /// The widget to put into a window.
    public let widget: Box
    /// Called when the user wants to take back a step, or a part of it.
    public var onRevert: ((_ step: Int64, RevertScope) -> Void)?
    /// Called when the user wants to see the table as it was before an entry.
    public var onShowPast: ((HistoryEntry) -> Void)?
    /// Shows the progress of going back to an entry.
    public let progress = ProgressRow(name: localized("Progress of loading the earlier state"))
    /// Called when the user presses Esc.
    public var onClose: (() -> Void)?

    let list = TileView(name: localized("History"))
    private let choice: ComboBox
    private let revertButton: Button
    private let pastButton: Button
    private let state = paragraph("", isMuted: true, width: 20)
    private var record: RecordID?
    private var field: FieldID?
    private(set) var entries: [HistoryEntry] = []
    private var next: HistoryPosition?
    private var begin: LocalTime?
    /// Why older entries cannot be read; it is tried again when the history is read again.
    private var readError: StorageError?
    private var reading: Task<Void, Never>?
    /// Whether something has been saved since the reading began.
    private var isOutdated = false
    private var observation: Observation?

    /// Creates a view that shows the history of no record yet.
    public init(model: any TableModel) {
        self.model = model
        choice = comboBox(
            name: localized("History of"),
            choices: [localized("This record"), localized("This field"), localized("The document")])
        choice.chosen = 0
        widget = column(spacing: 6)
        revertButton = button(localized("Rever_t"))
        pastButton = button(
            localized("Show the Table as It _Was…"),
            tooltip: localized("Open a window with all records as they were just before this change"))
        widget.addStyleClass("kiroku-summary")
        widget.append(choice)
        widget.append(list.widget, fills: true)
        widget.append(state)
        widget.append(revertButton)
        widget.append(pastButton)
        widget.append(progress.widget)
        pastButton.onPress { [weak self] in self?.showPastOfChosen() }
        revertButton.onPress { [weak self] in self?.revertChosen() }
        choice.onChange { [weak self] in self?.readAll() }
        build()
        observation = model.observe { [weak self] event in
            switch event {
            case .saveStateChanged, .changedByOthers: self?.outdated()
            default: break
            }
        }
        widget.onDestroy { [weak self] in self?.end() }
        attach(self, to: widget, key: "kiroku-history-view")
    }

    isolated deinit {
        reading?.cancel()
    }

    /// Shows the history of another record or field, if the scope requires it.
    public func show(record: RecordID?, field: FieldID?) {
        guard observation != nil, record != self.record || field != self.field else { return }
        let before = scope
        (self.record, self.field) = (record, field)
        if scope != before || entries.isEmpty { readAll() }
    }

    /// Moves the focus to the list.
    public func grabFocus() { list.canvas.grabFocus() }

    /// Whether the list has the focus.
    public var hasFocus: Bool { list.canvas.hasFocus }

    // MARK: Reading

    private var scope: HistoryScope? {
        switch choice.chosen {
        case 0: record.map(HistoryScope.record)
        case 1: field.map(HistoryScope.field)
        default: .document
        }
    }

    private func end() {
        reading?.cancel()
        observation = nil
    }

    private func outdated() {
        isOutdated = true
        if reading == nil { readAll(isSame: true) }
    }

    /// Reads from the newest entry on.
    ///
    /// - Parameter isSame: whether it is the history of the same thing, so that the list stays where it is.
    private func readAll(isSame: Bool = false) {
        reading?.cancel()
        (reading, readError) = (nil, nil)
        if !isSame {
            (next, begin) = (nil, nil)
            show([], isSame: false)
        }
        guard let scope else { return say() }
        isOutdated = false
        read(scope, from: nil, isSame ? max(entries.count, 1) : 1) { [weak self] found in
            self?.show(found, isSame: isSame)
        }
    }

    func readOn() {
        guard reading == nil, readError == nil, let next, let scope else { return }
        read(scope, from: next, 1) { [weak self] found in
            guard let self else { return }
            show(entries + found, isSame: true)
        }
    }

    /// Reads at least this many entries, if there are as many.
    private func read(
        _ scope: HistoryScope, from start: HistoryPosition?, _ count: Int,
        done: @escaping @MainActor ([HistoryEntry]) -> Void
    ) {
        reading = Task { [weak self, model] in
            var found: [HistoryEntry] = []
            var (position, begin): (HistoryPosition?, LocalTime?) = (start, nil)
            var readError: StorageError?
            repeat {
                let page: HistoryPage
                do throws(StorageError) {
                    page = try await model.history(of: scope, before: position)
                } catch {
                    readError = error
                    break
                }
                guard !Task.isCancelled else { return }
                found += page.entries
                (position, begin) = (page.next, page.begin.map { LocalTime($0) })
            } while found.count < count && position != nil
            guard let self, !Task.isCancelled else { return }
            reading = nil
            (next, self.begin, self.readError) = (position, begin, readError)
            done(found)
            if isOutdated { readAll(isSame: true) }
        }
        say()
    }

    private func show(_ found: [HistoryEntry], isSame: Bool) {
        guard observation != nil else { return }
        let chosen = list.chosen.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
        entries = found
        let same = chosen.flatMap { old in
            found.firstIndex { $0.step == old.step && $0.cell?.field == old.cell?.field && $0.title == old.title }
        }
        list.show(found.count, chosen: isSame ? same : nil, isSameList: isSame)
        say()
    }

    func say() {
        let isAll = reading == nil && next == nil && readError == nil
        list.hint =
            scope == nil
            ? localized("Select a cell to see its history.") : isAll ? localized("Nothing has been changed.") : ""
        state.text =
            readError?.message ?? begin.map { localized("History starts {date}", ["date": $0.localizedText]) } ?? ""
        revertButton.setDisabledReason(model.refusal?.reason)
        revertButton.isSensitive = chosen.map(canRevert) ?? false
        pastButton.isSensitive = chosen.map(hasPast) ?? false
    }

    // MARK: As it was

    /// Before a gap nothing is known.
    func hasPast(_ entry: HistoryEntry) -> Bool { entry.time != nil }

    private func showPastOfChosen() {
        if let entry = chosen, hasPast(entry) { onShowPast?(entry) }
    }

    // MARK: Taking back

    private var chosen: HistoryEntry? {
        list.chosen.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }

    func canRevert(_ entry: HistoryEntry) -> Bool { entry.isKept && !model.isReadOnly }

    /// The parts of an entry that can be reverted, the smallest first.
    func parts(of entry: HistoryEntry) -> [(caption: String, part: RevertScope)] {
        var parts: [(String, RevertScope)] = []
        if let cell = entry.cell {
            parts.append((localized("Rever_t"), .cell(cell.record, cell.field)))
        }
        if choice.chosen == 0, let record {
            let isFirst = parts.isEmpty
            parts.append(
                (isFirst ? localized("Rever_t") : localized("Revert in the Whole _Record"), .record(record)))
        }
        parts.append((localized("Revert the Whole _Step"), .step))
        return parts
    }

    private func revertChosen() {
        guard let entry = chosen, canRevert(entry), let first = parts(of: entry).first else { return }
        onRevert?(entry.step, first.part)
    }
}
