/// What must be written with the first edit of a document in which not all is as it should be.
///
/// Numbers of records, fields and places were found outside of their range: other programs may have put them there, and so
/// did earlier versions of Kiroku near the end of the range. Until the first edit the file stays as it is.
struct Mending {
    /// Records that are known by another identity in memory than in the file.
    var records: [RecordIDMove] = []
    /// Where records stand in memory, if that is elsewhere than in the file; by their identities in memory.
    var places: [RecordID: Place] = [:]
    /// Fields that are known by another identifier in memory than in the file.
    var fields: [FieldIDMove] = []
    /// How the document is looked at, where that names fields; texts by name.
    var settings: [String: String?] = [:]
    /// The fields as they are in memory, where the file's list of them must be written.
    var schema: Schema?
    /// The steps as they are in memory, where those in the file are of another form or name other fields.
    var history: UndoHistory?

    /// Whether the file is as it should be.
    var isEmpty: Bool { records.isEmpty && places.isEmpty && schema == nil }

    /// Gives records identities that a table can have, and notes what must be written for that.
    ///
    /// - Parameters:
    ///   - table: as it was read.
    ///   - senseless: records whose places in the file no record can have.
    mutating func mend(_ table: RecordTable, senselessPlaces senseless: [RecordID]) -> RecordTable {
        var strangers = RecordIndexes()
        for (index, id) in table.ids.enumerated() where !RecordID.range.contains(id.rawValue) {
            strangers.add(index..<index + 1)
        }
        for id in senseless { places[id] = Place(id) }
        guard !strangers.isEmpty else { return table }
        var mended = table
        guard let removed = try? mended.remove(at: strangers), let placed = try? mended.placing(removed, at: strangers)
        else { return table }
        _ = mended.setPlaces(placed.room.map { ($0.record, $0.place) })
        guard (try? mended.insert(placed.records)) != nil else { return table }
        for (old, new) in zip(removed.ids, placed.records.ids) {
            records.append(RecordIDMove(old: old, new: new))
            places[old] = nil
            places[new] = mended.place(of: new)
        }
        for change in placed.room { places[change.record] = change.place }
        return mended
    }
}

/// A record that goes by another identity from now on.
struct RecordIDMove {
    /// As it is in the file, where it may be any number.
    let old: RecordID
    let new: RecordID
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
    /// Gives records and fields the numbers that they have in memory; inside a transaction.
    func write(_ mending: Mending) throws(StorageError) {
        let identities = try cached("UPDATE records SET id = ? WHERE id = ?")
        for move in mending.records {
            try identities.bind(move.new.rawValue, at: 1)
            try identities.bind(move.old.rawValue, at: 2)
            try identities.run()
        }
        try setPlaces(mending.places.lazy.map { ($0.key, $0.value) }) {}
        guard let schema = mending.schema else { return }
        dropCachedStatements()
        try dropView()
        for move in mending.fields {
            let column = CardFileFormat.column(move.new)
            try execute("ALTER TABLE records RENAME COLUMN f\(move.old) TO \(column)")
            try execute("UPDATE fields SET id = \(move.new.rawValue) WHERE id = \(move.old)")
            try execute("UPDATE OR REPLACE widths SET field = \(move.new.rawValue) WHERE field = \(move.old)")
        }
        try writeFields(of: schema)
        try writeSettings(mending.settings, version: CardFileFormat.version)
        try makeView(of: schema)
    }
}
