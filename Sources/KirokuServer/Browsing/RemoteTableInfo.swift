import KirokuCore

/// The properties of a table on a server, known before any of its records are read.
public struct RemoteTableInfo: Sendable {
    /// The table's name.
    public let name: String
    /// Its fields.
    public let schema: Schema
    /// What the user should know about the table, in whole sentences.
    public let notices: [String]
    let layout: ForeignLayout
    /// How its records are identified.
    let identity: BrowseIdentity
    /// The collations of columns, by column number, quoted for statements.
    let collations: [Int: String]
    /// Columns whose collations can treat different texts as equal, by number.
    let unlike: Set<Int>

    /// Whether the server can take a sample of it.
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
        // Nothing can be edited here anyway, so the table's own reason is not shown.
        let reason = source.readOnlyReason.map { ServerError.readOnly(source.name, $0).message }
        notices = source.notices.filter { $0 != reason } + [identity.notice].compactMap(\.self)
    }
}

/// The server's estimate for a request.
public struct BrowseEstimate: Sendable, Hashable {
    /// The number of records.
    public var count: Int
    /// How slow the first page is; `nil` if it is not slow.
    public var slowness: Slowness?

    /// What makes a request slow.
    public struct Slowness: Sendable, Hashable {
        /// How many records the server has to read.
        public let records: Int
        /// The approximate time, in seconds.
        public let seconds: Double
        /// Whether the order is the cause, not the search.
        public let isOrder: Bool
    }
}
