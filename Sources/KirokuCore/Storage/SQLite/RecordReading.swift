/// Reads the records of a document, or a part of them.
struct RecordReading: Sendable {
    /// Which records are read: those that stand from one identity on and before another one.
    struct Part: Sendable {
        var from: Int64?
        var before: Int64?
        /// No more than so many.
        var limit = Int.max

        /// What the statement asks for, with the parameters 1 and 2.
        func condition(on column: String, _ conjunction: String = " WHERE") -> String {
            let bounds = [from.map { _ in "\(column) >= ?1" }, before.map { _ in "\(column) < ?2" }].compactMap(\.self)
            return bounds.isEmpty ? "" : conjunction + " " + bounds.joined(separator: " AND ")
        }

        fileprivate func bind(to rows: SQLiteStatement) throws(StorageError) {
            if let from { try rows.bind(from, at: 1) }
            if let before { try rows.bind(before, at: 2) }
        }
    }

    /// As errors name the file.
    let path: String
    let schema: Schema
    /// Those of the fields, in their order.
    let columns: [String]
    let places: OwnPlaces
    let span: RecordSpan
    let progress: SharedProgress

    /// Reads records in their order, which is that of their places.
    ///
    /// Those without a place of their own come in the order of their identities, as the file has them; the others are put in
    /// between as they are due.
    ///
    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - part: which records.
    ///   - capacity: for how many there is to be room, so that columns need not grow.
    ///   - recordsBefore: how many others come before these, for errors that name a record.
    func read(
        _ connection: SQLiteConnection, _ part: Part, capacity: Int, recordsBefore: Int = 0
    ) throws(StorageError) -> RecordPart {
        let rows = try connection.prepare(CardFileFormat.selection(of: columns, part))
        try part.bind(to: rows)
        var gathered = GatheredRecords(self, capacity: capacity, recordsBefore: recordsBefore)
        var placed = try PlacedRows(connection, self, part)
        var last: Int64?
        while gathered.count < part.limit, try rows.step() {
            let number = rows[0].integer
            // In a table of somebody else's, records may have no identifier.
            if let last, number <= last { throw isOutOfOrder }
            guard number != 0 || rows[0].content == .integer else { throw isOutOfOrder }
            last = number
            if placed != nil {
                if placed?.has(number) == true { continue }
                try placed?.take(into: &gathered, before: RecordID(rawValue: number), limit: part.limit)
                guard gathered.count < part.limit else { break }
            }
            try gathered.append(rows, at: number)
        }
        try placed?.take(into: &gathered, before: nil, limit: part.limit)
        return RecordPart(ids: gathered.ids, cells: gathered.cells)
    }

    fileprivate var isOutOfOrder: StorageError {
        .damaged(path: path, reason: localized("The records are not in order."))
    }
}

/// Records that stand one after the other in a document, as they were read.
struct RecordPart: Sendable {
    private(set) var ids: [RecordID]
    private(set) var cells: [FieldCells]

    /// Puts the records behind these that follow them in the file.
    mutating func append(_ later: RecordPart) {
        ids.append(contentsOf: later.ids)
        for field in cells.indices { cells[field].append(later.cells[field]) }
    }

    /// A table of these records.
    ///
    /// - Parameter places: those that records of the document have for themselves.
    func table(of schema: Schema, _ places: [RecordID: Place]) -> RecordTable {
        var own = places
        if !places.isEmpty {
            let ids = Set(ids)
            own = places.filter { ids.contains($0.key) }
        }
        return RecordTable(schema: schema, ids: ids, places: own, cells: cells)
    }
}

/// The records that were read, as far as they are.
private struct GatheredRecords: ~Copyable {
    private(set) var ids: [RecordID] = []
    private var reader: RowReader
    private let reading: RecordReading
    private let recordsBefore: Int
    /// Up to where the progress was told.
    private var told: Double?

    init(_ reading: RecordReading, capacity: Int, recordsBefore: Int) {
        self.reading = reading
        self.recordsBefore = recordsBefore
        reader = RowReader(types: reading.schema.fields.map(\.type), firstColumn: 1, capacity: capacity)
        ids.reserveCapacity(capacity)
    }

    var count: Int { ids.count }

    var cells: [FieldCells] { reader.cells }

    /// Takes the record that a statement is at, and that stands at this identity or behind it.
    mutating func append(_ row: SQLiteStatement, at position: Int64) throws(StorageError) {
        let id = RecordID(rawValue: row[0].integer)
        if let field = reader.read(row, of: id) { throw binaryData(reading.schema[field]) }
        if ids.count.isMultiple(of: CardFile.recordsBetweenChecks) {
            let share = reading.span.share(before: position)
            try reading.progress.add(share - (told ?? share))
            told = share
        }
        ids.append(id)
    }

    private func binaryData(_ field: FieldDefinition) -> StorageError {
        .damaged(
            path: reading.path,
            reason: localized(
                "Record {record} holds binary data in the field “{field}”.",
                ["record": localizedNumber(recordsBefore + ids.count + 1), "field": field.name]))
    }
}

/// The places that records have for themselves, as the file has them.
struct OwnPlaces: Sendable {
    /// Those that a record can have; none that is the record's identity.
    private(set) var places: [RecordID: Place] = [:]
    /// The records of these, ascending.
    private(set) var records: [Int64] = []
    /// Records with places that no record can have: they stand at their identities.
    private(set) var senseless: [RecordID] = []

    /// None, as in a document of version 1.
    init() {}

    /// - Parameter connection: to a document, in a transaction.
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

/// Reads the records that have places of their own, beside the others.
private struct PlacedRows {
    private let rows: SQLiteStatement
    private let reading: RecordReading
    /// How many of ``OwnPlaces/records`` come before the record that was asked about last.
    private var passed = 0
    /// The record that the statement is at; `nil` behind the last one.
    private var next: (place: Place, id: RecordID)?

    /// `nil` if there are none.
    init?(_ connection: SQLiteConnection, _ reading: RecordReading, _ part: RecordReading.Part) throws(StorageError) {
        guard !reading.places.records.isEmpty else { return nil }
        self.reading = reading
        rows = try connection.prepare(CardFileFormat.placedSelection(of: reading.columns, part))
        try part.bind(to: rows)
        try goOn()
    }

    /// Whether this record is among these; to be asked of ascending identities.
    mutating func has(_ id: Int64) -> Bool {
        let records = reading.places.records
        while passed < records.count, records[passed] < id { passed += 1 }
        return passed < records.count && records[passed] == id
    }

    /// Puts in those that stand before another record, which stands at its identity; all that are left for `nil`.
    mutating func take(
        into gathered: inout GatheredRecords, before other: RecordID?, limit: Int
    ) throws(StorageError) {
        while let next, gathered.count < limit {
            if let other, (next.place, next.id) > (Place(other), other) { return }
            try gathered.append(rows, at: next.place.after)
            try goOn()
        }
    }

    private mutating func goOn() throws(StorageError) {
        while try rows.step() {
            let id = RecordID(rawValue: rows[0].integer)
            // Others are read where they stand.
            guard let place = reading.places.places[id] else { continue }
            if let next, (place, id) <= (next.place, next.id) { throw reading.isOutOfOrder }
            next = (place, id)
            return
        }
        next = nil
    }
}
