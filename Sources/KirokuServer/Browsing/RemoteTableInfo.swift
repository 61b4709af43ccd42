import KirokuCore

/// What is known of a table on a server before any of its records is read.
public struct RemoteTableInfo: Sendable {
    /// The table's name.
    public let name: String
    /// Its fields.
    public let schema: Schema
    /// What the user should know of the table, in whole sentences.
    public let notices: [String]
    let layout: ForeignLayout
    /// What tells its records apart.
    let identity: BrowseIdentity
    /// The collations of columns, by their numbers, as they stand in statements.
    let collations: [Int: String]
    /// Columns in whose collations texts can be equal that differ, by their numbers.
    let unlike: Set<Int>

    /// Whether a sample of it can be taken.
    var canBeSampled: Bool { layout.source.isStored }

    init(_ layout: ForeignLayout, _ line: ServerLine) throws(ServerError) {
        self.layout = layout
        (name, schema) = (layout.source.name, layout.fields)
        let source = layout.source
        let columns = try line.rows(
            """
            SELECT a.attnum, pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname),
              c.collisdeterministic
            FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
              JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
            WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0
            """, [source.relation])
        var (collations, unlike): ([Int: String], Set<Int>) = ([:], [])
        for column in columns {
            guard let number = column.number(0) else { continue }
            collations[number] = column[1]
            if !column.flag(2) { unlike.insert(number) }
        }
        (self.collations, self.unlike) = (collations, unlike)
        identity = BrowseIdentity(layout, collations)
        // That nothing can be edited here needs no reason of the table's.
        let reason = source.readOnlyReason.map { ServerError.readOnly(source.name, $0).message }
        notices = source.notices.filter { $0 != reason } + [identity.notice].compactMap(\.self)
    }
}

/// What the server expects of a request before it is carried out.
public struct BrowseEstimate: Sendable, Hashable {
    /// How many records there are.
    public var count: Int
    /// How many records the server has to read for the first page, and how many seconds that takes, if it is slow.
    public var slowness: Slowness?

    /// What takes long.
    public struct Slowness: Sendable, Hashable {
        /// How many records are read.
        public let records: Int
        /// About how long it takes.
        public let seconds: Double
        /// Whether it is the order, and not what is searched for.
        public let isOrder: Bool
    }
}
