import KirokuCore

/// Reading the columns of a table.
extension TableReader {
    /// The columns of ``columnQuery``.
    enum Column {
        static let number = 0
        static let name = 1
        static let baseType = 2
        static let typeName = 3
        static let isOfPostgreSQL = 4
        static let isEnum = 5
        static let modifier = 6
        static let castName = 7
        static let isRequired = 8
        static let generated = 9
        static let identity = 10
        static let hasDefault = 11
        static let isReadable = 12
        static let isInsertable = 13
        static let isUpdatable = 14
        static let defaultText = 15
    }

    /// The base of a domain may be another domain, so it is found step by step.
    static let columnQuery = """
        WITH RECURSIVE bases AS (
          SELECT a.attnum, t.oid, t.typtype, t.typbasetype, a.atttypmod AS modifier,
            t.typtype = 'd' AND t.typnotnull AS required, t.typdefault IS NOT NULL AS filled
          FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped
          UNION ALL
          SELECT b.attnum, t.oid, t.typtype, t.typbasetype,
            CASE WHEN b.modifier >= 0 THEN b.modifier ELSE d.typtypmod END,
            b.required OR t.typtype = 'd' AND t.typnotnull, b.filled
          FROM bases b JOIN pg_catalog.pg_type d ON d.oid = b.oid JOIN pg_catalog.pg_type t ON t.oid = d.typbasetype
          WHERE b.typtype = 'd')
        SELECT a.attnum, a.attname, t.oid, t.typname, n.nspname = 'pg_catalog', t.typtype = 'e', b.modifier,
          pg_catalog.format_type(t.oid, -1), a.attnotnull OR b.required, a.attgenerated, a.attidentity,
          a.atthasdef OR b.filled, pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'),
          pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'INSERT'),
          pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
          (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d
            WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.attgenerated = '')
        FROM bases b JOIN pg_catalog.pg_attribute a ON a.attrelid = $1::pg_catalog.oid AND a.attnum = b.attnum
          JOIN pg_catalog.pg_type t ON t.oid = b.oid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        WHERE b.typtype <> 'd' ORDER BY a.attnum
        """

    func serverType(_ row: ServerRow, _ labels: [String: [String]]) -> ServerType {
        let name = row[Column.typeName] ?? ""
        let isEnum = row.flag(Column.isEnum)
        // An extension may use the name of a PostgreSQL type.
        let isKnown = row.flag(Column.isOfPostgreSQL) || name == "citext"
        return ServerType(
            name: isKnown ? name : "", isEnum: isEnum, labels: labels[row[Column.baseType] ?? ""] ?? [],
            modifier: row.number(Column.modifier).flatMap { $0 >= 0 ? $0 : nil })
    }

    func column(_ facts: ColumnFacts, _ type: ColumnTypes) -> ServerColumn {
        let (row, identity) = (facts.row, facts.identity)
        let name = row[Column.name] ?? ""
        // Whether values other than the server's are possible.
        let isOpen = !facts.isGenerated && identity != "a"
        let isInsertable = isOpen && facts.canInsert && row.flag(Column.isInsertable)
        let isUpdatable = isOpen && facts.canUpdate && row.flag(Column.isUpdatable)
        return ServerColumn(
            name: name, number: row.number(Column.number) ?? 0, quotedName: line.quoted(name), type: type.type,
            typeName: row[Column.castName] ?? "text",
            reading: type.reading, isInsertable: type.isWritable && isInsertable,
            isUpdatable: type.isWritable && isUpdatable, isRestorable: isInsertable, isAlwaysGenerated: !isOpen,
            hasDefault: facts.hasDefault || !identity.isEmpty, isRequired: facts.isRequired,
            precision: type.precision, writesSeconds: type.writesSeconds)
    }

    /// The values of the enums in columns of the table, in their order, by type.
    func enumLabels(_ table: String) throws(ServerError) -> [String: [String]] {
        let rows = try line.rows(
            """
            SELECT e.enumtypid, e.enumlabel FROM pg_catalog.pg_enum e
            WHERE e.enumtypid IN (
              SELECT coalesce(nullif(t.typbasetype, 0), t.oid)
              FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
              WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped)
            ORDER BY e.enumtypid, e.enumsortorder
            """, [table])
        var labels: [String: [String]] = [:]
        for row in rows { labels[row[0] ?? "", default: []].append(row[1] ?? "") }
        return labels
    }
}
