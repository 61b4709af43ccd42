import FoundationEssentials

/// What others have changed while the document was open here, so that steps of the history leave it alone and conflicts
/// can say who it was.
struct ChangedElsewhere: Sendable {
    /// Who has changed something, and when.
    struct Origin: Sendable {
        let author: CommitAuthor?
        let time: Date
    }

    /// The records of which they have set cells, and the fields in which they have entered something.
    private(set) var records: Set<RecordID> = []
    private(set) var fields: Set<FieldID> = []
    /// Who has changed these cells last; of large commits, only what comes first.
    private var cells: [CellID: Origin] = [:]
    /// Who has deleted these records; of large commits, only what comes first.
    private var deleted: [RecordID: Origin] = [:]
    private var latest: Origin?

    /// Of more things than this in a commit, it is not known one by one who has changed them.
    private static let limit = 4_096

    /// Who has changed a cell last, or deleted a record; if that is not known, who has changed anything last.
    func origin(of record: RecordID?, _ field: FieldID?) -> Origin? {
        record.flatMap { record in
            field.map { cells[CellID(record: record, field: $0)] } ?? deleted[record]
        } ?? latest
    }

    mutating func note(_ commit: OthersCommit) {
        let origin = Origin(author: commit.author, time: commit.time)
        latest = origin
        if cells.count > 16 * Self.limit { cells.removeAll() }
        if deleted.count > 16 * Self.limit { deleted.removeAll() }
        note(commit.change, by: origin)
    }

    private mutating func note(_ change: Change, by origin: Origin) {
        switch change {
        case .setCells(let cells):
            records.formUnion(cells.lazy.map(\.record))
            fields.formUnion(cells.lazy.map(\.field))
            for cell in cells.prefix(Self.limit) { self.cells[cell.cell] = origin }
        case .deleteRecords(let gone):
            records.subtract(gone.ids)
            for record in gone.ids.prefix(Self.limit) { deleted[record] = origin }
        case .insertRecords(let new):
            for (place, field) in new.schema.fields.enumerated()
            where !fields.contains(field.id) && new.ids.indices.contains(where: { new[$0, place] != .empty }) {
                fields.insert(field.id)
            }
        case .sequence(let changes): for change in changes { note(change, by: origin) }
        case .setPlaces, .changeFields: break
        }
    }
}
