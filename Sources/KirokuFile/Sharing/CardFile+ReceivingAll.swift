import FoundationEssentials

/// Taking in a whole table of a server: when fields have changed there, or when other changes are unknown.
extension CardFile {
    /// Takes in a whole table: compares it with the document without the pending edits.
    ///
    /// - Parameters:
    ///   - table: the table on the server.
    ///   - keys: for another program's table, the identities and keys of the rows; the records keep their places then.
    ///   - author: who has changed the table, if known.
    ///   - missingRecords: why records are missing.
    ///   - changed: the records that have changed on the server since the last sync, if another program has made
    ///     unknown changes here: other records that differ are left open.
    ///   - change: changes what is known of the server.
    /// - Returns: `nil` if a record that was edited here was not read, so that the table must be read again.
    package func receive(
        all read: RecordTable, keys: [RecordKey]? = nil, by author: CommitAuthor?,
        _ missingRecords: MissingRecords = MissingRecords(),
        unclearBesides changed: ChangedRecords? = nil, _ change: @Sendable (inout SyncState) -> Void
    ) async throws(StorageError) -> ReceivedRows? {
        while true {
            guard let (mine, queue, version) = try snapshot() else { continue }
            let edited = queue.reduce(into: Set<RecordID>()) { $0.formUnion($1.change.records) }
            guard edited.isDisjoint(with: missingRecords.outside) else { return nil }
            // Records with pending edits stay until these are sent.
            let left = missingRecords.leaving.subtracting(edited)
            let here = left.isEmpty ? read : read.without(left)
            let table = keys.map { here.identified(by: $0.map(\.record), placedLike: mine) } ?? here
            var plan = await WholePlan(taking: table, mine: mine, queue)
            if let changed {
                plan.leaveOpen(mine, queue, over: keys == nil ? read : table, missingRecords.unchanged(changed))
            }
            let causes: [(CommitAuthor, Set<RecordID>)] = [
                (.outOfPart, left.union(missingRecords.outside)), (.hidden, missingRecords.hidden),
                (.tooLong, missingRecords.tooLong),
            ]
            let received = try write(
                plan, keys, by: author, causes, ifStill: version, endsDoubt: changed != nil, change)
            guard let received else { continue }
            return received
        }
    }

    /// The records without the pending edits; `nil` if these cannot be reverted, or if another program has just
    /// written.
    package func settledTable() throws(StorageError) -> RecordTable? {
        guard let (found, queue, _) = try snapshot() else { return nil }
        var table = found
        return table.revert(queue.map(\.change)) ? table : nil
    }

    /// The document with its queue, and a number that changes with the file; `nil` if another program has just written
    /// to it.
    private func snapshot() throws(StorageError) -> (RecordTable, [QueuedCommit], Int64)? {
        let connection = try opened()
        _ = try queueWritesOfOthers()
        try connection.execute("BEGIN")
        // Nothing is written.
        defer { try? connection.execute("ROLLBACK") }
        guard try !connection.hasWritesOfOthers() else { return nil }
        let reader = try SmallReader(connection, path: path)
        return (try reader.all(), try connection.waiting(), try connection.version())
    }

    /// - Returns: `nil` if the document has changed in the meantime.
    private func write(
        _ plan: WholePlan, _ keys: [RecordKey]?, by author: CommitAuthor?,
        _ causes: [(CommitAuthor, Set<RecordID>)], ifStill version: Int64, endsDoubt: Bool,
        _ change: (inout SyncState) -> Void
    ) throws(StorageError) -> ReceivedRows? {
        var received: ReceivedRows?
        try writeJournaled { (connection) throws(StorageError) in
            guard try connection.version() == version, var state = try connection.sharing() else { return [] }
            if let queue = plan.queue { try connection.replaceWaiting(by: queue) }
            let origin = SharedRows.Origin(author: author ?? .server, time: AppClock.shared.now)
            var commits: [OthersCommit] = []
            if let view = plan.view, !view.isEmpty {
                try connection.write(view)
                for (cause, change) in view.split(by: causes, else: origin.author) {
                    commits.append(OthersCommit(author: cause, time: origin.time, change: change))
                }
            }
            try keep(plan.conflicts, plan.schema, connection)
            if let keys {
                var changes = KeyChanges()
                (changes.isWhole, changes.set) = (true, keys)
                try connection.write(changes)
            }
            change(&state)
            try connection.writeSharing(state)
            if endsDoubt { try connection.writeProperty(CardFileFormat.unclearProperty, .empty) }
            received = ReceivedRows(records: plan.recordCount, conflicts: plan.conflicts.count)
            return commits
        }
        return received
    }
}

