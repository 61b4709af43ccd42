import FoundationEssentials

/// Taking in what others have changed on the server.
///
/// This happens in one transaction: their changes are written, with their names in the journal, the pending edits are
/// made again on top, and those that conflict become open edits.
extension CardFile {
    /// Takes in records that others have changed.
    ///
    /// - Parameters:
    ///   - rows: the records, as they are now.
    ///   - cursor: the cursor of the document when these were read; `nil` if unknown.
    ///   - keys: the changes of the keys.
    ///   - change: changes the state of sharing.
    /// - Returns: the result; `nil` if the document's cursor has changed, or the records alone do not suffice for
    ///   merging, so that the whole table must be read.
    package func receive(
        _ rows: SharedRows, since cursor: String?, keys: KeyChanges = KeyChanges(),
        _ change: @Sendable (inout SyncState) -> Void
    ) throws(StorageError) -> ReceivedRows? {
        var received: ReceivedRows?
        try writeJournaled { (connection) throws(StorageError) in
            guard var state = try connection.sharing(), state.cursor == cursor else { return [] }
            let queue = try connection.waiting()
            let rows = rows.settled(waiting: queue.reduce(into: []) { $0.formUnion($1.change.records) })
            let concerned = queue.concerning(rows.ids)
            let reader = try SmallReader(connection, path: path)
            guard reader.schema.fields == rows.present.schema.fields else { return [] }
            let ids = concerned.reduce(into: rows.ids) { $0.formUnion($1.change.records) }
            let mine = try reader.records(ids)
            var base = mine
            guard !concerned.contains(where: { $0.change.changesFields }),
                base.revert(concerned.map(\.change)), let theirs = base.taking(rows)
            else { return [] }
            let merge = QueueMerge(concerned, over: theirs, mine: mine, base: base)
            var changed: Set<RecordID> = []
            let commits = try write(merge, of: queue, since: mine, by: rows.origins, connection, &changed)
            try connection.write(keys)
            change(&state)
            try connection.writeSharing(state)
            received = ReceivedRows(records: changed.count, conflicts: merge.conflicts.count)
            return commits
        }
        return received
    }

    /// Leaves out edits that the server, or the user, refuses.
    ///
    /// - Parameters:
    ///   - ids: the identities of the edits.
    ///   - sentence: the reason, for the user.
    ///   - author: who refuses the edits.
    /// - Returns: how many edits became open; 0 if none of these is pending any more.
    package func refuse(_ ids: Set<String>, _ sentence: String, by author: CommitAuthor) throws(StorageError) -> Int {
        var count = 0
        try writeJournaled { (connection) throws(StorageError) in
            let queue = try connection.waiting()
            let refused = queue.filter { ids.contains($0.id) }
            guard !refused.isEmpty else { return [] }
            let reader = try SmallReader(connection, path: path)
            let all = refused.contains { $0.change.changesFields }
            let concerned = all ? queue : queue.concerning(refused.reduce(into: []) { $0.formUnion($1.change.records) })
            let hasFields = concerned.contains { $0.change.changesFields }
            // Edits of no record, such as those of pictures, depend on no others.
            let parts =
                hasFields
                ? queue
                : queue.filter { part in
                    ids.contains(part.id) || concerned.contains { $0.number == part.number }
                }
            let records = parts.reduce(into: Set<RecordID>()) { $0.formUnion($1.change.records) }
            let mine = hasFields ? try reader.all() : try reader.records(records)
            var base = mine
            guard base.revert(parts.map(\.change)) else {
                throw .damaged(path: path, reason: localized("An edit that has not been sent cannot be read."))
            }
            let merge = QueueMerge(refusing: ids, sentence, parts, mine: mine, base: base)
            var changed: Set<RecordID> = []
            let origin = SharedRows.Origin(author: author, time: AppClock.shared.now)
            let commits = try write(merge, of: queue, since: mine, by: [origin], connection, &changed)
            count = merge.conflicts.count
            return commits
        }
        return count
    }

    /// Leaves out edits by others that the user does not want to send.
    package func discard(_ edits: WaitingEdits) throws(StorageError) {
        let sentence = localized("It was made elsewhere, and you have not sent it.")
        _ = try refuse(Set(edits.commits.map(\.id)), sentence, by: .current)
    }

