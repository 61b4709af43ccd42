import CPostgreSQL

/// A connection of a program that is not Kiroku.
final class BenchLine {
    private let connection: OpaquePointer

    struct Refused: Error {
        let reason: String
    }

    init(_ address: String) throws {
        guard let connection = PQconnectdb(address) else { throw Refused(reason: "no memory") }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else {
            throw Refused(reason: String(cString: PQerrorMessage(connection)))
        }
    }

    deinit { PQfinish(connection) }

    func execute(_ sql: String) throws { _ = try rows(sql) }

    func rows(_ sql: String) throws -> [[String]] {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw Refused(reason: String(cString: PQerrorMessage(connection)))
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
        }
    }
}
