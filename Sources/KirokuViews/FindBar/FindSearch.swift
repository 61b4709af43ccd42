import GtkKit
import KirokuCore
import KirokuPresentation

/// The searches of a find bar, and their results, which the grid shows or marks.
@MainActor
final class FindSearch {
    /// Called when a search has ended, or the request has become empty.
    var onEnd: (() -> Void)?
    /// Called when the found records have been counted again.
    var onRecount: (() -> Void)?
    /// Called with messages for the user.
    var onMessage: ((Message?) -> Void)?
    /// The result of the last search; `nil` while nothing is asked for.
    private(set) var found: FoundRecords?

    let work = LatestWork()
    /// Counts again without changing which records are shown.
    private let recounting = LatestWork()
    private let form: FindForm
    private let grid: RecordGrid
    private let parts: FindBarParts
    /// The direction to go in when the search is done, forward if true; `nil` to stay.
    private var pendingStep: Bool?
    /// Whether the table has changed since it was searched.
    private var isStale = false

    init(for form: FindForm, _ parts: FindBarParts, in grid: RecordGrid) {
        self.form = form
        self.parts = parts
        self.grid = grid
        parts.progress.onCancel = { [weak self] in self?.cancel() }
        work.onDelay = { parts.progress.begin() }
        work.onProgress = { parts.progress.fraction = $0 }
    }

    private var model: any TableModel { grid.model }

    /// Whether a search is running, or the found records are being counted again.
    var isBusy: Bool { work.isRunning || recounting.isRunning }

    /// Whether the user sees that a search is running.
    var showsProgress: Bool { work.isRunning && parts.progress.widget.isVisible }

    /// Searches for the current request, in the background.
    func start() {
        work.cancel()
        recounting.cancel()
        parts.progress.end()
        show(nil)
        let condition: Condition?
        do {
            condition = try form.condition()
        } catch {
            // The last result stays visible while the user is typing.
            pendingStep = nil
            return show(error)
        }
        guard let condition else {
            pendingStep = nil
            forget()
            onEnd?()
            return
        }
        isStale = false
        let table = model.table
        work.start { progress throws(QueryError) in
            try await table.search(condition, progress: progress)
        } done: { [weak self] result in
            self?.finish(result, condition, table)
        }
    }

    /// Cancels the search for the user; earlier results stay.
    func cancel() {
        work.cancel()
        pendingStep = nil
        isStale = true
        parts.progress.end()
        showStatus(localized("Cancelled."))
        parts.text.grabFocus()
    }

    /// Ends running work, because the bar is destroyed.
    func stop() {
        work.cancel()
        recounting.cancel()
    }

    /// Ends running work, because the bar closes.
    func close() {
        stop()
        pendingStep = nil
        parts.progress.end()
    }

    /// Goes to the next or previous found record, after a search if that is needed.
    func go(forward: Bool) {
        if work.isRunning {
            pendingStep = forward
        } else if isStale || found == nil {
            pendingStep = forward
            start()
        } else {
            step(forward: forward)
        }
    }

    /// The table has changed.
    func outdate() { isStale = true }

    private func finish(_ result: Result<SearchResult, QueryError>, _ condition: Condition, _ table: RecordTable) {
        parts.progress.end()
        switch result {
        case .failure(let error):
            pendingStep = nil
            show(FindProblem(line: nil, message: error.message))
        case .success(let result):
            guard table.ids == model.table.ids, table.schema == model.table.schema else { return start() }
            show(result, condition)
        }
    }

    /// Counts and marks the found records again after the table has changed.
    ///
    /// The shown records stay; if they are no longer the result, the bar shows that.
    func recount() {
        recounting.cancel()
        guard let condition = found?.condition else { return }
        let table = model.table
        recounting.start { progress throws(QueryError) in
            try await table.search(condition, progress: progress)
        } done: { [weak self] result in
            guard let self, case .success(let result) = result else { return }
            guard table.ids == model.table.ids, table.schema == model.table.schema else { return recount() }
            take(result, condition, shown: grid.showsSubset ? grid.shownCount : nil)
            onRecount?()
        }
    }

    /// - Parameter shown: the number of shown records; `nil` if the found records will be shown.
    private func take(_ result: SearchResult, _ condition: Condition, shown: Int?) {
        let records = records(in: result)
        let (count, total) = (records.count, model.table.count)
        found = FoundRecords(condition: condition, count: count, total: total)
        let shown = shown ?? count
        showStatus(
            StatusText.foundBriefly(count, of: total, shown: shown),
            inFull: StatusText.found(count, of: total, shown: shown),
            hint: shown == count ? nil : localized("Press Enter in this bar to search again."))
        grid.mark(records: records)
        setStepsPossible(!records.isEmpty)
        show(SearchResult.notice(givenUp: result.givenUpCount).map { FindProblem(line: nil, message: $0) })
    }

    /// Shows the result in the entry; screen readers and the tooltip have it in full.
    private func showStatus(_ text: String, inFull whole: String? = nil, hint: String? = nil) {
        parts.status.text = text
        parts.status.accessibleName = whole ?? text
        parts.status.setTooltip(whole.map { localizedSentences([$0 + ".", hint].compactMap(\.self)) })
    }

    private func show(_ result: SearchResult, _ condition: Condition) {
        take(result, condition, shown: nil)
        if parts.onlyFound.isOn == true {
            grid.show(records: records(in: result))
        } else if grid.showsSubset || grid.isArranging {
            grid.show(records: nil)
        }
        // The bar shows the result; a screen reader with its focus elsewhere announces it.
        parts.status.announce(parts.status.accessibleName)
        onEnd?()
        guard let forward = pendingStep else { return }
        pendingStep = nil
        step(forward: forward)
    }

    /// The records found; in a search for cells to fix, also those with a conflict, which the table does not know.
    private func records(in result: SearchResult) -> [Int] {
        let request = form.request
        if model.openConflicts.isEmpty || request.joining != .any { return result.records }
        let fields = Set(request.lines.filter { $0.comparison == .toFix }.map(\.field))
        let table = model.table
        let openConflicts = model.openConflicts.cells(in: table).filter { fields.contains(table.schema[$0.field].id) }
        return openConflicts.isEmpty ? result.records : Set(result.records).union(openConflicts.map(\.record)).sorted()
    }

    /// Shows all records, without marks.
    func forget() {
        found = nil
        recounting.cancel()
        showStatus("")
        grid.mark(records: nil)
        if grid.showsSubset || grid.isArranging { grid.show(records: nil) }
        setStepsPossible(false)
    }

    /// Moves the cursor to the next found record, and to the field that matches.
    private func step(forward: Bool) {
        guard let found else { return }
        let table = model.table
        let isDone = grid.goToMarked(forward: forward) { record in
            table.fields(matching: found.condition, inRecord: record).first
        }
        if !isDone { onMessage?(Message(localized("No matches."))) }
    }

    private func setStepsPossible(_ isPossible: Bool) {
        parts.previous.isSensitive = isPossible
        parts.next.isSensitive = isPossible
    }

    /// Shows why the request is impossible, and marks the line.
    private func show(_ problem: FindProblem?) {
        parts.problem.text = problem?.message ?? ""
        parts.problem.isVisible = problem != nil
        form.mark(wrong: problem?.line)
        if let problem { parts.problem.announce(problem.message) }
    }
}
