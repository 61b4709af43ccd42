import FoundationEssentials

/// Taking in a whole table of a server: where fields have changed there, or where it is not known what else has.
extension CardFile {
    /// Takes in a table as a whole: it is compared with what the document has without the edits that wait.
    ///
    /// - Parameters:
    ///   - table: as it is on the server.
    ///   - keys: the identities of its records, if it has others, and which rows they are; they keep their places then.
    ///   - author: who has changed it, if that is known.
    ///   - missingRecords: why records are not there.
    ///   - changed: the records that have changed on the server since the document was there last, if it is not known what
    ///     another program has changed here: others that differ are left open.
    ///   - change: changes what is known of the server.
    /// - Returns: `nil` if a record is edited here that was not read, so that it must be read again.
    package func receive(
        all read: RecordTable, keys: [RecordKey]? = nil, by author: CommitAuthor?,
        _ missingRecords: MissingRecords = MissingRecords(),
        unclearBesides changed: ChangedRecords? = nil, _ change: @Sendable (inout SyncState) -> Void
    ) async throws(StorageError) -> ReceivedRows? {
        while true {
            guard let (mine, queue, version) = try snapshot() else { continue }
            let edited = queue.reduce(into: Set<RecordID>()) { $0.formUnion($1.change.records) }
            guard edited.isDisjoint(with: missingRecords.outside) else { return nil }
            // What is edited here stays until that is sent.
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

    /// The records without the edits that wait; `nil` if these cannot be taken back, or another program has just written.
    package func settledTable() throws(StorageError) -> RecordTable? {
        guard let (found, queue, _) = try snapshot() else { return nil }
        var table = found
        return table.revert(queue.map(\.change)) ? table : nil
    }

    /// The document as it is, and what tells whether it is still the same; `nil` if another program has just written to it.
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

    /// - Returns: `nil` if the document has changed meanwhile.
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

/// What is to be done to a document so that it has a table of a server.
private struct WholePlan: Sendable {
    /// What changes here.
    var view: Change?
    /// What waits to be sent afterwards; `nil` if that stays as it is.
    var queue: [QueuedCommit]?
    var conflicts: [EditConflict] = []
    /// The fields afterwards.
    let schema: Schema
    /// How many are made of what another program has changed, at most; the history has all of it.
    private static let conflictLimit = 1_000

    var recordCount: Int { view?.records.count ?? 0 }

    /// What differs was changed on the server.
    ///
    /// Each edit that waits stays an edit of its own: if the server refuses one, the others pass.
    init(taking table: RecordTable, mine: RecordTable, _ waiting: [QueuedCommit]) async {
        var base = mine
        let isBack = base.revert(waiting.map(\.change))
        let merge = QueueMerge(waiting, over: table, mine: mine, base: isBack ? base : nil)
        view = await mine.change(to: merge.table) ?? mine.replacement(by: merge.table)
        (conflicts, schema) = (merge.conflicts, merge.table.schema)
        if merge.isChanged { queue = merge.commits }
    }

    /// Leaves open what another program may have changed here, as far as it differs.
    ///
    /// - Parameters:
    ///   - theirs: the server's records, with those that are about to leave.
    ///   - isUnchanged: whether a record is on the server what it was, as far as is known.
    mutating func leaveOpen(
        _ mine: RecordTable, _ waiting: [QueuedCommit], over theirs: RecordTable, _ isUnchanged: (RecordID) -> Bool
    ) {
        var own = mine
        // Another program may have changed the same: what is left of it differs from the server, and is reported as well.
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

/// The records of a table on a server that have changed there since some time.
package enum ChangedRecords: Sendable {
    case these(Set<RecordID>)
    /// Perhaps all of them: it was emptied.
    case all
}

extension MissingRecords {
    /// What tells whether a record that is here is on the server what it was.
    fileprivate func unchanged(_ changed: ChangedRecords) -> (RecordID) -> Bool {
        guard case .these(let records) = changed else { return { _ in false } }
        return { !records.contains($0) && !hidden.contains($0) && !outside.contains($0) && !tooLong.contains($0) }
    }
}

extension Change {
    /// The same in several: the records that are deleted for another reason are apart.
    ///
    /// - Parameters:
    ///   - causes: these reasons, and the records.
    ///   - author: who has done the rest.
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
