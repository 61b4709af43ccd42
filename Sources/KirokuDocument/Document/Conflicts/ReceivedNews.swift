/// The state of a document after others have written to its store: their table, with the edits that are not saved here
/// merged into it.
struct ReceivedNews: Sendable {
    /// The document's records and fields afterwards.
    let table: RecordTable
    /// The edits that are not saved here.
    let unsaved: UnsavedEdits
    /// Those of these edits that were not made, in the order of records and fields.
    let conflicts: [EditConflict]
    /// What the others have changed.
    let commits: [OthersCommit]
    /// The open edits in the store.
    let open: StoredOpenEdits
    /// The same as ``commits``, for the user.
    let news: OthersChanges
    /// What the news changes in the table here.
    let extent: ChangeExtent

    /// Computes the new state in the background.
    ///
    /// Costs about as much as the changes of both sides, plus a copy of each column that they change; for
    /// ``StoreNews/contents(_:)``, also a comparison of all records.
    ///
    /// - Parameters:
    ///   - mine: the table here.
    ///   - changes: its changes that are not in the store yet.
    /// - Returns: `nil` if the commits do not apply to the former contents of the store, so that all of it must be
    ///   read.
    @concurrent
    static func made(
        of news: StoreNews, mine: RecordTable, unsaved changes: [DocumentChange]
    ) async -> ReceivedNews? {
        var theirs = mine
        var unsaved = UnsavedEdits(changes)
        let isBack = theirs.revert(unsaved.changes)
        var commits: [OthersCommit] = []
        var extent = ChangeExtent.everything
        let open: StoredOpenEdits
        switch news {
        case .commits(let list, let stored):
            guard isBack else { return nil }
            open = stored
            var parts: [AppliedChange] = []
            for commit in list {
                guard let part = try? theirs.apply(commit.change) else { return nil }
                parts.append(part)
            }
            commits = zip(list, parts).map { OthersCommit(author: $0.author, time: $0.time, change: $1.change) }
            extent = AppliedChange(of: parts).extent
        case .contents(let contents):
            let change = isBack ? await theirs.change(to: contents.table) : nil
            if let change, let applied = try? theirs.apply(change) {
                commits = [OthersCommit(author: nil, time: AppClock.shared.now, change: applied.change)]
                extent = applied.extent
            }
            // The loaded table also knows which identities must not be reused.
            theirs = contents.table
            open = contents.open
        }
        let own = unsaved.changes
        let merge = unsaved.merge(over: theirs, mine: mine)
        if !own.isEmpty { extent = merge.table.extent(from: mine, of: commits.map(\.change), own) }
        return ReceivedNews(
            table: merge.table, unsaved: unsaved, conflicts: merge.open, commits: commits,
            open: open, news: OthersChanges(commits, in: merge.table), extent: extent)
    }
}

extension RecordTable {
    /// Reverts changes that were made here, the latest first.
    ///
    /// - Returns: whether all could be reverted; otherwise only some are.
    package mutating func revert(_ changes: [Change]) -> Bool {
        for change in changes.reversed() where (try? apply(change.inverse)) == nil { return false }
        // In this table, the identities of the new fields are free again.
        let before = changes.lazy.flatMap(\.flattened).compactMap { change in
            if case .changeFields(let change) = change { change.base } else { nil }
        }.first
        if let before, before.fields == schema.fields { replaceFields(before, cells) }
        return true
    }

    /// The extent of the difference to an earlier table, if only these changes can have caused it.
    fileprivate func extent(from before: RecordTable, of changes: [Change]...) -> ChangeExtent {
        guard ids == before.ids, schema.fields == before.schema.fields else { return .everything }
        var positions: Set<CellPosition> = []
        for change in changes.joined() {
            guard let cells = change.cells else { return .everything }
            for cell in cells {
                guard let record = index(of: cell.record), let field = schema.index(of: cell.field) else { continue }
                positions.insert(CellPosition(record: record, field: field))
            }
        }
        return .cells(positions.sorted())
    }
}

extension Change {
    /// The cells that the change sets; `nil` if it does anything else as well.
    fileprivate var cells: [CellChange]? {
        switch self {
        case .setCells(let cells): return cells
        case .sequence(let changes):
            let parts = changes.map(\.cells)
            return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
        case .insertRecords, .deleteRecords, .setPlaces, .changeFields: return nil
        }
    }
}
