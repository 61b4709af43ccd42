/// Repairs to write with the first edit of a document.
///
/// Numbers of records, fields or places may be out of range if other programs have written them. The file stays as it
/// is until the first edit.
struct Repair {
    /// Records whose identity in memory differs from that in the file.
    var records: [RecordIDMove] = []
    /// The places in memory of records whose place in the file differs, by their identities in memory.
    var places: [RecordID: Place] = [:]
    /// Fields whose identifier in memory differs from that in the file.
    var fields: [FieldIDMove] = []
    /// The settings that name fields, as texts by name.
    var settings: [String: String?] = [:]
    /// The fields as they are in memory, if the file's list of them must be rewritten.
    var schema: Schema?

    /// Whether there is nothing to repair.
    var isEmpty: Bool { records.isEmpty && places.isEmpty && schema == nil }

    /// Gives records valid identities, and records the repairs to write.
    ///
    /// - Parameters:
    ///   - table: the table as read.
    ///   - senseless: records whose places in the file are invalid.
    mutating func apply(_ table: RecordTable, senselessPlaces senseless: [RecordID]) -> RecordTable {
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

/// A record that gets a new identity.
struct RecordIDMove {
    /// As in the file, where it may be any number.
    let old: RecordID
    let new: RecordID
}

/// A field that gets a new identifier.
struct FieldIDMove {
    /// As in the file, where it may be any number.
    let old: Int64
    let new: FieldID
}

/// Valid identifiers for the fields of a document that is being read.
struct RepairedFieldIDs {
    /// In the order of the fields.
    let ids: [FieldID]
    /// The identifier of the next new field.
    let next: FieldID
    let moves: [FieldIDMove]

    /// Identifiers from here on are so near the end of the range that new fields might soon have none left.
    private static let end = Int64(FieldID.range.upperBound - 2 * Schema.fieldLimit)

    /// - Parameters:
    ///   - found: the identifiers in the file, each 1 or more.
    ///   - next: the identifier for the next field according to the file.
    ///   - columns: the numbers of all columns, including those that belong to no field: a new field must not get one
    ///     of these.
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
    /// Gives records and fields the numbers that they have in memory.
    ///
    /// To be called inside a transaction.
    func write(_ repair: Repair) throws(StorageError) {
        let identities = try cached("UPDATE records SET id = ? WHERE id = ?")
        for move in repair.records {
            try identities.bind(move.new.rawValue, at: 1)
            try identities.bind(move.old.rawValue, at: 2)
            try identities.run()
        }
        try setPlaces(repair.places.lazy.map { ($0.key, $0.value) }) {}
        guard let schema = repair.schema else { return }
        dropCachedStatements()
        try dropView()
        for move in repair.fields {
            let column = move.new.column
            try execute("ALTER TABLE records RENAME COLUMN f\(move.old) TO \(column)")
            try execute("UPDATE fields SET id = \(move.new.rawValue) WHERE id = \(move.old)")
            try execute("UPDATE OR REPLACE widths SET field = \(move.new.rawValue) WHERE field = \(move.old)")
        }
        try writeFields(of: schema)
        try writeSettings(repair.settings)
        try makeView(of: schema)
    }
}
