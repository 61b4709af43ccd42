import GtkKit
import KirokuCore
import KirokuPresentation

/// Searching, and showing what was found.
extension FindBar {
    /// Searches for the current request, in the background.
    func find() {
        work.cancel()
        recounting.cancel()
        parts.progress.end()
        showProblem(nil)
        let condition: Condition?
        do {
            condition = try request.condition(for: model.table.schema)
        } catch {
            // The last result stays visible while the user is typing.
            pendingStep = nil
            return showProblem(error)
        }
        guard let condition else {
            pendingStep = nil
            forgetFound()
            updatePlan()
            onChange?()
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

    /// Cancels the search; what was found before stays.
    func cancelFinding() {
        work.cancel()
        pendingStep = nil
        isStale = true
        parts.progress.end()
        showStatus(localized("Cancelled."))
        parts.text.grabFocus()
    }

    private func finish(_ result: Result<SearchResult, QueryError>, _ condition: Condition, _ table: RecordTable) {
        parts.progress.end()
        switch result {
        case .failure(let error):
            pendingStep = nil
            showProblem(FindProblem(line: nil, message: error.message))
        case .success(let result):
            guard table.ids == model.table.ids, table.schema == model.table.schema else { return find() }
            show(result, condition)
        }
    }

    /// Counts and marks the found records again after the table has changed.
    ///
    /// The shown records stay; if they are no longer those found, the bar says so.
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
            if parts.onlyInFound.isOn == true { updatePlan() }
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
        showProblem(SearchResult.notice(givenUp: result.givenUpCount).map { FindProblem(line: nil, message: $0) })
    }

    /// Says in the entry what was found; screen readers and the tooltip say it in full.
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
        updatePlan()
        onChange?()
        guard let forward = pendingStep else { return }
        pendingStep = nil
        step(forward: forward)
    }

    /// What was found, and where cells to fix are looked for, the records that have a conflict, which a table
    /// does not know.
    private func records(in result: SearchResult) -> [Int] {
        if model.openConflicts.isEmpty || request.joining != .any { return result.records }
        let fields = Set(request.lines.filter { $0.comparison == .toFix }.map(\.field))
        let table = model.table
        let openConflicts = model.openConflicts.cells(in: table).filter { fields.contains(table.schema[$0.field].id) }
        return openConflicts.isEmpty ? result.records : Set(result.records).union(openConflicts.map(\.record)).sorted()
    }

    /// Shows all records, without marks.
    func forgetFound() {
        found = nil
        recounting.cancel()
        showStatus("")
        grid.mark(records: nil)
        if grid.showsSubset || grid.isArranging { grid.show(records: nil) }
        setStepsPossible(false)
    }

    /// Moves the cursor to the next found record, and to the field that matches.
    func step(forward: Bool) {
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

    /// Says why the request cannot be carried out, and marks the line.
    func showProblem(_ problem: FindProblem?) {
        parts.problem.text = problem?.message ?? ""
        parts.problem.isVisible = problem != nil
        let field = problem?.line.map { request.lines[$0].field }
        for (index, row) in rows.enumerated() { row.setWrong(index == problem?.line) }
        card?.setWrong(field)
        if let problem { parts.problem.announce(problem.message) }
    }
}
