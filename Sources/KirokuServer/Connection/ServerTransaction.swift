import KirokuCore

/// How a transaction begins.
enum TransactionKind: String {
    /// Everything is read as of one moment.
    case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Each statement sees what others have written before it, so it can be checked that a cell is still the same.
    case writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
}

/// A transaction, with the settings on which the texts of values depend.
///
/// They hold for the transaction only, so a pool of connections hands none of them on to others.
struct ServerTransaction {
    let line: ServerLine
    /// The schemas in which a table without one is looked for, in their order.
    let schemas: [String]
    /// Whether the server is a copy of another one, which takes no changes.
    let isStandby: Bool
    /// The time zone in which moments are read and written.
    let zone: String

    /// Begins, works, and commits; rolls back if the work throws.
    ///
    /// - Parameters:
    ///   - table: whose records are read, so that it is locked before anything is seen of it; see ``TableLock``.
    ///   - known: what an earlier transaction of this line has found out, so that it is not asked again.
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
        // What has only been read may have been given up half-way.
        guard line.isOpen else { return value }
        do throws(ServerError) {
            try line.commit()
        } catch .lost where kind == .writing {
            throw .unknownOutcome(server: line.plan.server)
        } catch {
            // What the server refuses in the end is not kept; anything else leaves that open.
            guard kind == .reading || line.isOpen else { throw .unknownOutcome(server: line.plan.server) }
            throw error
        }
        return value
    }

    /// How long it is waited for others' locks.
    static let lockTimeout = "5s"

    /// None of the values needs quoting; the name of a zone is checked before.
    ///
    /// Names are looked for nowhere but in PostgreSQL's own schema, except while records are written: triggers may rely on
    /// the user's search path, and the statements name everything in full.
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

    /// What this transaction goes by, for further ones of the same line.
    var facts: LineFacts { LineFacts(schemas: schemas, isStandby: isStandby, zone: zone) }

    /// The time zone of this machine, in which moments are shown, if the server knows it.
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

/// What a transaction goes by, and is asked before it.
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
    /// What a transaction sees, as a text that can be kept and compared with later.
    func snapshot() throws(ServerError) -> String {
        guard let snapshot = try rows("SELECT pg_catalog.pg_current_snapshot()::text").first?[0] else {
            throw .unintelligible(server: plan.server)
        }
        return snapshot
    }
}