    // MARK: Writing

    /// Writes the merged document and queue.
    private func write(
        _ merge: QueueMerge, of queue: [QueuedCommit], since mine: RecordTable, by origins: [SharedRows.Origin],
        _ connection: SQLiteConnection, _ changed: inout Set<RecordID>
    ) throws(StorageError) -> [OthersCommit] {
        if merge.isChanged { try connection.replaceWaiting(by: merge.remaining(of: queue)) }
        let commits = commits(from: mine, to: merge.table, by: origins)
        for commit in commits {
            try connection.write(commit.change)
            changed.formUnion(commit.change.records)
        }
        try keep(merge.conflicts, merge.table.schema, connection)
        return commits
    }

    /// The changes from one table to the other, by author; changes without a known author count as those of the last
    /// one.
    private func commits(
        from mine: RecordTable, to theirs: RecordTable, by origins: [SharedRows.Origin]
    ) -> [OthersCommit] {
        guard let last = origins.last else { return [] }
        if mine.schema.fields != theirs.schema.fields {
            return [OthersCommit(author: last.author, time: last.time, change: mine.replacement(by: theirs))]
        }
        var rest = Set(mine.ids).union(theirs.ids)
        var commits: [OthersCommit] = []
        for origin in origins {
            let change = Change.sequence(mine.difference(to: theirs, in: origin.records))
            rest.subtract(origin.records)
            if !change.isEmpty {
                commits.append(OthersCommit(author: origin.author, time: origin.time, change: change))
            }
        }
        let change = Change.sequence(mine.difference(to: theirs, in: rest.sorted()))
        if !change.isEmpty { commits.append(OthersCommit(author: last.author, time: last.time, change: change)) }
        return commits
    }

    /// Leaves edits open, for all programs that have the document open.
    ///
    /// - Parameter schema: the fields of the document.
    func keep(
        _ conflicts: [EditConflict], _ schema: Schema, _ connection: SQLiteConnection
    ) throws(StorageError) {
        var open = OpenEdits()
        for conflict in conflicts { open.open(conflict, fieldIn: [schema], desk: nil) }
        try connection.write(open.takeChanges())
    }
}

/// The result of taking in changes by others.
package struct ReceivedRows: Sendable, Hashable {
    /// How many records have changed here.
    package let records: Int
    /// How many edits of this copy became open.
    package let conflicts: Int
}

extension CommitAuthor {
    /// The author of a change on a server that does not tell who made it.
    package static let server = CommitAuthor(person: "", program: "PostgreSQL")
}

extension [QueuedCommit] {
    /// The edits that concern these records, those that concern any of their records, and so on.
    func concerning(_ records: Set<RecordID>) -> [QueuedCommit] {
        var (reach, found): (Set<RecordID>, Set<Int64>) = (records, [])
        var isComplete = false
        while !isComplete {
            isComplete = true
            for commit in self where !found.contains(commit.number) {
                let own = commit.change.records
                guard commit.change.changesFields || !own.isDisjoint(with: reach) else { continue }
                found.insert(commit.number)
                isComplete = isComplete && own.isSubset(of: reach)
                reach.formUnion(own)
            }
        }
        return filter { found.contains($0.number) }
    }
}

extension RecordTable {
    /// The table with the changes of others; `nil` if their records do not fit.
    func taking(_ rows: SharedRows) -> RecordTable? {
        let target = rows.gathered(placedLike: self).present
        guard target.schema.fields == schema.fields else { return nil }
        var table = self
        let change = Change.sequence(difference(to: target, in: rows.ids.sorted()))
        return (try? table.apply(change)) == nil ? nil : table
    }

    /// The change to a table with other fields, as a whole.
    func replacement(by other: RecordTable) -> Change {
        let new = other.schema.fields.indices.filter { schema.index(of: other.schema[$0].id) == nil }
        return .sequence([
            .deleteRecords(self),
            .changeFields(
                FieldChange(
                    base: schema, schema: other.schema, removed: [],
                    inserted: new.map { FieldContents(empty: other.schema[$0], in: RecordTable(schema: other.schema)) },
                    replaced: [])),
            .insertRecords(other),
        ])
    }
}
