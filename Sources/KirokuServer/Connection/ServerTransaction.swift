import KirokuCore

/// The kind of a transaction, by the statement that begins it.
enum TransactionKind: String {
    /// Everything is read as of one moment.
    case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Each statement sees what others have committed before it, so it can check that a cell is unchanged.
    case writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
}

/// A transaction, with the settings that determine the text form of values.
///
/// They apply only to the transaction, so a connection pool does not pass them on to others.
struct ServerTransaction {
    let line: ServerLine
    /// The schemas in which to look for a table without a schema, in order.
    let schemas: [String]
    /// Whether the server is a standby, which accepts no changes.
    let isStandby: Bool
    /// The time zone in which moments are read and written.
    let zone: String

    /// Begins, runs the work, and commits; rolls back if the work throws.
    ///
    /// - Parameters:
    ///   - table: the table whose records are read; it is locked before the snapshot is taken, see ``TableLock``.
    ///   - known: what an earlier transaction of this connection has found out, so that it need not ask again.
    static func run<Value>(
        _ kind: TransactionKind, of table: ReadTable? = nil, on line: ServerLine, _ known: LineFacts? = nil,
        _ work: (ServerTransaction) throws(ServerError) -> Value
    ) throws(ServerError) -> Value {
        let facts: LineFacts
        if let known { facts = known } else { facts = try LineFacts(line) }
        guard kind == .reading || !facts.isStandby else { throw .readOnly(line.plan.server, .standby) }
        let lock = try table?.lock(line, facts.schemas)
        let value: Value
        do throws(ServerError) {
            let settings = settings(for: kind, zone: facts.zone, encoding: line.encoding)
            if let lock {
                try lock.begin(kind, settings, line)
            } else {
                try line.execute(kind.rawValue + "; " + settings)
            }
            value = try work(
                ServerTransaction(line: line, schemas: facts.schemas, isStandby: facts.isStandby, zone: facts.zone))
        } catch {
            // If the connection is gone, so is the transaction.
            if line.isOpen { try? line.execute("ROLLBACK") }
            throw error
        }
        // Work that only reads may have closed the connection early.
        guard line.isOpen else { return value }
        do throws(ServerError) {
            try line.commit()
        } catch .lost where kind == .writing {
            throw .unknownOutcome(server: line.plan.server)
        } catch {
            // If the server refuses the COMMIT, nothing was written; after any other error, that is unknown.
            guard kind == .reading || line.isOpen else { throw .unknownOutcome(server: line.plan.server) }
            throw error
        }
        return value
    }

    /// How long to wait for locks of others.
    static let lockTimeout = "5s"

    /// None of the values needs quoting; the name of a zone is checked before.
    ///
    /// Names are only looked up in PostgreSQL's own schema, except while records are written: triggers may rely on the
    /// user's search path, and the statements qualify all names.
    static func settings(for kind: TransactionKind, zone: String, encoding: String) -> String {
        let path = kind == .reading ? [("search_path", "")] : []
        let settings =
            path + [
                ("client_encoding", encoding), ("TimeZone", zone), ("DateStyle", "ISO, YMD"),
                ("IntervalStyle", "postgres"),
                ("extra_float_digits", "1"), ("bytea_output", "hex"), ("jit", "off"), ("lock_timeout", lockTimeout),
                ("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "60s"),
                ("tcp_keepalives_idle", "20"),
                ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3"),
            ]
        return "SELECT " + settings.map { "pg_catalog.set_config('\($0)', '\($1)', true)" }.joined(separator: ", ")
    }

    /// What this transaction has found out, for further ones of the same connection.
    var facts: LineFacts { LineFacts(schemas: schemas, isStandby: isStandby, zone: zone) }

    /// The time zone of this machine, for showing moments, if the server knows it.
    static func knownZone(_ line: ServerLine) throws(ServerError) -> String {
        let name = LocalZone.name
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-.,:".contains($0)) }) else {
            return "UTC"
        }
        do throws(ServerError) {
            _ = try line.rows("SELECT pg_catalog.now() AT TIME ZONE $1", [name])
            return name
        } catch {
            guard line.isOpen else { throw error }
            return "UTC"
        }
    }
}

/// Facts that a transaction needs and queries first.
struct LineFacts: Sendable {
    let schemas: [String]
    let isStandby: Bool
    let zone: String
}

extension LineFacts {
    init(_ line: ServerLine) throws(ServerError) {
        let present = try line.rows(
            """
            SELECT pg_catalog.pg_is_in_recovery(), schema
            FROM (VALUES (1)) AS one LEFT JOIN
              pg_catalog.unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS schemas (schema, place) ON true
            ORDER BY place
            """)
        isStandby = present.first?.flag(0) ?? false
        schemas = present.compactMap { $0[1] }
        zone = try ServerTransaction.knownZone(line)
    }
}

extension ServerLine {
    /// The snapshot of the transaction, as a text that can be stored and compared later.
    func snapshot() throws(ServerError) -> String {
        guard let snapshot = try rows("SELECT pg_catalog.pg_current_snapshot()::text").first?[0] else {
            throw .unintelligible(server: plan.server)
        }
        return snapshot
    }
}
