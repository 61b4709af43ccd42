/// Reads some records of a document, inside a transaction.
struct SmallReader {
    private let connection: SQLiteConnection
    private let path: String
    private let version: Int32
    let schema: Schema
    private let columns: [String]

    init(_ connection: SQLiteConnection, path: String, version: Int32) throws(StorageError) {
        self.connection = connection
        self.path = path
        self.version = version
        var reader = Self.reader(connection, path, version)
        (schema, columns) = try reader.readSchema()
    }

    private static func reader(_ connection: SQLiteConnection, _ path: String, _ version: Int32) -> DocumentReader {
        DocumentReader(
            connection: connection, path: path, fileSize: 0, version: version, conditions: DocumentReader.Conditions())
    }

    /// These records, as far as they are there.
    func records(_ ids: Set<RecordID>) throws(StorageError) -> RecordTable {
        let rows = try connection.cached(
            "SELECT id, after, step\(columns.map { ", " + $0 }.joined()) FROM records WHERE id = ?")
        var places: [(place: Place, id: RecordID)] = []
        for id in ids {
            try rows.bind(id.rawValue, at: 1)
            if try rows.step() {
                let place = Place(after: rows[1].integer, step: rows[2].integer)
                let isValid =
                    rows[1].content == .integer && rows[2].content == .integer && Place.afterRange.contains(place.after)
                    && Place.stepRange.contains(place.step)
                places.append((isValid ? place : Place(id), id))
            }
            rows.reset()
        }
        places.sort { ($0.place, $0.id) < ($1.place, $1.id) }
        var cells = RowReader(types: schema.fields.map(\.type), firstColumn: 3, capacity: places.count)
        for (_, id) in places {
            try rows.bind(id.rawValue, at: 1)
            let isThere = try rows.step()
            defer { rows.reset() }
            guard isThere, cells.read(rows, of: id) == nil else {
                throw .damaged(path: path, reason: localized("The records are not in order."))
            }
        }
        let own = Dictionary(places.filter { $0.place != Place($0.id) }.map { ($0.id, $0.place) }) { first, _ in first }
        return RecordTable(schema: schema, ids: places.map(\.id), places: own, cells: cells.cells)
    }

    /// All records.
    func all() throws(StorageError) -> RecordTable {
        var reader = Self.reader(connection, path, version)
        let reading = try reader.readHead(SharedProgress(nil))
        let count = try connection.number("SELECT count(*) FROM records")
        return try reading.read(connection, RecordReading.Part(), capacity: count)
            .table(of: reading.schema, reading.places.places)
    }
}
