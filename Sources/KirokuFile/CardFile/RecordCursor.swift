/// Iterates over the records of a document in the order of their places.
///
/// Records without a place of their own come in the order of their identities, as in the file; the others are merged
/// in.
struct RecordCursor: ~Copyable {
    private let reading: RecordReading
    private let rows: SQLiteStatement
    private var placed: PlacedRows?
    /// Whether any records have places of their own; checked for every record.
    private let hasPlaced: Bool
    /// The identity of the record that the statement is at, if that has not been read yet.
    private var waiting: Int64?
    /// The identity of the previous record of the statement.
    private var last: Int64?
    private var isAtEnd = false
    private var recordsBefore: Int
    private let checksCertainty: Bool

    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - part: the records to read.
    ///   - recordsBefore: how many records precede these, for errors that name a record.
    init(
        _ connection: SQLiteConnection, _ reading: RecordReading, _ part: RecordReading.Part, recordsBefore: Int
    ) throws(StorageError) {
        let rows = try connection.prepare(CardFileFormat.selection(of: reading.columns, part))
        try part.bind(to: rows)
        let placed = try PlacedRows(connection, reading, part)
        self.placed = placed
        hasPlaced = placed != nil
        self.rows = rows
        self.reading = reading
        self.recordsBefore = recordsBefore
        checksCertainty = part.isCertain
    }

    /// Reads the next records; fewer than `limit` only if there are no more.
    ///
    /// - Parameter capacity: how many records to reserve room for, so that the columns need not grow.
    mutating func next(atMost limit: Int, capacity: Int) throws(StorageError) -> RecordPart {
        var gathered = GatheredRecords(
            reading, capacity: capacity, recordsBefore: recordsBefore, checksCertainty: checksCertainty)
        while gathered.count < limit, gathered.isCertain, let number = try nextUnplaced() {
            if hasPlaced {
                try placed?.take(into: &gathered, before: RecordID(rawValue: number), limit: limit)
                guard gathered.count < limit else { break }
            }
            try gathered.append(rows, RecordID(rawValue: number), at: number)
            waiting = nil
        }
        try placed?.take(into: &gathered, before: nil, limit: limit)
        recordsBefore += gathered.count
        return gathered.part
    }

    /// Moves to the next record without a place of its own, unless the statement is already at an unread one.
    private mutating func nextUnplaced() throws(StorageError) -> Int64? {
        if let waiting { return waiting }
        while !isAtEnd {
            guard try rows.step() else {
                // A further step would start over.
                isAtEnd = true
                return nil
            }
            let number = rows[0].integer
            // In another program's table, records may have no identifier.
            if let last, number <= last { throw reading.isOutOfOrder }
            guard number != 0 || rows[0].content == .integer else { throw reading.isOutOfOrder }
            last = number
            if hasPlaced, placed?.has(number) == true { continue }
            waiting = number
            return number
        }
        return nil
    }
}

/// The records that have been read so far.
struct GatheredRecords: ~Copyable {
    private var ids: [RecordID] = []
    private var reader: RowReader
    private let reading: RecordReading
    private let recordsBefore: Int
    /// The column that tells whether a record certainly meets a condition; `nil` if not requested.
    private let certainty: Int32?
    private(set) var isCertain = true
    /// The progress reported last.
    private var reported: Double?

    init(_ reading: RecordReading, capacity: Int, recordsBefore: Int = 0, checksCertainty: Bool = false) {
        self.reading = reading
        self.recordsBefore = recordsBefore
        certainty = checksCertainty ? Int32(reading.columns.count + 1) : nil
        reader = RowReader(types: reading.schema.fields.map(\.type), firstColumn: 1, capacity: capacity)
        ids.reserveLarge(capacity)
    }

    var count: Int { ids.count }

    /// The records that were read.
    var part: RecordPart { RecordPart(ids: ids, cells: reader.cells, isCertain: isCertain) }

    /// Adds the record that a statement is at.
    ///
    /// - Parameter index: the record's index in the whole table, if it does not follow the previous one.
    mutating func append(
        _ row: SQLiteStatement, _ id: RecordID, at position: Int64, index: Int? = nil
    ) throws(StorageError) {
        if let certainty, row[certainty].integer != 1 {
            isCertain = false
            return
        }
        if let field = reader.read(row, of: id) {
            throw binaryData(reading.schema[field], index ?? recordsBefore + ids.count)
        }
        if ids.count.isMultiple(of: CardFile.recordsBetweenChecks) {
            let share = reading.span.share(before: position)
            try reading.progress.add(share - (reported ?? share))
            reported = share
        }
        ids.append(id)
    }

    private func binaryData(_ field: FieldDefinition, _ record: Int) -> StorageError {
        .damaged(
            path: reading.path,
            reason: localized(
                "Record {record} contains binary data in the field “{field}”.",
                ["record": localizedNumber(record + 1), "field": field.name]))
    }
}

/// Reads the records that have places of their own, alongside the others.
private struct PlacedRows {
    private let rows: SQLiteStatement
    private let reading: RecordReading
    /// How many of ``OwnPlaces/records`` precede the record of the last call of ``has(_:)``.
    private var passed = 0
    /// The record that the statement is at; `nil` after the last one.
    private var next: (place: Place, id: RecordID)?

    /// `nil` if there are none.
    init?(_ connection: SQLiteConnection, _ reading: RecordReading, _ part: RecordReading.Part) throws(StorageError) {
        guard !reading.places.records.isEmpty else { return nil }
        self.reading = reading
        rows = try connection.prepare(CardFileFormat.placedSelection(of: reading.columns, part))
        try part.bind(to: rows)
        try advance()
    }

    /// Whether a record has a place of its own.
    ///
    /// Must be called with ascending identities.
    mutating func has(_ id: Int64) -> Bool {
        let records = reading.places.records
        while passed < records.count, records[passed] < id { passed += 1 }
        return passed < records.count && records[passed] == id
    }

    /// Adds the records that come before another one without a place of its own; for `nil`, all remaining ones.
    mutating func take(
        into gathered: inout GatheredRecords, before other: RecordID?, limit: Int
    ) throws(StorageError) {
        while let next, gathered.count < limit, gathered.isCertain {
            if let other, (next.place, next.id) > (Place(other), other) { return }
            try gathered.append(rows, next.id, at: next.place.after)
            try advance()
        }
    }

    private mutating func advance() throws(StorageError) {
        while try rows.step() {
            let id = RecordID(rawValue: rows[0].integer)
            // The others are read at their identities.
            guard let place = reading.places.places[id] else { continue }
            if let next, (place, id) <= (next.place, next.id) { throw reading.isOutOfOrder }
            next = (place, id)
            return
        }
        next = nil
    }
}
