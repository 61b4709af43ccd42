import KirokuCore

/// An overview of a database, for choosing a table or a place for a new one.
public struct ServerView: Sendable, Hashable {
    /// The readable tables: first shared documents, then tables of other programs, by name.
    public let tables: [ListedTable]
    /// The roles with which a document can be shared.
    public let roles: [String]
    /// The schema for a new table.
    public let schema: String
    /// The user's own role there.
    public let user: String
    /// The account that the accepted password belongs to.
    public let account: ServerAccount

    /// The largest number of tables and of roles listed.
    private static let (tableLimit, roleLimit) = (1_000, 200)

    /// Connects, and reads the overview.
    ///
    /// - Parameters:
    ///   - address: the address of the database; a table in it is ignored.
    ///   - password: the password entered by the user, empty if none; if it is correct, it is kept until the program
    ///     ends.
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

/// A table in a database.
public struct ListedTable: Sendable, Hashable {
    /// Its name, with the schema if that is needed to find it.
    public let name: String
    /// Whether it is a shared document.
    public let isShared: Bool
    /// The number of records as last counted by the server; `nil` if never counted.
    public let likelyCount: Int?
    /// Its size in bytes at that time.
    let likelyBytes: Int

    /// Whether it is larger than can be kept here, as far as the server knows.
    public var isTooLargeToKeep: Bool {
        (likelyCount ?? 0) > ServerLimits.standard.records || likelyBytes > ServerLimits.standard.bytes
    }

    /// The largest number of records that can be kept here.
    public static var limit: Int { ServerLimits.standard.records }
}
