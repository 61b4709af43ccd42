/// Edits that wait to be sent, laid over what others have changed on the server meanwhile, one after another.
///
/// The tables hold the records that are concerned, and need not hold others.
struct QueueRebase {
    /// The document as others see it: the server's state, and over it what still waits.
    private(set) var theirs: RecordTable
    /// What still waits, the oldest first.
    private(set) var commits: [QueuedCommit] = []
    /// The numbers of all edits that waited before.
    private(set) var lookedAt: Set<Int64> = []
    /// Whether ``commits`` is not what waited before.
    private(set) var isChanged = false
    /// What of it was left out; of a cell only the last value.
    var conflicts: [EditConflict] { latest.filter { $0.reason != .cellChanged || $0.own != $0.base } }
    private var latest: [EditConflict] = []
    /// The document as it was here, as far as the edits have been made again.
    private var own: RecordTable
    /// In these, the two may differ.
    private var differing: Set<RecordID> = []
    /// The identities that own new records get because others have given theirs to a record as well.
    private var newIDs: [RecordID: RecordID] = [:]

    private init(_ base: RecordTable) {
        (own, theirs) = (base, base)
    }

    /// Lays edits over what others have changed.
    ///
    /// - Parameters:
    ///   - mine: the document here, with these edits.
    ///   - rows: what others have changed.
    /// - Returns: `nil` if the edits, or the records, do not fit to the document.
    static func over(_ rows: SharedRows, _ queue: [QueuedCommit], mine: RecordTable) -> QueueRebase? {
        guard var rebase = QueueRebase(taking: queue, from: mine) else { return nil }
        guard rebase.receive(rows.gathered(placedLike: rebase.own)) else { return nil }
        for commit in queue where !rebase.lay(rebase.renumbered(commit)) { return nil }
        return rebase
    }

    /// Leaves out edits that the server, or the user, refuses.
    ///
    /// - Parameters:
    ///   - refused: their names.
    ///   - sentence: why.
    static func without(
        _ refused: Set<String>, _ sentence: String, _ queue: [QueuedCommit], mine: RecordTable
    ) -> QueueRebase? {
        guard var rebase = QueueRebase(taking: queue, from: mine) else { return nil }
        for commit in queue {
            if refused.contains(commit.id) {
                guard rebase.leaveOut(commit, sentence) else { return nil }
            } else if !rebase.lay(commit) {
                return nil
            }
        }
        return rebase
    }

    /// The document without these edits.
    private init?(taking queue: [QueuedCommit], from mine: RecordTable) {
        var base = mine
        guard base.takeBack(queue.map(\.change)) else { return nil }
        self.init(base)
        lookedAt = Set(queue.map(\.number))
    }

    private mutating func receive(_ rows: SharedRows) -> Bool {
        for origin in rows.origins {
            for id in origin.records where !(own.index(of: id) == nil && rows.gone.contains(id)) {
                differing.insert(id)
            }
        }
        let target = rows.present
        return (try? theirs.apply(.sequence(theirs.difference(to: target, in: rows.ids.sorted())))) != nil
    }

    /// What of the queue still waits, each in its place.
    func remaining(of queue: [QueuedCommit]) -> [QueuedCommit] {
        let remaining = Dictionary(commits.map { ($0.number, $0) }) { first, _ in first }
        return queue.compactMap { lookedAt.contains($0.number) ? remaining[$0.number] : $0 }
    }

    // MARK: One edit

    /// The same for records that have got another identity.
    private mutating func renumbered(_ commit: QueuedCommit) -> QueuedCommit {
        // The cells of new fields name all records.
        guard !commit.change.changesFields else { return commit }
        for case .insertRecords(let records) in commit.change.flattened {
            for (index, id) in records.ids.enumerated() where own.index(of: id) == nil {
                guard let other = theirs.index(of: id), RecordIDSource.isNew(id, at: commit.time),
                    records.schema.fields == theirs.schema.fields,
                    records.schema.fields.indices.contains(where: { records[index, $0] != theirs[other, $0] })
                else { continue }
                newIDs[id] = RecordIDSource.shared.next()
            }
        }
        guard !commit.change.records.isDisjoint(with: newIDs.keys) else { return commit }
        isChanged = true
        var changed = commit
        changed.change = commit.change.renumbered(newIDs)
        changed.id = QueuedCommit.newID()
        return changed
    }

