import FoundationEssentials

/// What others have changed while the document was open here, so that steps of the history leave it alone and conflicts
/// can say who it was.
struct ChangedElsewhere: Sendable {
    /// Who has changed something, and when.
    struct Origin: Sendable {
        let author: CommitAuthor?
        let time: Date
    }

    private(set) var records: Set<RecordID> = []
    private(set) var isEmpty = true
    /// Who has changed these cells last, and who has deleted these records; of large commits, only what comes first.
    private var origins: [Thing: Origin] = [:]
    private var latest: Origin?

    /// A cell, or a whole record.
    private struct Thing: Hashable {
        let record: RecordID
        let field: FieldID?
    }

    /// Of more things than this in a commit, it is not known one by one who has changed them.
    private static let limit = 4_096

    /// Who has changed a cell last, or deleted a record; if that is not known, who has changed anything last.
    func origin(of record: RecordID?, _ field: FieldID?) -> Origin? {
        record.flatMap { origins[Thing(record: $0, field: field)] } ?? latest
    }

    mutating func note(_ commit: OthersCommit) {
        isEmpty = false
        let origin = Origin(author: commit.author, time: commit.time)
        latest = origin
        if origins.count > 16 * Self.limit { origins.removeAll() }
        note(commit.change, by: origin)
    }

    private mutating func note(_ change: Change, by origin: Origin) {
        switch change {
        case .setCells(let cells):
            records.formUnion(cells.lazy.map(\.record))
            for cell in cells.prefix(Self.limit) { origins[Thing(record: cell.record, field: cell.field)] = origin }
        case .deleteRecords(let gone):
            records.subtract(gone.ids)
            for record in gone.ids.prefix(Self.limit) { origins[Thing(record: record, field: nil)] = origin }
        case .sequence(let changes): for change in changes { note(change, by: origin) }
        case .insertRecords, .setPlaces, .changeFields: break
        }
    }
}

extension ChangedElsewhere {
    /// The records that a change has added and that hold something else by now.
    init(since change: Change, in table: RecordTable) {
        isEmpty = false
        for case .insertRecords(let new) in change.flattened {
            for (record, id) in new.ids.enumerated() {
                guard let now = table.index(of: id) else { continue }
                let isSame = new.schema.fields.indices.allSatisfy { field in
                    guard let place = table.schema.index(of: new.schema[field].id) else { return true }
                    return table[now, place] == new[record, field]
                }
                if !isSame { records.insert(id) }
            }
        }
    }
}
