import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// Copying, cutting and pasting.
extension CardsScreen {
    func perform(_ command: ClipboardCommand) {
        switch command {
        case .cut: cutSelection()
        case .copy: copySelection()
        case .paste: paste()
        }
    }

    /// The clipboard items of a cell's menu.
    var clipboardItems: [ContextMenuItem] {
        let reason = grid?.model.refusal?.reason
        return [
            ContextMenuItem(localized("Cu_t"), key: "<Primary>x", unless: reason) { [weak self] in
                self?.cutSelection()
            },
            ContextMenuItem(localized("_Copy"), key: "<Primary>c") { [weak self] in self?.copySelection() },
            ContextMenuItem(localized("_Paste"), key: "<Primary>v", unless: reason) { [weak self] in
                self?.paste()
            },
        ]
    }

    /// Puts the whole table on the clipboard, or the records found in it, and tells the user when the text is ready.
    func copyTable() {
        guard let grid, let window else { return }
        grid.commitEditing()
        guard let part = grid.shownPart ?? (try? TablePart(grid.model.table, records: nil)) else { return }
        copy(part, in: window) {
            localized(
                "Copied {count} record to the clipboard.", "Copied {count} records to the clipboard.",
                count: part.recordCount)
        }
    }

    /// Puts the selected cells on the clipboard.
    private func copySelection() {
        guard let grid, let window, let part = grid.selectedPart else { return }
        copy(part, in: window) { Self.newsOfCopying(part) }
    }

    /// Puts the selected cells on the clipboard and empties them; the emptying is one step.
    private func cutSelection() {
        guard let grid, let window, let part = grid.selectedPart else { return }
        copy(part, in: window) { Self.newsOfCopying(part) }
        grid.emptySelection()
    }

    private func copy(_ part: TablePart, in window: DocumentWindow, news: @escaping @MainActor () -> String) {
        let cells = CopiedCells(part, as: window.application.preferences.copyOptions)
        cells.offer()
        cells.whenDone { [weak window] in window?.show(Message(news(), .ok)) }
    }

    private static func newsOfCopying(_ part: TablePart) -> String {
        localized(
            "Copied {count} cell to the clipboard.", "Copied {count} cells to the clipboard.",
            count: part.recordCount * part.fields.count)
    }

    /// Pastes the clipboard's cells, beginning at the selection's first cell.
    ///
    /// The cells are checked against the types of the fields first. If one does not fit, a sheet lists it.
    private func paste() {
        guard let grid, !grid.model.isReadOnly else { return }
        Task { [weak self, weak grid] in
            do {
                let found = try await ClipboardCells.read()
                guard let self, let grid, grid === self.grid else { return }
                guard let found else {
                    window?.show(Message(localized("There is no text on the clipboard."), .caution))
                    return
                }
                try await paste(found, into: grid)
            } catch let error as TextError {
                self?.window?.show(Message(error.message, .error))
            } catch {
                // It was cancelled.
            }
        }
    }

    private func paste(_ found: ClipboardCells, into grid: RecordGrid) async throws {
        let revision = grid.model.revision
        guard var (plan, target) = try await plan(found.cells, into: grid) else { return }
        // Names that do not belong to these fields are for spreadsheets; here only the cells are meant.
        if !plan.hasHeader, let cells = await found.withoutHeader(), let other = try await self.plan(cells, into: grid)
        {
            (plan, target) = other
        }
        guard grid === self.grid else { return }
        if isUntouched, !plan.hasHeader, plan.leftOutFieldCount > 0 || plan.leavesCellsToFix {
            await window?.makeDocument(of: found.cells)
        } else if target.records.count == 1, plan.overwrittenRecordCount == 1, plan.newRecordCount > 0 {
            askWhereToBegin { [weak self, weak grid] isBelow in
                guard let self, let grid, grid === self.grid else { return }
                guard isBelow else { return reviewIfNeeded(plan, target, grid, ifStill: revision) }
                grid.moveCursorBelow()
                Task { [weak self, weak grid] in
                    if let grid { try await self?.paste(found, into: grid) }
                }
            }
        } else {
            reviewIfNeeded(plan, target, grid, ifStill: revision)
        }
    }

    /// Whether the document is as it was made: without records, and with nothing to undo.
    private var isUntouched: Bool { document.map { $0.table.count == 0 && $0.undoTitle == nil } ?? false }

    /// Pastes at once if everything fits; otherwise first shows what does not.
    private func reviewIfNeeded(_ plan: PastePlan, _ target: PasteTarget, _ grid: RecordGrid, ifStill revision: Int) {
        guard plan.leavesCellsToFix || plan.leftOutFieldCount > 0, let window else {
            return apply(plan, to: grid, ifStill: revision)
        }
        review(plan, in: target.table, over: window) { [weak self, weak grid] in
            if let grid { self?.apply($0, to: grid, ifStill: revision) }
        }
    }

    /// Asks whether a block of several records that starts on the last one is to overwrite that or be added below it.
    private func askWhereToBegin(answer: @escaping @MainActor (_ isBelow: Bool) -> Void) {
        guard let window, window.dialog == nil else { return }
        let question = QuestionSheet(
            over: window, localized("Overwrite the last record, or paste below it?"),
            text: localized("The cursor is on the last record, which is not empty."),
            cancel: localized("_Cancel"), ok: localized("Paste _Below"))
        var isBelow: Bool?
        question.offer(localized("_Overwrite")) { [weak question] in
            isBelow = false
            question?.close()
        }
        question.onOK = { [weak question] in
            isBelow = true
            question?.close()
        }
        window.hold(question) {
            if let isBelow { answer(isBelow) }
        }
        question.open()
    }

    private func plan(
        _ cells: PastedCells, into grid: RecordGrid
    ) async throws(CancellationError) -> (plan: PastePlan, target: PasteTarget)? {
        let block = grid.fitted(cells)
        guard let target = grid.pasteTarget(recordCount: block.recordCount) else { return nil }
        return (try await Self.plan(block, into: target), target)
    }

    private func review(
        _ plan: PastePlan, in table: RecordTable, over window: DocumentWindow,
        paste: @escaping @MainActor (PastePlan) -> Void
    ) {
        guard window.dialog == nil else { return }
        let review = PasteReview(plan, in: table, over: window, paste: paste)
        window.hold(review)
        review.open()
    }

    @concurrent
    private static func plan(
        _ block: PastedCells, into target: PasteTarget
    ) async throws(CancellationError) -> PastePlan {
        try PastePlan(block, into: target)
    }

    /// Applies the change, unless the table has changed since the plan was made.
    private func apply(_ plan: PastePlan, to grid: RecordGrid, ifStill revision: Int) {
        guard let change = plan.change else {
            window?.show(Message(localized("The cells already have these values.")))
            return
        }
        guard grid.model.revision == revision else {
            window?.show(Message(localized("The records have changed in the meantime. Paste again."), .caution))
            return
        }
        do {
            let cells = plan.size.records * plan.size.fields
            try grid.model.apply(change, title: .pasteCells(cells))
            grid.select(rows: plan.size.records, fields: plan.size.fields)
            let news = [localized("Pasted {count} cell.", "Pasted {count} cells.", count: cells)]
            window?.show(
                Message(
                    localizedSentences(news + PasteReview.effects(of: plan)),
                    plan.leavesCellsToFix ? .caution : .ok))
        } catch {
            window?.show(Message(error.message, .error))
        }
    }
}