    /// Makes an edit again.
    private mutating func lay(_ commit: QueuedCommit) -> Bool {
        let (records, hasFields) = (commit.change.records, commit.change.changesFields)
        guard (try? own.apply(commit.change)) != nil else { return false }
        if !hasFields, differing.isDisjoint(with: records), own.schema.fields == theirs.schema.fields,
            (try? theirs.apply(commit.change)) != nil
        {
            commits.append(commit)
            return true
        }
        // Of a change of the fields, every record may be a part.
        let work = RebaseWork.done(
            UnsavedEdits([.table(.only, commit.change)]), mine: hasFields ? own : own.picked(records),
            theirs: hasFields ? theirs : theirs.picked(records))
        for conflict in work.conflicts { note(conflict) }
        let change: Change = work.changes.count == 1 ? work.changes[0] : .sequence(work.changes)
        let isRenumbered = work.newIDs.contains { $0.key != $0.value }
        guard !isRenumbered, (try? theirs.apply(change)) != nil else { return false }
        add(change, instead: commit)
        differing.formUnion(hasFields ? Set(own.ids).union(theirs.ids) : records)
        return true
    }

    private mutating func add(_ change: Change, instead commit: QueuedCommit) {
        isChanged = true
        guard !change.isEmpty else { return }
        var changed = commit
        changed.change = change
        // The server may still get to know the one from before.
        changed.id = QueuedCommit.newID()
        commits.append(changed)
    }

    /// Leaves an edit out, so that what it has changed stays as the server has it.
    private mutating func leaveOut(_ commit: QueuedCommit, _ sentence: String) -> Bool {
        isChanged = true
        for part in commit.change.flattened { note(part, sentence) }
        guard (try? own.apply(commit.change)) != nil else { return false }
        differing.formUnion(commit.change.changesFields ? Set(own.ids).union(theirs.ids) : commit.change.records)
        return true
    }

    private mutating func note(_ change: Change, _ sentence: String) {
        var conflicts: [EditConflict] = []
        switch change {
        case .setCells(let cells):
            conflicts = cells.map { cell in
                EditConflict(
                    reason: .cellChanged, record: cell.record, field: cell.field,
                    fieldName: own.schema.index(of: cell.field).map { own.schema[$0].name } ?? "", own: cell.value,
                    theirs: cell.base, base: cell.base)
            }
        case .insertRecords(let records):
            conflicts = records.ids.indices.map { EditConflict(lost: records.picked(at: RecordIndexes($0))) }
        case .deleteRecords(let records):
            conflicts = records.ids.map {
                EditConflict(
                    reason: .recordChanged, record: $0, field: nil, fieldName: "", own: .empty, theirs: .empty)
            }
        case .changeFields(let change):
            let field =
                (change.inserted.first?.definition ?? change.schema.fields.first { !change.base.fields.contains($0) })
                ?? change.base.fields.first { !change.schema.fields.contains($0) }
            conflicts = [
                EditConflict(
                    reason: .fieldChanged, record: nil, field: field?.id, fieldName: field?.name ?? "", own: .empty,
                    theirs: .empty)
            ]
        case .setPlaces, .sequence: break
        }
        for var conflict in conflicts {
            conflict.sentence = sentence
            note(conflict)
        }
    }

    /// Of a cell, the last value is left out, and of a record that is gone, all that was entered.
    private mutating func note(_ conflict: EditConflict) {
        let same = latest.firstIndex {
            $0.reason == conflict.reason && $0.record == conflict.record && $0.record != nil
                && (conflict.reason == .recordGone || $0.field == conflict.field)
        }
        guard let same else { return latest.append(conflict) }
        let before = latest[same]
        var merged = EditConflict(
            reason: conflict.reason, record: conflict.record, field: conflict.field, fieldName: conflict.fieldName,
            own: conflict.own, theirs: conflict.theirs, base: before.base, lost: conflict.lost ?? before.lost)
        merged.sentence = before.sentence ?? conflict.sentence
        latest[same] = merged
    }
}

extension Change {
    /// The same for records with other identities; they keep their places.
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
