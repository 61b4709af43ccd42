import GtkKit
import KirokuCore

/// Which records are shown, and in which order.
extension RecordGrid {
    /// By what the shown records are ordered; empty for the table's order.
    public var sortRules: [SortRule] { arrangement.rules }

    /// Whether only some of the records are shown.
    public var showsSubset: Bool { arrangement.isSubset }

    /// How many records are shown.
    public var shownCount: Int { view.count }

    /// The indexes of the shown records, row by row; `nil` if that is the whole table in its order.
    public var shownRecords: [Int]? { view.records }

    /// Whether records are being ordered in the background; what was shown before is still shown.
    public var isArranging: Bool { arrangement.wanted != nil }

    /// Orders the shown records; without rules, as they stand in the table.
    ///
    /// Works in the background, shows its progress if it takes longer than 0.3 seconds, and can be cancelled by the
    /// user. The cursor stays on its record. Records that are edited later stay in their rows until this is called
    /// again.
    public func sort(by rules: [SortRule]) {
        arrange(wantedRecords, by: rules)
    }

    /// Shows only these records, in the order of ``sortRules``; `nil` shows all.
    ///
    /// The indexes, in any order, are those of the document's table as it is now. The cursor stays on its record if
    /// that is shown, and goes to the first one otherwise. Records that are added later are shown, too.
    public func show(records: [Int]?) {
        arrange(records, by: arrangement.coming)
    }

    /// Gives up what is being computed; what is shown stays.
    public func cancelArranging() {
        arrangement.task?.cancel()
        arrangement.task = nil
        arrangement.wanted = nil
        workStrip.end()
        canvas.redraw()
    }

    /// The records that are shown, or will be when all that was asked for is done; `nil` for all.
    private var wantedRecords: [Int]? {
        guard let wanted = arrangement.wanted else { return arrangement.isSubset ? view.records : nil }
        return wanted.records.flatMap { RecordView($0, found: wanted.ids, in: document.table).records }
    }

    private func arrange(_ records: [Int]?, by rules: [SortRule]) {
        cancelArranging()
        let table = document.table
        let rules = rules.filter { table.schema.index(of: $0.field) != nil }
        if records == nil, rules.isEmpty { return finish(RecordView(of: table), rules, isSubset: false) }
        arrangement.wanted = Arrangement.Wanted(rules: rules, records: records, ids: table.ids)
        arrangement.generation += 1
        let generation = arrangement.generation
        let progress = ProgressRelay { [weak self] fraction in
            guard let self, !isGone, isArranging, arrangement.generation == generation else { return }
            workStrip.fraction = fraction
        }
        arrangement.task = Task { [weak self] in
            let list = try? await table.list(of: records, by: rules) { progress.report($0) }
            guard let self, !isGone, isArranging, arrangement.generation == generation else { return }
            guard let list else { return cancelArranging() }
            finish(RecordView(list, found: table.ids, in: document.table), rules, isSubset: records != nil)
        }
        tellAboutWork(rules, generation)
    }

    private func tellAboutWork(_ rules: [SortRule], _ generation: Int) {
        Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(300))
            guard let self, !isGone, isArranging, arrangement.generation == generation else { return }
            workStrip.begin(rules.isEmpty ? localized("Arranging the records…") : localized("Sorting…"))
            placeEditors()
        }
    }

    private func finish(_ new: RecordView, _ rules: [SortRule], isSubset: Bool) {
        cancelArranging()
        let isOtherChoice = isSubset || arrangement.isSubset
        if let edited = editor.cell, edited.identity.place(in: document.table, new) == nil { commitEditing() }
        let hasSameRows = view.count == new.count
        view = new
        arrangement.rules = rules
        if rules != document.sortRules { document.keepSortRules(rules) }
        arrangement.isSubset = isSubset
        editor.move(to: editor.cell?.identity.place(in: document.table, new))
        updateLayout()
        // Who reads the cells keeps those it has, and the headers with them.
        if hasSameRows { canvas.accessibleDataChanged() } else { canvas.accessibleModelChanged() }
        if isOtherChoice, cursorIdentity.place(in: document.table, new) == nil {
            moveCursor { $0.go(to: GridCell(row: 0, field: $0.cursor.field), in: size) }
        } else {
            // As in other lists, what is in sight stays in its place on the screen: the least values are seen at once.
            keepCursor(scrolls: isOtherChoice)
        }
        showAwaitedPosition()
        placeEditors()
        canvas.redraw()
        onViewChange?()
    }

    var workStripPlace: Rectangle? {
        guard workStrip.isActive else { return nil }
        let height = min(48, layout.viewHeight)
        return Rectangle(x: 0, y: layout.viewHeight - height, width: max(1, layout.viewWidth), height: max(1, height))
    }
}
