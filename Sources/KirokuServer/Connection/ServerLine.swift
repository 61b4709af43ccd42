import CPostgreSQL
import Glibc
import KirokuCore

/// Queries over a connection, on the one thread of its session.
final class ServerLine {
    let wire: ServerWire
    /// The statement that the server has prepared.
    private var prepared: String?

    /// - Parameter waker: woken when the task is cancelled.
    init(_ plan: ConnectionPlan, _ limits: ServerLimits, _ waker: Waker) {
        wire = ServerWire(plan, limits, waker)
    }

    func connect() throws(ServerError) { try wire.connect() }

    func close() { wire.close() }

    /// Waits for notifications of other connections, until the flag is set or another thread wakes this one.
    func listen(until end: StopFlag) throws(ServerError) -> Set<Ping> { try wire.listen(until: end) }

    // MARK: Properties

    var plan: ConnectionPlan { wire.plan }

    var limits: ServerLimits { wire.limits }

    /// The server's version in PostgreSQL's numbering: 150018 for 15.18.
    var serverVersion: Int { Int(libpq.PQserverVersion(wire.connection)) }

    /// The text of the version: "15.18".
    var versionText: String {
        String(ServerText.shown(libpq.PQparameterStatus(wire.connection, "server_version")).prefix { $0 != " " })
    }

    /// The encoding in which texts are exchanged: a database without an encoding would refuse to return texts that are
    /// not UTF-8.
    var encoding: String {
        libpq.PQparameterStatus(wire.connection, "server_encoding").map { String(cString: $0) } == "SQL_ASCII"
            ? "SQL_ASCII" : "UTF8"
    }

    /// Whether the connection is still usable.
    var isOpen: Bool { wire.connection != nil }

    /// The number of the process that serves this connection, as the server reported when connecting.
    var backend: Int32 { wire.backend }

    // MARK: Queries

    /// Executes statements without parameters, and discards rows of their results.
    func execute(_ statements: String) throws(ServerError) {
        try wire.send { libpq.PQsendQuery($0, statements) }
        try readAnswer()
    }

    /// Commits the transaction; this cannot be cancelled.
    func commit() throws(ServerError) {
        wire.isFinishing = true
        defer { wire.isFinishing = false }
        try execute("COMMIT")
    }

    /// The rows of a statement, as texts.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - values: its parameters, as texts.
    func rows(_ sql: String, _ values: [String?] = []) throws(ServerError) -> [ServerRow] {
        try wire.send { connection in
            withTexts(values) { texts in
                libpq.PQsendQueryParams(connection, sql, Int32(texts.count), nil, texts, nil, nil, 0)
            }
        }
        return try readRows()
    }

    /// The rows of a statement that is repeated often, which the server prepares once.
    func preparedRows(_ sql: String, _ values: [String?]) throws(ServerError) -> [ServerRow] {
        let name = "kiroku_usual"
        if prepared != sql {
            if prepared != nil { try execute("DEALLOCATE \(name)") }
            prepared = nil
            try wire.send { libpq.PQsendPrepare($0, name, sql, 0, nil) }
            try readAnswer()
            prepared = sql
        }
        do throws(ServerError) {
            try wire.send { connection in
                withTexts(values) { texts in
                    libpq.PQsendQueryPrepared(connection, name, Int32(texts.count), texts, nil, nil, 0)
                }
            }
            return try readRows()
        } catch {
            // The table may have new columns, so the statement must be prepared again.
            if isOpen { try execute("DEALLOCATE \(name)") }
            prepared = nil
            throw error
        }
    }

    private func readRows() throws(ServerError) -> [ServerRow] {
        if let connection = wire.connection { _ = libpq.PQsetSingleRowMode(connection) }
        var (rows, bytes): ([ServerRow], Int) = ([], 0)
        try readAnswer(rows: { (result) throws(ServerError) in
            let row = ServerRow(result)
            bytes += row.bytes
            guard rows.count < self.limits.rows, bytes <= self.limits.answerBytes else {
                throw self.wire.tooMuch()
            }
            rows.append(row)
        })
        return rows
    }

    /// A name quoted for statements.
    func quoted(_ name: String) -> String {
        guard let connection = wire.connection, let quoted = libpq.PQescapeIdentifier(connection, name, name.utf8.count)
        else {
            // Only a name that is invalid in the server's encoding cannot be quoted; the empty name matches nothing.
            return "\"\""
        }
        defer { libpq.PQfreemem(quoted) }
        return String(cString: quoted)
    }

    /// Reads all results of a statement, and passes the rows to `take`, if given.
    func readAnswer(
        until deadline: Double? = nil,
        rows take: ((OpaquePointer) throws(ServerError) -> Void)? = nil
    ) throws(ServerError) {
        let deadline = deadline ?? wire.now() + limits.answering
        var failure: ServerError?
        while let result = try wire.nextResult(until: deadline) {
            defer { libpq.PQclear(result) }
            if libpq.PQresultStatus(result) == PGRES_SINGLE_TUPLE {
                wire.finishRow()
                try take?(result)
            } else if failure == nil {
                do throws(ServerError) {
                    try wire.check(result)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }
}

/// Calls `body` with texts as C strings.
func withTexts<Value>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies: [UnsafePointer<CChar>?] = texts.map { $0.flatMap { strdup($0) }.map { UnsafePointer($0) } }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return body(copies)
}
