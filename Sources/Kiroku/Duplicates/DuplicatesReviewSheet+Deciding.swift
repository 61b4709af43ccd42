import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// What the user does with groups.
extension DuplicatesReviewSheet {
    // MARK: Choosing

    /// Takes the value under the cursor, instead of that of the record that stays.
    func takeValue() {
        guard let record, openGroup != nil, let cursor = grid.cursor else { return }
        take(.record(record), in: cursor.field, of: record)
    }

    /// Turns keeping all values of the cursor's field on or off.
    func joinValues() {
        guard let record, let openGroup, let cursor = grid.cursor, let merge = mergeToShow(openGroup) else { return }
        let wasJoined = merge.isJoined(cursor.field)
        take(.all, in: cursor.field, of: record)
        guard !wasJoined, mergeToShow(openGroup)?.isJoined(cursor.field) == false else { return }
        take(.all, in: cursor.field, of: record)
        sheet.show(
            Message(localized("The values of this field cannot be combined in one cell."), .caution))
    }

    private func take(_ source: MergeChoices.Source, in field: Int, of record: RecordID) {
        review.take(source, of: document.table.schema[field].id, inGroupOf: record)
        sheet.show(nil)
        showAll()
    }

    /// Keeps the record under the cursor, with its values.
    func keepRecord() {
        guard let record, openGroup != nil else { return }
        review.keep(record)
        sheet.show(nil)
        showAll()
    }

    // MARK: Deciding

    /// Makes one record of the group under the cursor.
    func merge() {
        guard let group = openGroup else {
            if !work.isRunning { sheet.show(Message(localized("You have already decided on this group."), .caution)) }
            return
        }
        guard !review.takeUnseen(of: group) else {
            showAll()
            return sheet.show(
                Message(
                    localized(
                        "Another program has changed records of this group in the meantime. Check them, then merge again."
                    ), .caution))
        }
        guard let merge = review.merge(of: group, in: document.table) else {
            return sheet.show(
                Message(localized("Fewer than two records of this group are left."), .caution))
        }
        let count = merge.records.count
        guard make(merge.change, merging: count) else { return }
        decide([group], .merged)
        sheet.show(
            Message(
                localized("Merged {count} record into one.", "Merged {count} records into one.", count: count), .ok,
                passes: true))
    }

    /// Marks the records of the group under the cursor as not being duplicates.
    func leaveOut() {
        guard let group = openGroup else { return }
        sheet.show(nil)
        decide([group], .leftOut)
    }

    private func decide(_ groups: [Int], _ outcome: DuplicateReview.Outcome) {
        review.decide(groups, outcome)
        showAll()
        if let last = groups.last, let next = review.openGroup(after: last) { go(to: next) }
    }

    /// Undoes the last decision, together with what it has changed.
    func undoDecision() {
        guard !work.isRunning, let outcome = review.lastOutcome else { return }
        if outcome == .merged {
            guard case .mergeRecords = document.undoTitle else { return }
            forgetMerges()
            do throws(EditError) {
                try document.undo()
            } catch {
                return sheet.show(Message(error.message, .error))
            }
        }
        let groups = review.undoDecision()
        showAll()
        if let first = groups.first { go(to: first) }
        sheet.show(
            Message(
                localized("{count} group is open again.", "{count} groups are open again.", count: groups.count), .ok,
                passes: true))
    }

    /// Makes a change in the document; shows why if that is not possible.
    private func make(_ change: Change, merging count: Int, ifStill revision: Int? = nil) -> Bool {
        forgetMerges()
        do throws(EditError) {
            try document.apply(change, title: .mergeRecords(count), ifStill: revision ?? document.revision)
            return true
        } catch {
            sheet.show(Message(error.message, .error))
            return false
        }
    }

    // MARK: All groups

    /// Merges all groups in which nothing would be lost, in the background and as one step.
    func mergeAll() {
        guard !work.isRunning else { return }
        forgetMerges()
        sheet.show(nil)
        progress.begin(localized("Merging…"))
        let (review, table, revision) = (review, document.table, document.revision)
        work.start { progress throws(CancellationError) in
            try await MergeOfAll.of(
                review.groups, leaving: review.leftByAll, review.choices, in: table, comparing: review.fields,
                progress: progress)
        } done: { [weak self] result in
            if case .success(let merge) = result { self?.finish(merge, ifStill: revision) }
        }
        showGroup()
    }

    /// Stops the merge of all groups; nothing has changed.
    func stop() {
        guard work.isRunning else { return }
        work.cancel()
        progress.end()
        if sheet.isOpen { showGroup() }
    }

    private func finish(_ merge: MergeOfAll, ifStill revision: Int) {
        progress.end()
        guard sheet.isOpen else { return }
        if let change = merge.change {
            let count = merge.recordCount + merge.groups.count
            guard make(change, merging: count, ifStill: revision) else { return showGroup() }
            decide(merge.groups, .merged)
        }
        var sentences = [
            localized("{count} group was merged.", "{count} groups were merged.", count: merge.groups.count)
        ]
        if review.openCount > 0 {
            sentences.append(
                localized(
                    "{count} group was skipped, because merging would lose values.",
                    "{count} groups were skipped, because merging would lose values.", count: review.openCount))
        }
        showAll()
        sheet.show(Message(localizedSentences(sentences), .ok))
        grid.grabFocus()
    }
}
