/// The pending edits, made again in the document that others have changed.
///
/// The tables need to hold only the records concerned.
struct QueueMerge {
    /// The merged document: the server's state with the remaining pending edits on top.
    let table: RecordTable
    /// The remaining pending edits, the oldest first.
    private(set) var commits: [QueuedCommit] = []
    /// Whether ``commits`` differs from the previous queue.
    private(set) var isChanged = false
    /// The edits that were left out; only one per deleted record.
    private(set) var conflicts: [EditConflict] = []
    /// The numbers of all edits in the previous queue.
    private let queued: Set<Int64>

    /// Makes the edits in the state that others have changed.
    ///
    /// - Parameters:
    ///   - queue: the edits, the oldest first.
    ///   - theirs: the server's state.
    ///   - mine: the document here, with these edits.
    ///   - base: the document without them; `nil` if unknown, so that no record gets another identity.
    init(_ queue: [QueuedCommit], over theirs: RecordTable, mine: RecordTable, base: RecordTable?) {
        let newIDs = base.map { Self.newIDs(queue, theirs, base: $0) } ?? [:]
        self.init(queue.map { $0.renumbered(newIDs) }, theirs, mine, refusing: [])
        isChanged = isChanged || !newIDs.isEmpty
    }

    /// Leaves out edits that the server, or the user, refuses.
    ///
    /// - Parameters:
    ///   - refused: the identities of these edits.
    ///   - sentence: the reason, for the user.
    ///   - queue: the edits, the oldest first.
    ///   - mine: the document here, with these edits.
    ///   - base: the document without them.
    init(
        refusing refused: Set<String>, _ sentence: String, _ queue: [QueuedCommit], mine: RecordTable, base: RecordTable
    ) {
        self.init(queue, base, mine, refusing: refused)
        let changes = queue.filter { refused.contains($0.id) }.map(\.change)
        let (cells, records) = (NetChange(changes).cells, changes.reduce(into: Set()) { $0.formUnion($1.records) })
        let hasFields = changes.contains { $0.changesFields }
        for (index, conflict) in conflicts.enumerated() {
            let isRefused =
                switch (conflict.record, conflict.field) {
                case (let record?, let field?) where conflict.reason != .recordGone:
                    cells[CellID(record: record, field: field)] != nil || hasFields
                case (let record?, _): records.contains(record)
                case (nil, _): hasFields
                }
            if isRefused { conflicts[index].sentence = sentence }
        }
        // The order of fields leaves nothing to resolve.
        if hasFields, !conflicts.contains(where: { $0.record == nil }) {
            var conflict = EditConflict(
                reason: .fieldChanged, record: nil, field: nil, fieldName: "", own: .empty, theirs: .empty)
            conflict.sentence = sentence
            conflicts.append(conflict)
        }
    }

    private init(
        _ queue: [QueuedCommit], _ theirs: RecordTable, _ mine: RecordTable, refusing refused: Set<String>
    ) {
        queued = Set(queue.map(\.number))
        let indexes = Set(queue.indices.filter { refused.contains(queue[$0].id) })
        let changes = queue.map(\.change)
        let undone = changes.undone { !indexes.contains($0) && !indexes.contains($1) }
        let merge = Merge(changes.without(undone), over: theirs, mine: mine, refusing: indexes)
        table = merge.table
        // An edit that builds on a changed one gets a new identity, too: the server may know the former edits, and must
        // not mistake them for the new ones.
        var (records, hasFields): (Set<RecordID>, Bool) = ([], false)
        for (index, commit) in queue.enumerated() {
            let (made, reach) = (merge.made[index], commit.change.records)
            let isLeftOut = indexes.contains(index) || undone.contains(index)
            let isOther =
                isLeftOut || !made.isWhole || hasFields || !records.isDisjoint(with: reach)
                || commit.change.changesFields && !records.isEmpty
            // A picture is the same whatever others have changed.
            guard isOther, commit.picture == nil else {
                commits.append(commit)
                continue
            }
            isChanged = true
            records.formUnion(reach)
            hasFields = hasFields || commit.change.changesFields
            if !indexes.contains(index), let change = made.applied?.change { commits.append(commit.with(change)) }
        }
        var gone: Set<RecordID> = []
        conflicts = merge.open.filter { conflict in
            // Each of these has all values that were entered into the record.
            guard conflict.reason == .recordGone, let record = conflict.record else { return true }
            return gone.insert(record).inserted
        }
    }

    /// The edits of a queue that are still pending, in the same order.
    func remaining(of queue: [QueuedCommit]) -> [QueuedCommit] {
        let remaining = Dictionary(commits.map { ($0.number, $0) }) { first, _ in first }
        return queue.compactMap { queued.contains($0.number) ? remaining[$0.number] : $0 }
    }

    /// New identities for own new records, where others have used the same identities for theirs.
    private static func newIDs(
        _ queue: [QueuedCommit], _ theirs: RecordTable, base: RecordTable
    ) -> [RecordID: RecordID] {
        var new: [RecordID: RecordID] = [:]
        // The cells of new fields name all records.
        for commit in queue where !commit.change.changesFields {
            for case .insertRecords(let records) in commit.change.flattened
            where records.schema.fields == theirs.schema.fields {
                for (index, id) in records.ids.enumerated() where base.index(of: id) == nil && new[id] == nil {
                    guard let other = theirs.index(of: id), RecordIDSource.isNew(id, at: commit.time),
                        records.schema.fields.indices.contains(where: { records[index, $0] != theirs[other, $0] })
                    else { continue }
                    new[id] = RecordIDSource.shared.next()
                }
            }
        }
        return new
    }
}

extension QueuedCommit {
    /// The edit with another change and a new identity; the server may still receive the former one.
    fileprivate func with(_ change: Change) -> QueuedCommit {
        var changed = self
        (changed.change, changed.id) = (change, QueuedCommit.newID())
        return changed
    }

    /// The edit for records that have new identities.
    fileprivate func renumbered(_ new: [RecordID: RecordID]) -> QueuedCommit {
        guard !new.isEmpty, !change.changesFields, !change.records.isDisjoint(with: new.keys) else { return self }
        return with(change.renumbered(new))
    }
}

extension Change {
    /// The change for records with new identities; they keep their places.
    ///
    /// - Precondition: it changes no fields.
    fileprivate func renumbered(_ new: [RecordID: RecordID]) -> Change {
        switch self {
        case .setCells(let cells):
            .setCells(
                cells.map {
                    CellChange(record: new[$0.record] ?? $0.record, field: $0.field, base: $0.base, value: $0.value)
                })
        case .insertRecords(let records): .insertRecords(records.renumbered(new))
        case .deleteRecords(let records): .deleteRecords(records.renumbered(new))
        case .setPlaces(let places):
            .setPlaces(
                places.map { PlaceChange(record: new[$0.record] ?? $0.record, base: $0.base, place: $0.place) })
        case .changeFields: preconditionFailure("fields name all records")
        case .sequence(let changes): .sequence(changes.map { $0.renumbered(new) })
        }
    }
}

extension RecordTable {
    fileprivate func renumbered(_ new: [RecordID: RecordID]) -> RecordTable {
        let numbers = ids.map { new[$0] ?? $0 }
        let places = zip(ids, numbers).map { ($1, place(of: $0)) }.filter { $1 != Place($0) }
        return identified(by: numbers, places: Dictionary(places) { first, _ in first }, as: schema)
    }
}