/// The changes that bring a document to the state of a table on a server.
private struct WholePlan: Sendable {
    /// The change of the document.
    var view: Change?
    /// The pending edits afterwards; `nil` if they stay as they are.
    var queue: [QueuedCommit]?
    var conflicts: [EditConflict] = []
    /// The fields afterwards.
    let schema: Schema
    /// The largest number of conflicts for changes by another program; the history has all of them.
    private static let conflictLimit = 1_000

    var recordCount: Int { view?.records.count ?? 0 }

    /// A plan that takes all differences for changes on the server.
    ///
    /// Each pending edit stays an edit of its own: if the server refuses one, the others pass.
    init(taking table: RecordTable, mine: RecordTable, _ waiting: [QueuedCommit]) async {
        var base = mine
        let isBack = base.revert(waiting.map(\.change))
        let merge = QueueMerge(waiting, over: table, mine: mine, base: isBack ? base : nil)
        view = await mine.change(to: merge.table) ?? mine.replacement(by: merge.table)
        (conflicts, schema) = (merge.conflicts, merge.table.schema)
        if merge.isChanged { queue = merge.commits }
    }

    /// Leaves open what another program may have changed here, where it differs from the server.
    ///
    /// - Parameters:
    ///   - theirs: the server's records, with those that are about to leave.
    ///   - isUnchanged: whether a record is known to be unchanged on the server.
    mutating func leaveOpen(
        _ mine: RecordTable, _ waiting: [QueuedCommit], over theirs: RecordTable, _ isUnchanged: (RecordID) -> Bool
    ) {
        var own = mine
        // Another program may have changed the same cells: what remains of its changes differs from the server, and is
        // reported as well.
        for commit in waiting.reversed() {
            _ = Merge.apply(commit.change.inverse, to: &own)
        }
        let fields = own.schema.fields.indices.compactMap { field in
            theirs.schema.index(of: own.schema[field].id).map { (own: field, theirs: $0) }
        }
        var found: [EditConflict] = []
        for (index, id) in own.ids.enumerated() where isUnchanged(id) {
            guard found.count < Self.conflictLimit else { break }
            guard let record = theirs.index(of: id) else {
                found.append(EditConflict(lost: own.picked(at: RecordIndexes(index))))
                continue
            }
            for field in fields where own[index, field.own] != theirs[record, field.theirs] {
                found.append(
                    EditConflict(
                        reason: .cellChanged, record: id, field: own.schema[field.own].id,
                        fieldName: own.schema[field.own].name, own: own[index, field.own],
                        theirs: theirs[record, field.theirs], base: theirs[record, field.theirs]))
            }
        }
        let known = conflicts
        conflicts += found.filter { new in !known.contains { $0.record == new.record && $0.field == new.field } }
    }
}

/// The records that have changed on a server since some time.
package enum ChangedRecords: Sendable {
    case these(Set<RecordID>)
    /// Possibly all of them, because the table was emptied.
    case all
}

extension MissingRecords {
    /// Returns a function that tells whether a record here is unchanged on the server.
    fileprivate func unchanged(_ changed: ChangedRecords) -> (RecordID) -> Bool {
        guard case .these(let records) = changed else { return { _ in false } }
        return { !records.contains($0) && !hidden.contains($0) && !outside.contains($0) && !tooLong.contains($0) }
    }
}

extension Change {
    /// Splits a change by cause: records that are deleted for other reasons are separate.
    ///
    /// - Parameters:
    ///   - causes: the other reasons, with their records.
    ///   - author: who has made the rest.
    fileprivate func split(
        by causes: [(CommitAuthor, Set<RecordID>)], else author: CommitAuthor?
    ) -> [(CommitAuthor?, Change)] {
        guard !changesFields, causes.contains(where: { !$0.1.isEmpty }) else { return [(author, self)] }
        var (apart, rest): ([(CommitAuthor?, Change)], [Change]) = ([], [])
        for part in flattened {
            guard case .deleteRecords(var records) = part else {
                rest.append(part)
                continue
            }
            for (cause, ids) in causes {
                let gone = records.picked(ids)
                guard gone.count > 0 else { continue }
                apart.append((cause, .deleteRecords(gone)))
                records = records.without(ids)
            }
            if records.count > 0 { rest.append(.deleteRecords(records)) }
        }
        return rest.isEmpty ? apart : [(author, rest.count == 1 ? rest[0] : .sequence(rest))] + apart
    }
}
