/// Reads the records of a document, or a part of them.
struct RecordReading: Sendable {
    /// The records to read: from one identity up to, but not including, another.
    struct Part: Sendable {
        var from: Int64?
        var before: Int64?
        /// The largest number of records.
        var limit = Int.max
        /// Rules out records that need not be read.
        var filter: RecordFilter?
        /// Whether reading ends at a record that passes the filter but may not meet its condition.
        var isCertain = false

        /// The condition for the statement, with the parameters 1 and 2 and those of the filter.
        func condition(on column: String, _ conjunction: String = " WHERE") -> String {
            let parts = [from.map { _ in "\(column) >= ?1" }, before.map { _ in "\(column) < ?2" }, filter?.text]
                .compactMap(\.self)
            return parts.isEmpty ? "" : conjunction + " " + parts.joined(separator: " AND ")
        }

        /// The column that tells whether a record certainly meets the condition of the filter, if requested.
        var certainty: [String] { isCertain ? [filter.map { $0.certainty ?? "0" } ?? "1"] : [] }

        func bind(to rows: SQLiteStatement) throws(StorageError) {
            if let from { try rows.bind(from, at: 1) }
            if let before { try rows.bind(before, at: 2) }
            try filter?.bind(to: rows)
        }

        /// How many records pass the filter, and how many of these certainly meet its condition.
        ///
        /// - Parameter connection: in a transaction.
        func count(_ connection: SQLiteConnection) throws(StorageError) -> (passing: Int, certain: Int) {
            let row = try connection.prepare(CardFileFormat.count(of: self))
            try bind(to: row)
            return try row.step() ? (Int(row[0].integer), Int(row[1].integer)) : (0, 0)
        }
    }

    /// The path that errors name.
    let path: String
    let schema: Schema
    /// The columns of the fields, in field order.
    let columns: [String]
    let places: OwnPlaces
    let span: RecordSpan
    let progress: SharedProgress

    /// The same for some of the fields, by their indexes.
    func taking(_ fields: [Int]) -> RecordReading {
        RecordReading(
            path: path, schema: schema.taking(fields), columns: fields.map { columns[$0] }, places: places, span: span,
            progress: progress)
    }

    /// Reads records in the order of their places.
    ///
    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - part: the records to read.
    ///   - capacity: how many records to reserve room for, so that the columns need not grow.
    ///   - recordsBefore: how many records precede these, for errors that name a record.
    func read(
        _ connection: SQLiteConnection, _ part: Part, capacity: Int, recordsBefore: Int = 0
    ) throws(StorageError) -> RecordPart {
        var cursor = try RecordCursor(connection, self, part, recordsBefore: recordsBefore)
        return try cursor.next(atMost: part.limit, capacity: capacity)
    }

    /// Reads found records, in their order.
    ///
    /// - Parameters:
    ///   - connection: in the transaction in which they were found.
    ///   - range: the range of found records to read.
    func read(
        _ connection: SQLiteConnection, _ found: FoundIdentities, _ range: Range<Int>
    ) throws(StorageError) -> RecordPart {
        let rows = try connection.prepare(CardFileFormat.selection(of: columns, Part(from: 0)))
        var gathered = GatheredRecords(self, capacity: range.count)
        /// The record that the statement is at.
        var position: Int64?
        for place in range {
            let record = found.ids[place]
            let id = record.rawValue
            // Stepping to a nearby record is faster than searching the tree again.
            var steps = 0
            while let reached = position, reached < id, steps < Self.nearness {
                position = try rows.step() ? rows[0].integer : nil
                steps += 1
            }
            if position != id {
                rows.reset()
                try rows.bind(id, at: 1)
                guard try rows.step(), rows[0].integer == id else { throw isOutOfOrder }
                position = id
            }
            try gathered.append(rows, record, at: id, index: found.indexes[place])
        }
        return gathered.part
    }

    /// Searching the tree takes about as long as stepping over this many records.
    private static let nearness = 16

    var isOutOfOrder: StorageError {
        .damaged(path: path, reason: localized("The records are not in order."))
    }
}

/// Consecutive records of a document, as they were read.
struct RecordPart: Sendable {
    private(set) var ids: [RecordID]
    private(set) var cells: [FieldCells]
    /// Whether all of them certainly meet the condition of a filter, if requested; otherwise reading has ended early.
    private(set) var isCertain = true

    /// Appends the records that follow these in the file.
    mutating func append(_ later: RecordPart) {
        isCertain = isCertain && later.isCertain
        ids.append(contentsOf: later.ids)
        for field in cells.indices { cells[field].append(later.cells[field]) }
    }

    /// A table of these records.
    ///
    /// - Parameter places: the places of all records of the document that have one of their own.
    func table(of schema: Schema, _ places: [RecordID: Place]) -> RecordTable {
        var own = places
        if !places.isEmpty {
            let ids = Set(ids)
            own = places.filter { ids.contains($0.key) }
        }
        return RecordTable(schema: schema, ids: ids, places: own, cells: cells)
    }
}

/// The places of records that have one of their own, as in the file.
struct OwnPlaces: Sendable {
    /// The valid ones that differ from the record's identity.
    private(set) var places: [RecordID: Place] = [:]
    /// The records with these places, ascending.
    private(set) var records: [Int64] = []
    /// Records with invalid places; they stay at their identities.
    private(set) var senseless: [RecordID] = []

    /// None, as in a document of version 1.
    init() {}

    /// - Parameter connection: in a transaction.
    init(_ connection: SQLiteConnection) throws(StorageError) {
        let rows = try connection.prepare("SELECT id, after, step FROM records WHERE after IS NOT NULL")
        while try rows.step() {
            let id = RecordID(rawValue: rows[0].integer)
            let place = Place(after: rows[1].integer, step: rows[2].integer)
            if rows[1].content == .integer, rows[2].content == .integer, Place.afterRange.contains(place.after),
                Place.stepRange.contains(place.step)
            {
                if place != Place(id) { places[id] = place }
            } else {
                senseless.append(id)
            }
        }
        records = places.keys.map(\.rawValue).sorted()
    }
}
