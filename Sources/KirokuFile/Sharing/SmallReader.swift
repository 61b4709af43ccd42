/// Reads some records of a document, inside a transaction.
struct SmallReader {
    private let connection: SQLiteConnection
    private let path: String
    let schema: Schema
    private let columns: [String]

    init(_ connection: SQLiteConnection, path: String) throws(StorageError) {
        self.connection = connection
        self.path = path
        var reader = Self.reader(connection, path)
        (schema, columns) = try reader.readSchema()
    }

    private static func reader(_ connection: SQLiteConnection, _ path: String) -> DocumentReader {
        DocumentReader(connection: connection, path: path, fileSize: 0, conditions: DocumentReader.Conditions())
    }

    /// These records, as far as they exist.
    func records(_ ids: Set<RecordID>) throws(StorageError) -> RecordTable {
        let rows = try connection.cached(Self.selection("records", columns, "id = ?"))
        var records: [(place: Place, id: RecordID)] = []
        for id in ids {
            try rows.bind(id.rawValue, at: 1)
            if try rows.step() { records.append((Self.place(of: rows), id)) }
            rows.reset()
        }
        records.sort { ($0.place, $0.id) < ($1.place, $1.id) }
        var found = Rows(schema, capacity: records.count)
        for (_, id) in records {
            try rows.bind(id.rawValue, at: 1)
            let isThere = try rows.step()
            defer { rows.reset() }
            guard isThere, found.add(rows) else { throw senselessRecords }
        }
        return found.table
    }

    /// The records in a table with the same structure as that of the records.
    ///
    /// - Parameters:
    ///   - condition: which rows to read, in SQL.
    ///   - schema: the fields to read; the table has their columns.
    func rows(of table: String, where condition: String, as schema: Schema) throws(StorageError) -> RecordTable {
        let columns = schema.fields.map { $0.id.column }
        let selection = Self.selection(table, columns, condition)
        let order = " ORDER BY coalesce(\(Self.after), id), coalesce(\(Self.step), 0), id"
        let rows = try connection.prepare(selection + order)
        var found = Rows(schema, capacity: 0)
        while try rows.step() {
            guard found.add(rows) else { throw senselessRecords }
        }
        return found.table
    }

    private var senselessRecords: StorageError {
        .damaged(path: path, reason: localized("The records are not in order."))
    }

    // MARK: Rows

    /// Whether a record has a valid place; others are ignored.
    private static let hasPlace = """
        typeof(after) = 'integer' AND typeof(step) = 'integer' \
        AND after BETWEEN \(Place.afterRange.lowerBound) AND \(Place.afterRange.upperBound) \
        AND step BETWEEN \(Place.stepRange.lowerBound) AND \(Place.stepRange.upperBound)
        """
    private static let after = "iif(\(hasPlace), after, NULL)"
    private static let step = "iif(\(hasPlace), step, NULL)"

    private static func selection(_ table: String, _ columns: [String], _ condition: String) -> String {
        let cells = columns.map { ", " + $0 }.joined()
        return "SELECT id, \(after), \(step)\(cells) FROM \(table) WHERE \(condition)"
    }

    private static func place(of row: SQLiteStatement) -> Place {
        row[1].content == .null
            ? Place(RecordID(rawValue: row[0].integer)) : Place(after: row[1].integer, step: row[2].integer)
    }

    /// Rows, sorted by their places.
    private struct Rows {
        private let schema: Schema
        private var ids: [RecordID] = []
        private var places: [RecordID: Place] = [:]
        private var cells: RowReader

        init(_ schema: Schema, capacity: Int) {
            self.schema = schema
            cells = RowReader(types: schema.fields.map(\.type), firstColumn: 3, capacity: capacity)
        }

        /// - Returns: false if a cell holds a value that no field can have.
        mutating func add(_ row: SQLiteStatement) -> Bool {
            let id = RecordID(rawValue: row[0].integer)
            let place = SmallReader.place(of: row)
            ids.append(id)
            if place != Place(id) { places[id] = place }
            return cells.read(row, of: id) == nil
        }

        var table: RecordTable { RecordTable(schema: schema, ids: ids, places: places, cells: cells.cells) }
    }

    /// All records.
    func all() throws(StorageError) -> RecordTable {
        var reader = Self.reader(connection, path)
        let reading = try reader.readHead(SharedProgress(nil))
        let count = try connection.number("SELECT count(*) FROM records")
        return try reading.read(connection, RecordReading.Part(), capacity: count)
            .table(of: reading.schema, reading.places.places)
    }
}
