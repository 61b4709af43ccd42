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
        let canEdit = grid?.model.isReadOnly == false
        return [
            ContextMenuItem(localized("Cu_t"), key: "<Primary>x", isEnabled: canEdit) { [weak self] in
                self?.cutSelection()
            },
            ContextMenuItem(localized("_Copy"), key: "<Primary>c") { [weak self] in self?.copySelection() },
            ContextMenuItem(localized("_Paste"), key: "<Primary>v", isEnabled: canEdit) { [weak self] in
                self?.paste()
            },
        ]
    }

    /// Puts the whole table on the clipboard, or the records found in it, and says so when the text is ready.
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
        Clipboard.readText { [weak self, weak grid] text in
            guard let self, let grid, grid === self.grid else { return }
            guard let text, !text.isEmpty else {
                window?.show(Message(localized("There is no text on the clipboard."), .caution))
                return
            }
            Task { await self.paste(text, into: grid) }
        }
    }

    private func paste(_ text: [UInt8], into grid: RecordGrid) async {
        let model = grid.model
        do {
            let block = grid.fitted(try await PastedCells(text: text))
            guard let target = grid.pasteTarget(recordCount: block.recordCount) else { return }
            let revision = model.revision
            let plan = try await Self.plan(block, into: target)
            // The names of other fields are meant for spreadsheets; paste only the cells.
            if !plan.hasHeader, let cells = await CopiedCells.offered?.textWithoutHeader(of: text) {
                return await paste(cells, into: grid)
            }
            guard grid === self.grid, let window else { return }
            if plan.misfits.isEmpty, plan.leftOutFieldCount == 0 {
                apply(plan, to: grid, ifStill: revision)
            } else {
                review(plan, in: target.table, over: window) { [weak self, weak grid] in
                    if let grid { self?.apply($0, to: grid, ifStill: revision) }
                }
            }
        } catch let error as TextError {
            window?.show(Message(error.message, .error))
        } catch {
            // The task was cancelled.
        }
    }

    private func review(
        _ plan: PastePlan, in table: RecordTable, over window: DocumentWindow,
        paste: @escaping @MainActor (PastePlan) -> Void
    ) {
        guard window.dialog == nil else { return }
        let review = PasteReview(plan, in: table, over: window, paste: paste)
        review.onClosed = { [weak window] in window?.dialog = nil }
        window.dialog = review
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
            window?.show(Message(localized("The cells hold this already.")))
            return
        }
        guard grid.model.revision == revision else {
            window?.show(Message(localized("The records changed meanwhile. Paste again."), .caution))
            return
        }
        do {
            let cells = plan.size.records * plan.size.fields
            try grid.model.apply(change, title: .pasteCells(cells))
            grid.select(rows: plan.size.records, fields: plan.size.fields)
            let news = localized("Pasted {count} cell.", "Pasted {count} cells.", count: cells)
            window?.show(Message(news, plan.misfits.isEmpty ? .ok : .caution))
        } catch {
            window?.show(Message(error.message, .error))
        }
    }
}
