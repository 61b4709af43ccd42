import CPostgreSQL
import Glibc
import KirokuCore

/// What a connection is asked, on the one thread that its session works on.
final class ServerLine {
    let wire: ServerWire
    /// The statement that the server has planned.
    private var prepared: String?

    /// - Parameter waker: woken when the task is cancelled.
    init(_ plan: ConnectionPlan, _ limits: ServerLimits, _ waker: Waker) {
        wire = ServerWire(plan, limits, waker)
    }

    func connect() throws(ServerError) { try wire.connect() }

    func close() { wire.close() }

    /// Of what other connections notify before the flag is set, or another thread wakes this.
    func listen(until end: StopFlag) throws(ServerError) -> Set<Ping> { try wire.listen(until: end) }

    // MARK: What it is

    var plan: ConnectionPlan { wire.plan }

    var limits: ServerLimits { wire.limits }

    /// As PostgreSQL numbers its versions: 150018 for 15.18.
    var serverVersion: Int { Int(libpq.PQserverVersion(wire.connection)) }

    /// The text of the version: "15.18".
    var versionText: String {
        String(ServerText.shown(libpq.PQparameterStatus(wire.connection, "server_version")).prefix { $0 != " " })
    }

    /// In which encoding texts are exchanged: a database without one would refuse to hand out what is not UTF-8.
    var encoding: String {
        libpq.PQparameterStatus(wire.connection, "server_encoding").map { String(cString: $0) } == "SQL_ASCII"
            ? "SQL_ASCII" : "UTF8"
    }

    /// Whether the server takes anything more.
    var isOpen: Bool { wire.connection != nil }

    /// The number of the process that serves this connection, as the server reported when connecting.
    var backend: Int32 { wire.backend }

    // MARK: Asking

    /// Sends statements without parameters, and waits for the answer, whose rows are dropped.
    func execute(_ statements: String) throws(ServerError) {
        try wire.send { libpq.PQsendQuery($0, statements) }
        try readAnswer()
    }

    /// Has the server keep what was written in the transaction; this cannot be cancelled.
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

    /// The same for a statement that is asked again and again: the server plans it once.
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
            // The table may have got other columns, for which it must be planned again.
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

    /// What quotes a name in a statement.
    func quoted(_ name: String) -> String {
        guard let connection = wire.connection, let quoted = libpq.PQescapeIdentifier(connection, name, name.utf8.count)
        else {
            // Only a name that is not text of the server's encoding cannot be quoted; nothing has this name then.
            return "\"\""
        }
        defer { libpq.PQfreemem(quoted) }
        return String(cString: quoted)
    }

    /// Reads all results of a statement; the rows go to `take`, if anybody wants them.
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

/// Texts as C takes them, for the time of a call.
func withTexts<Value>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies: [UnsafePointer<CChar>?] = texts.map { $0.flatMap { strdup($0) }.map { UnsafePointer($0) } }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return body(copies)
}
