import KirokuCore

/// What there is in a database, for somebody who looks for a table, or for room for one.
public struct ServerView: Sendable, Hashable {
    /// The tables that may be read: first those that are shared, then those of other programs, by their names.
    public let tables: [ListedTable]
    /// The roles with which a document can be shared.
    public let roles: [String]
    /// The schema that a new table gets.
    public let schema: String
    /// The user's own role there.
    public let user: String
    /// For what the password is good that has let the user in.
    public let account: ServerAccount

    /// The most tables, and the most roles, that are listed.
    private static let (tableLimit, roleLimit) = (1_000, 200)

    /// Connects, and looks.
    ///
    /// - Parameters:
    ///   - address: of the database; a table in it does not matter.
    ///   - password: which the user has entered; kept until the program ends if it is the right one. Empty if there is none.
    public static func of(
        _ address: ServerAddress, password: String = ""
    ) async throws(SyncError) -> ServerView {
        do throws(ServerError) {
            let connection = try await SharedConnection(
                password.isEmpty ? address : try address.with(password: password))
            do throws(ServerError) {
                let view = try await connection.session.transaction(.reading) { (transaction) throws(ServerError) in
                    try ServerView(transaction)
                }
                await connection.close()
                if !password.isEmpty { ServerPasswords.shared.keep(password, for: view.account) }
                return view
            } catch {
                await connection.close()
                throw error
            }
        } catch {
            throw SyncError(error)
        }
    }

    private init(_ transaction: ServerTransaction) throws(ServerError) {
        let line = transaction.line
        let rows = try line.rows(
            """
            SELECT CASE WHEN n.nspname = ANY ($1::pg_catalog.name[]) THEN c.relname ELSE n.nspname || '.' || c.relname END,
              h.nspname, c.reltuples::bigint, c.relpages::bigint * pg_catalog.current_setting('block_size')::bigint
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
              LEFT JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid AND t.tgname = 'kiroku_update'
              LEFT JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid LEFT JOIN pg_catalog.pg_namespace h ON h.oid = p.pronamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND n.nspname !~ '^kiroku_[0-9a-f]{12}$'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
            ORDER BY h.nspname IS NULL, 1 LIMIT \(Self.tableLimit)
            """, [SQLText.array(transaction.schemas)])
        tables = rows.compactMap { row in
            row[0].map { name in
                ListedTable(
                    name: name, isShared: row[1].map(SharedLayout.isHome) ?? false,
                    likelyCount: row.number(2).flatMap { $0 >= 0 ? $0 : nil },
                    likelyBytes: row.number(3) ?? 0)
            }
        }
        let user = try line.rows("SELECT session_user").first?[0] ?? ""
        self.user = user
        roles = try line.rows(
            """
            SELECT rolname FROM pg_catalog.pg_roles WHERE rolname !~ '^pg_' AND NOT rolsuper AND rolname <> session_user
            ORDER BY rolname LIMIT \(Self.roleLimit)
            """
        ).compactMap { $0[0] }
        schema = transaction.schemas.first ?? "public"
        account = line.plan.account
    }
}

/// A table that there is in a database.
public struct ListedTable: Sendable, Hashable {
    /// Its name, with the schema where that is needed to find it.
    public let name: String
    /// Whether it is a document that was shared.
    public let isShared: Bool
    /// How many records it had when the server counted last; `nil` if it never has.
    public let likelyCount: Int?
    /// How many bytes it had then.
    let likelyBytes: Int

    /// Whether it has more than can be kept here, as far as the server knows.
    public var isTooLargeToKeep: Bool {
        (likelyCount ?? 0) > ServerLimits.standard.records || likelyBytes > ServerLimits.standard.bytes
    }

    /// How many records can be kept here.
    public static var limit: Int { ServerLimits.standard.records }
}
