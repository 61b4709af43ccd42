import KirokuCore

/// How to get the values of other tables that columns refer to.
enum ReferenceReading {
    /// Not needed.
    case none
    /// Recently read, by column number.
    case known([Int: [ChoiceOption]])
    /// Read now, if there are not too many.
    case read
}

/// Reading the values that columns can take from other tables.
extension TableReader {
    /// The largest number of values in a list of choices.
    static let longestList = 500

    /// - Parameters:
    ///   - types: the types of the columns.
    ///   - owner: the number of the table that has the rows.
    /// - Returns: the values with their labels, in the order of the labels, by column number.
    func lists(_ facts: [ColumnFacts], _ types: [ColumnTypes], _ owner: String?) throws(ServerError) -> [Int:
        [ChoiceOption]]
    {
        switch references {
        case .none: return [:]
        case .known(let lists): return lists
        case .read: break
        }
        guard let owner else { return [:] }
        var lists: [Int: [ChoiceOption]] = [:]
        for row in try line.rows(Self.referenceQuery, [owner]) {
            for (fact, type) in zip(facts, types) where fact.owner?[Column.number] == row[0] {
                guard FieldRules.hasList(type.type), let number = fact.row.number(Column.number), lists[number] == nil
                else {
                    continue
                }
                lists[number] = try list(row)
            }
        }
        return lists
    }

    private func list(_ row: ServerRow) throws(ServerError) -> [ChoiceOption]? {
        guard let schema = row[1], let table = row[2], let key = row[3] else { return nil }
        let label = row[4].map { "pg_catalog.left(\(line.quoted($0))::text, 200)" } ?? "NULL"
        // Sorted only if there are few: otherwise the server would have to sort all of them.
        let rows = try line.rows(
            """
            SELECT k, l FROM (SELECT \(line.quoted(key))::text AS k, \(label) AS l FROM \(line.quoted(schema)).\(line.quoted(table))
              WHERE \(line.quoted(key)) IS NOT NULL LIMIT \(Self.longestList + 1)) few ORDER BY l, pg_catalog.length(k), k
            """)
        guard rows.count <= Self.longestList, rows.allSatisfy({ $0.isText(0) }) else { return nil }
        return rows.enumerated().compactMap { place, row in
            row[0].map { ChoiceOption(id: place + 1, text: $0, label: row[1]) }
        }
    }

    /// A row for each column that refers to a single column of another table which the user may read completely: the
    /// column, the table, its column, and a text column for labels, preferably a name.
    private static let referenceQuery = """
        SELECT k.conkey[1], n.nspname, c.relname, f.attname, l.attname
        FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.confrelid
          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_catalog.pg_attribute f ON f.attrelid = c.oid AND f.attnum = k.confkey[1]
          LEFT JOIN LATERAL (
            SELECT a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnum <> f.attnum AND t.typcategory = 'S'
              AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
            ORDER BY a.attname ~* '(name|title|label)' DESC, a.attnotnull DESC, a.attnum LIMIT 1) l ON true
        WHERE k.conrelid = $1::pg_catalog.oid AND k.contype = 'f' AND pg_catalog.cardinality(k.conkey) = 1
          AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
          AND pg_catalog.has_column_privilege(c.oid, f.attnum, 'SELECT') AND NOT pg_catalog.row_security_active(c.oid)
        ORDER BY k.conname
        """
}
