import CPostgreSQL
import KirokuCore

/// A row of a result, as texts.
struct ServerRow {
    private let cells: [[UInt8]?]

    /// A row of a result, by default the first one.
    init(_ result: OpaquePointer, _ row: Int32 = 0) {
        cells = (0..<libpq.PQnfields(result)).map { column in
            guard libpq.PQgetisnull(result, row, column) == 0, let value = libpq.PQgetvalue(result, row, column) else {
                return nil
            }
            return Array(UnsafeRawBufferPointer(start: value, count: Int(libpq.PQgetlength(result, row, column))))
        }
    }

    /// All rows of a result.
    static func all(of result: OpaquePointer) -> [ServerRow] {
        (0..<libpq.PQntuples(result)).map { ServerRow(result, $0) }
    }

    /// Its size, in bytes.
    var bytes: Int { cells.reduce(0) { $0 + ($1?.count ?? 0) } }

    /// A cell; `nil` if it is NULL or does not exist.
    subscript(column: Int) -> String? {
        cells.indices.contains(column) ? cells[column].map { String(decoding: $0, as: UTF8.self) } : nil
    }

    /// Whether a cell is valid UTF-8, so that its text equals the server's.
    func isText(_ column: Int) -> Bool {
        guard cells.indices.contains(column), let cell = cells[column] else { return true }
        return String(validating: cell, as: UTF8.self) != nil
    }

    func flag(_ column: Int) -> Bool { self[column] == "t" }

    func number(_ column: Int) -> Int? { self[column].flatMap { Int($0) } }
}

/// A statement with its parameters, as texts.
struct ServerStatement {
    var sql: String
    var values: [String?]
    /// The records whose keys it returns: its result has a row for each of them, in this order, with the key and the
    /// bucket.
    var keyed: [RecordID] = []
}

/// An error in a pipeline.
struct PipelineError: Error {
    let error: ServerError
    /// The refused statement; `nil` if it was none of them and the connection is lost.
    let statement: Int?
    /// The server's code (SQLSTATE), and the constraint that would be violated.
    var code = ""
    var constraint: ServerConstraint?
}

/// A constraint of a table; its name alone is ambiguous, because other tables may have one of the same name.
struct ServerConstraint: Hashable {
    /// The table with its schema, quoted.
    let table: String
    let name: String

    init(_ name: String, of table: String) {
        (self.name, self.table) = (name, table)
    }

    /// The constraint that an error is about; `nil` if it is about none.
    init?(of result: OpaquePointer) {
        let texts = [kiroku_error_schema, kiroku_error_table, kiroku_error_constraint].map { part in
            libpq.part(part, ofError: result).map { String(cString: $0) }
        }
        guard let schema = texts[0], let table = texts[1], let name = texts[2] else { return nil }
        self.init(name, of: SQLText.name(schema) + "." + SQLText.name(table))
    }
}
