import KirokuCore

/// A lock on a table that a transaction takes before it sees anything of it.
///
/// A transaction that sees one state sees it from its first query on. If it then has to wait for another program that
/// replaces all rows (TRUNCATE and a new load, another type for a column, another table under the name), it goes on with the
/// earlier state, in which none of the new rows exist: the table looks empty. A lock is no query. So the lock comes first, the
/// weakest that there is, which is also the one that reading takes.
struct TableLock: Sendable {
    /// The table's name with its schema, quoted.
    let name: String
    /// Whether the server takes it: not for a materialized view, whose new rows all see, for a foreign table, and where the
    /// user may read only some of the columns.
    let isPossible: Bool
    /// Whether it is a foreign table: the rows, and what there is to wait for, are on another server.
    let isElsewhere: Bool

    /// How often a transaction begins again that has begun too early.
    private static let attempts = 8

    /// An expression for ``isPossible``, of a relation `c`.
    static let isPossible =
        "c.relkind IN ('r', 'p', 'v') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')"

    /// Begins a transaction that sees the table as it is.
    ///
    /// - Parameters:
    ///   - kind: of the transaction.
    ///   - settings: a query with which it begins.
    /// - Throws: ``ServerError/busy`` if the table is kept locked for long.
    func begin(_ kind: TransactionKind, _ settings: String, _ line: ServerLine) throws(ServerError) {
        if isPossible {
            do throws(ServerError) {
                return try line.execute(
                    """
                    \(kind.rawValue); SET LOCAL lock_timeout = '\(ServerTransaction.lockTimeout)'; \
                    LOCK TABLE \(name) IN ACCESS SHARE MODE; \(settings)
                    """)
            } catch .noRight where line.isOpen {
                // A view whose owner may not lock what it shows.
                try line.execute("ROLLBACK")
            }
        }
        try beginUnlocked(kind, settings, line)
    }

    /// The same without the lock: it is waited for those who have the table before, and looked afterwards whether it has
    /// been replaced in between.
    private func beginUnlocked(_ kind: TransactionKind, _ settings: String, _ line: ServerLine) throws(ServerError) {
        for _ in 0..<Self.attempts {
            let isReadable = try touch(line)
            try line.execute(kind.rawValue + "; " + settings)
            // What may not be read at all is said by whoever reads it.
            guard isReadable, try isReplaced(line) else { return }
            try line.execute("ROLLBACK")
        }
        throw .busy
    }

    /// Waits until nobody has the table alone.
    ///
    /// - Returns: whether it may be read.
    private func touch(_ line: ServerLine) throws(ServerError) -> Bool {
        do throws(ServerError) {
            // Another server is only asked for what is wanted.
            try line.execute("SELECT FROM \(name) LIMIT \(isElsewhere ? 1 : 0)")
            return true
        } catch .noRight where line.isOpen {
            return false
        } catch .refused where line.isOpen {
            return false
        }
    }

    /// Whether the table, or one that it consists of, has been replaced since the transaction has begun.
    ///
    /// The catalog is seen as it was then; the function sees it as it is.
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

/// A table whose records are read, as it is known before.
enum ReadTable: Sendable {
    /// By the name that an address has; `nil` if it has none.
    case named(String?)
    /// By the schema of the document that is shared by it.
    case ofDocument(home: String)
    /// It has been found before.
    case found(TableLock)

    /// How it is locked; `nil` if there is none.
    ///
    /// - Parameter schemas: where a table without one is looked for.
    func lock(_ line: ServerLine, _ schemas: [String]) throws(ServerError) -> TableLock? {
        switch self {
        case .named(nil): nil
        case .named(let name?): try TableReader.find(name, schemas, line)?.lock
        case .ofDocument(let home): try SharedTable(line: line).lock(home)
        case .found(let lock): lock
        }
    }
}
