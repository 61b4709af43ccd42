import FoundationEssentials

/// What others have changed in a document while it was open here, for the user.
public struct OthersChanges: Sendable {
    /// Who made them, and with which program; `nil` if the program does not say, or for several.
    public let author: CommitAuthor?
    /// When the last change was committed.
    public let time: Date
    /// The records that were changed or added and are still there.
    public let records: Set<RecordID>
    /// Those of ``records`` that were added.
    public let added: Set<RecordID>
    /// How many records were deleted.
    public let deletedCount: Int
    /// How many records have left the part of a server's table that is kept here.
    public let outOfPartCount: Int
    /// How many records a server no longer shows to this user.
    public let hiddenCount: Int
    /// How many records are left out because they are now too long.
    public let tooLongCount: Int
    /// The first cells with new values, at most ``cellLimit``.
    public let cells: Set<CellID>
    /// Whether fields were changed, added or removed.
    public let hasFields: Bool

    /// The largest number of cells that are listed individually.
    static let cellLimit = 4_096

    package init(_ commits: [OthersCommit], in table: RecordTable) {
        func count(_ author: CommitAuthor) -> Int {
            let gone = commits.filter { $0.author == author }.reduce(into: Set<RecordID>()) {
                $0.formUnion($1.change.records)
            }
            return gone.count { table.index(of: $0) == nil }
        }
        (outOfPartCount, hiddenCount, tooLongCount) = (count(.outOfPart), count(.hidden), count(.tooLong))
        let done = commits.filter { $0.author?.isCause != true }
        let authors = Set(done.map(\.author))
        author = authors.count == 1 ? authors.first ?? nil : nil
        time = commits.map(\.time).max() ?? AppClock.shared.now
        var reach = Reach()
        for commit in done { reach.add(commit.change) }
        records = reach.records.filter { table.index(of: $0) != nil }
        // A record that was deleted and added again has only changed.
        added = reach.added.subtracting(reach.deleted).intersection(records)
        deletedCount = reach.deleted.count { table.index(of: $0) == nil }
        cells = reach.cells
        hasFields = reach.hasFields
    }

    private init(_ one: OthersChanges, _ other: OthersChanges, in table: RecordTable) {
        author = one.author == other.author ? one.author : nil
        time = max(one.time, other.time)
        let all = one.records.union(other.records)
        records = all.filter { table.index(of: $0) != nil }
        added = one.added.union(other.added).intersection(records)
        deletedCount = one.deletedCount + other.deletedCount
        outOfPartCount = one.outOfPartCount + other.outOfPartCount
        hiddenCount = one.hiddenCount + other.hiddenCount
        tooLongCount = one.tooLongCount + other.tooLongCount
        cells = one.cells.count + other.cells.count > Self.cellLimit ? other.cells : one.cells.union(other.cells)
        hasFields = one.hasFields || other.hasFields
    }

    /// These changes and later ones.
    public func joined(with later: OthersChanges, in table: RecordTable) -> OthersChanges {
        OthersChanges(self, later, in: table)
    }

    private struct Reach {
        var records: Set<RecordID> = []
        var added: Set<RecordID> = []
        var deleted: Set<RecordID> = []
        var cells: Set<CellID> = []
        var hasFields = false

        mutating func add(_ change: Change) {
            switch change {
            case .setCells(let changes):
                for change in changes {
                    records.insert(change.record)
                    if cells.count < OthersChanges.cellLimit {
                        cells.insert(CellID(record: change.record, field: change.field))
                    }
                }
            case .insertRecords(let new):
                records.formUnion(new.ids)
                added.formUnion(new.ids)
                for record in new.ids.prefix(OthersChanges.cellLimit / max(new.schema.count, 1)) {
                    for field in new.schema.fields where cells.count < OthersChanges.cellLimit {
                        cells.insert(CellID(record: record, field: field.id))
                    }
                }
            case .deleteRecords(let gone): deleted.formUnion(gone.ids)
            case .setPlaces(let changes): records.formUnion(changes.lazy.map(\.record))
            case .changeFields: hasFields = true
            case .sequence(let changes): for change in changes { add(change) }
            }
        }
    }
}
