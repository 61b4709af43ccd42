import GtkKit
import KirokuCore

/// Looking for what is asked for, and showing what was found.
extension FindBar {
    /// Looks for what is asked for now, in the background.
    func find() {
        work.cancel()
        parts.progress.end()
        showProblem(nil)
        let condition: Condition?
        do {
            condition = try request.condition(for: document.table.schema)
        } catch {
            // What was found last stays in sight while somebody is typing.
            pendingStep = nil
            return showProblem(error)
        }
        guard let condition else {
            pendingStep = nil
            forgetFound()
            rehearse()
            onChange?()
            return
        }
        isStale = false
        let table = document.table
        work.start { progress throws(QueryError) in
            try await table.find(condition, progress: progress)
        } done: { [weak self] result in
            self?.finish(result, condition, table)
        }
    }

    /// Gives up finding; what was found before stays.
    func cancelFinding() {
        work.cancel()
        pendingStep = nil
        isStale = true
        parts.progress.end()
        parts.status.text = localized("Cancelled.")
        parts.text.grabFocus()
    }

    private func finish(_ result: Result<[Int], QueryError>, _ condition: Condition, _ table: RecordTable) {
        parts.progress.end()
        switch result {
        case .failure(let error):
            pendingStep = nil
            showProblem(FindProblem(line: nil, message: error.message))
        case .success(let records):
            guard table.ids == document.table.ids, table.schema == document.table.schema else { return find() }
            show(records, condition)
        }
    }

    private func show(_ records: [Int], _ condition: Condition) {
        found = FoundRecords(condition: condition, count: records.count, total: document.table.count)
        let text = StatusText.found(records.count, of: document.table.count)
        parts.status.text = text
        grid.mark(records: records)
        if parts.onlyFound.isOn == true {
            grid.show(records: records)
        } else if grid.showsSubset || grid.isArranging {
            grid.show(records: nil)
        }
        setStepsPossible(!records.isEmpty)
        onMessage?(Message(text))
        rehearse()
        onChange?()
        guard let forward = pendingStep else { return }
        pendingStep = nil
        step(forward: forward)
    }

    /// Shows all records, none of them marked.
    func forgetFound() {
        found = nil
        parts.status.text = ""
        grid.mark(records: nil)
        if grid.showsSubset || grid.isArranging { grid.show(records: nil) }
        setStepsPossible(false)
    }

    /// Puts the cursor on the next found record, and there on what was looked for.
    func step(forward: Bool) {
        guard let found else { return }
        let table = document.table
        let isDone = grid.goToMarked(forward: forward) { record in
            table.fields(matching: found.condition, inRecord: record).first
        }
        if !isDone { onMessage?(Message(localized("Nothing found."))) }
    }

    private func setStepsPossible(_ isPossible: Bool) {
        parts.previous.isSensitive = isPossible
        parts.next.isSensitive = isPossible
    }

    /// Says why nothing can be found as it is asked for, and marks the line.
    func showProblem(_ problem: FindProblem?) {
        parts.problem.text = problem?.message ?? ""
        parts.problem.isVisible = problem != nil
        let field = problem?.line.map { request.lines[$0].field }
        for (index, row) in rows.enumerated() { row.setWrong(index == problem?.line) }
        card?.setWrong(field)
        if let problem { parts.problem.announce(problem.message) }
    }
}
