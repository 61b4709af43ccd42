import KirokuCore

/// A lock on a table that a transaction takes before its snapshot.
///
/// The snapshot of a transaction is taken by its first query. If it then has to wait for another program that replaces
/// all rows (TRUNCATE and a new load, another type for a column, another table under the name), it continues with the
/// earlier snapshot, in which none of the new rows exist: the table looks empty. Taking a lock is not a query. So the
/// lock comes first; it is the weakest one, which reading takes anyway.
struct TableLock: Sendable {
    /// The table's name with its schema, quoted.
    let name: String
    /// Whether the lock is possible: not for a materialized view, whose new rows everyone sees, for a foreign table, or
    /// if the user may read only some of the columns.
    let isPossible: Bool
    /// Whether it is a foreign table: the rows, and the locks to wait for, are on another server.
    let isElsewhere: Bool

    /// How often a transaction that has begun too early is restarted.
    private static let attempts = 8

    /// An SQL expression for ``isPossible`` of a relation `c`.
    static let isPossible =
        "c.relkind IN ('r', 'p', 'v') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')"

    /// Begins a transaction that sees the current state of the table.
    ///
    /// - Parameters:
    ///   - kind: the kind of transaction.
    ///   - settings: its first query.
    /// - Throws: ``ServerError/busy`` if the table stays locked for too long.
    func begin(_ kind: TransactionKind, _ settings: String, _ line: ServerLine) throws(ServerError) {
        if isPossible {
            do throws(ServerError) {
                return try line.execute(
                    """
                    \(kind.rawValue); SET LOCAL lock_timeout = '\(ServerTransaction.lockTimeout)'; \
                    LOCK TABLE \(name) IN ACCESS SHARE MODE; \(settings)
                    """)
            } catch .noRight where line.isOpen {
                // This happens for a view whose owner may not lock the tables below it.
                try line.execute("ROLLBACK")
            }
        }
        try beginUnlocked(kind, settings, line)
    }

    /// Begins without the lock: waits for those who have locked the table, and checks afterwards whether it was
    /// replaced in between.
    private func beginUnlocked(_ kind: TransactionKind, _ settings: String, _ line: ServerLine) throws(ServerError) {
        for _ in 0..<Self.attempts {
            let isReadable = try touch(line)
            try line.execute(kind.rawValue + "; " + settings)
            // If the table may not be read at all, reading it will report that.
            guard isReadable, try isReplaced(line) else { return }
            try line.execute("ROLLBACK")
        }
        throw .busy
    }

    /// Waits until no one has an exclusive lock on the table.
    ///
    /// - Returns: whether it may be read.
    private func touch(_ line: ServerLine) throws(ServerError) -> Bool {
        do throws(ServerError) {
            // A foreign server is contacted only if rows are requested.
            try line.execute("SELECT FROM \(name) LIMIT \(isElsewhere ? 1 : 0)")
            return true
        } catch .noRight where line.isOpen {
            return false
        } catch .refused where line.isOpen {
            return false
        }
    }

    /// Whether the table, or a part of it, has been replaced since the transaction began.
    ///
    /// The query sees the catalog as of the snapshot; the function sees its current state.
    func isReplaced(_ line: ServerLine) throws(ServerError) -> Bool {
        try line.execute("SELECT FROM \(name) LIMIT 0")
        let answer = try line.rows(
            """
            WITH RECURSIVE parts (id) AS (
              SELECT pg_catalog.to_regclass($1)::pg_catalog.oid
              UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN parts ON i.inhparent = parts.id)
            SELECT count(*) > 0 FROM parts LEFT JOIN pg_catalog.pg_class c ON c.oid = parts.id
            WHERE c.relkind IS DISTINCT FROM 'm'
              AND c.relfilenode IS DISTINCT FROM coalesce(pg_catalog.pg_relation_filenode(parts.id), 0)
            """, [name])
        return answer.first?.flag(0) ?? false
    }
}

/// How a table whose records are read is known beforehand.
enum ReadTable: Sendable {
    /// By the name in an address; `nil` if it has none.
    case named(String?)
    /// By the schema of the document that is shared through it.
    case ofDocument(home: String)
    /// Already found.
    case found(TableLock)

    /// The lock for the table; `nil` if there is none.
    ///
    /// - Parameter schemas: the schemas in which to look for a table without one.
    func lock(_ line: ServerLine, _ schemas: [String]) throws(ServerError) -> TableLock? {
        switch self {
        case .named(nil): nil
        case .named(let name?): try TableReader.find(name, schemas, line)?.lock
        case .ofDocument(let home): try SharedTable(line: line).lock(home)
        case .found(let lock): lock
        }
    }
}
