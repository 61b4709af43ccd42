import FoundationEssentials

/// Who has changed what last, for conflicts to show.
package struct LatestChanges: Sendable {
    /// Who has changed something, and when.
    package struct Origin: Sendable {
        /// `nil` for a program that does not say.
        package let author: CommitAuthor?
        package let time: Date
    }

    /// Who has changed these cells last; of a large commit, only the first cells.
    private var cells: [CellID: Origin] = [:]
    /// Who has deleted these records; of a large commit, only the first records.
    private var deleted: [RecordID: Origin] = [:]
    private var latest: Origin?

    /// Nothing.
    package init() {}

    /// The number of cells or records of one change whose author is kept individually.
    private static let limit = 4_096

    /// Who has changed a cell last, or deleted a record; if unknown, the author of the latest change of all.
    package func origin(of record: RecordID?, _ field: FieldID?) -> Origin? {
        record.flatMap { record in
            field.flatMap { cells[CellID(record: record, field: $0)] } ?? deleted[record]
        } ?? latest
    }

    package mutating func add(_ commit: OthersCommit) {
        let origin = Origin(author: commit.author, time: commit.time)
        latest = origin
        if cells.count > 16 * Self.limit { cells.removeAll() }
        if deleted.count > 16 * Self.limit { deleted.removeAll() }
        add(commit.change, by: origin)
    }

    private mutating func add(_ change: Change, by origin: Origin) {
        switch change {
        case .setCells(let cells): for cell in cells.prefix(Self.limit) { self.cells[cell.cell] = origin }
        case .deleteRecords(let gone): for record in gone.ids.prefix(Self.limit) { deleted[record] = origin }
        case .sequence(let changes): for change in changes { add(change, by: origin) }
        case .insertRecords, .setPlaces, .changeFields: break
        }
    }
}
