/// What must be written with the first edit of a document whose identifiers were found outside of their range.
///
/// Other programs may have put them there, and so did earlier versions of Kiroku near the end of the range. Until the first
/// edit the file stays as it is.
struct Mending {
    /// Records that are known by another identifier in memory than in the file.
    var records: [RecordIDMove] = []
    /// Fields that are known by another identifier in memory than in the file.
    var fields: [FieldIDMove] = []
    /// How the document is looked at, where that names fields; texts by name.
    var settings: [String: String?] = [:]
    /// The fields as they are in memory, where the file's list of them must be written.
    var schema: Schema?

    /// Whether the file is as it should be.
    var isEmpty: Bool { records.isEmpty && schema == nil }
}

/// A field that goes by another identifier from now on.
struct FieldIDMove {
    /// As it is in the file, where it may be any number.
    let old: Int64
    let new: FieldID
}

/// Identifiers for the fields of a document, as they are read.
struct MendedFieldIDs {
    /// In the order of the fields.
    let ids: [FieldID]
    /// What the next field gets.
    let next: FieldID
    let moves: [FieldIDMove]

    /// Identifiers from here on are so near the end of the range that those of new fields might soon be beyond.
    private static let end = Int64(FieldID.range.upperBound - 2 * Schema.fieldLimit)

    /// - Parameters:
    ///   - found: what the file has, each from 1 up.
    ///   - next: what the file says of the next field.
    ///   - columns: the numbers of the columns that are there, also of those that are no field's: a new field must not get
    ///     one of these.
    init(_ found: [Int64], next: Int64, columns: Set<Int64>) {
        let kept = found.filter { $0 < Self.end }
        let isCrowded = next >= Self.end || kept.count < found.count
        var taken = columns.union(found)
        var free: Int64 = 0
        func another() -> Int64 {
            repeat { free += 1 } while taken.contains(free)
            return free
        }
        var moves: [FieldIDMove] = []
        ids = found.map { old in
            guard old >= Self.end else { return FieldID(rawValue: Int(old)) }
            let new = FieldID(rawValue: Int(another()))
            moves.append(FieldIDMove(old: old, new: new))
            return new
        }
        taken.formUnion(ids.map { Int64($0.rawValue) })
        let last = taken.filter { $0 < Self.end }.max() ?? 0
        self.next = FieldID(rawValue: Int(isCrowded ? last + 1 : max(next, last + 1)))
        self.moves = moves
    }
}

extension SQLiteConnection {
    /// Gives records and fields the identifiers that they have in memory; inside a transaction.
    func write(_ mending: Mending) throws(StorageError) {
        try renumberRecords(mending.records) {}
        guard let schema = mending.schema else { return }
        dropCachedStatements()
        // A column that a view shows keeps its name.
        try execute("DROP VIEW IF EXISTS cards")
        for move in mending.fields {
            let column = CardFileFormat.column(move.new)
            try execute("ALTER TABLE records RENAME COLUMN f\(move.old) TO \(column)")
            try execute("UPDATE fields SET id = \(move.new.rawValue) WHERE id = \(move.old)")
            try execute("UPDATE OR REPLACE widths SET field = \(move.new.rawValue) WHERE field = \(move.old)")
        }
        try writeFields(of: schema)
        try writeSettings(mending.settings)
        try execute(CardFileFormat.view(of: schema))
    }

    /// Gives records other identifiers.
    ///
    /// In two steps, because the new identifier of one record may be the old one of another. In between they have negative
    /// ones, which no record has otherwise, unless it is among these.
    ///
    /// - Parameter check: is called after each record was given a new identifier.
    func renumberRecords(
        _ moves: [RecordIDMove], check: () throws(StorageError) -> Void
    ) throws(StorageError) {
        let negative = Set(moves.lazy.map(\.old.rawValue).filter { $0 < 0 })
        var between: [Int64] = []
        var next: Int64 = 0
        for _ in moves {
            repeat { next -= 1 } while negative.contains(next)
            between.append(next)
        }
        let statement = try cached("UPDATE records SET id = ? WHERE id = ?")
        func renumber(_ old: Int64, _ new: Int64) throws(StorageError) {
            try statement.bind(new, at: 1)
            try statement.bind(old, at: 2)
            try statement.run()
        }
        for (move, step) in zip(moves, between) {
            try renumber(move.old.rawValue, step)
            try check()
        }
        for (move, step) in zip(moves, between) { try renumber(step, move.new.rawValue) }
    }
}
