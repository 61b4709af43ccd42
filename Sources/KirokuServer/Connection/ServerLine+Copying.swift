import CPostgreSQL
import KirokuCore

/// Copying many rows from the server and to it.
extension ServerLine {
    /// Passes the output of `COPY … TO STDOUT` to `take`, one row at a time.
    ///
    /// - Parameter take: returns false to stop; the connection is closed then.
    func copy(
        _ sql: String, _ take: (UnsafeBufferPointer<UInt8>) throws(ServerError) -> Bool
    ) throws(ServerError) {
        try wire.send { libpq.PQsendQuery($0, sql) }
        let deadline = Double.infinity
        guard let result = try wire.nextResult(until: deadline) else { throw wire.unintelligible() }
        defer { libpq.PQclear(result) }
        guard libpq.PQresultStatus(result) == PGRES_COPY_OUT else {
            try wire.check(result)
            throw wire.unintelligible()
        }
        while true {
            var row: UnsafeMutablePointer<CChar>?
            let length = libpq.PQgetCopyData(wire.connection, &row, 1)
            if length > 0, let row {
                defer { libpq.PQfreemem(row) }
                wire.finishRow()
                guard Int(length) <= limits.lineBytes else { throw wire.tooLong() }
                let bytes = UnsafeRawBufferPointer(start: row, count: Int(length)).bindMemory(to: UInt8.self)
                guard try take(bytes) else {
                    wire.giveUp()
                    return
                }
            } else if length == 0 {
                try wire.consume(until: deadline)
            } else {
                break
            }
        }
        try readAnswer(until: deadline)
    }

    /// Writes the pieces that `next` returns to a statement `COPY … FROM STDIN`.
    ///
    /// - Parameter next: returns `nil` after the last piece.
    func copyIn(_ sql: String, _ next: () throws(ServerError) -> [UInt8]?) throws(ServerError) {
        try wire.send { libpq.PQsendQuery($0, sql) }
        let deadline = Double.infinity
        guard let result = try wire.nextResult(until: deadline) else { throw wire.unintelligible() }
        defer { libpq.PQclear(result) }
        guard libpq.PQresultStatus(result) == PGRES_COPY_IN else {
            try wire.check(result)
            throw wire.unintelligible()
        }
        while let piece = try next() {
            try wire.put { connection in
                piece.withUnsafeBytes {
                    libpq.PQputCopyData(connection, $0.bindMemory(to: CChar.self).baseAddress, Int32(piece.count))
                }
            }
        }
        try wire.put { libpq.PQputCopyEnd($0, nil) }
        try wire.flush()
        try readAnswer(until: deadline)
    }
}
