import KirokuCore

/// Finds out what there is to know of a table.
struct TableReader {
    let transaction: ServerTransaction
    private var line: ServerLine { transaction.line }

    /// - Parameter name: the table's name, with or without its schema.
    func table(named name: String?) throws(ServerError) -> ServerTable {
        guard let name else { throw .noTableNamed(present: try presentTables()) }
        guard let found = try find(name) else { throw .noTable(name, present: try presentTables()) }
        let rows = try line.rows(Self.columnQuery, [found.id])
        let labels = try enumLabels(found.id)
        let readable = rows.filter { $0.flag(Column.isReadable) }
        guard !readable.isEmpty else { throw .noFields(found.name) }
        // What cannot be named cannot be asked for.
        guard readable.allSatisfy({ $0.isText(Column.name) }) else { throw unintelligible }
        let isTable = ["r", "p"].contains(found.kind)
        let keys = isTable ? try line.rows(Self.keyQuery, [found.id]) : []
        let identity = identity(keys, readable)
        let types = readable.map { ColumnTypes(serverType($0, labels)) }
        var columns: [ServerColumn] = []
        var schema = Schema()
        for (row, type) in zip(readable, types) {
            let column = column(row, type, isTable: isTable)
            columns.append(column)
            do throws(TableError) {
                try schema.add(column.name, type: type.type)
            } catch {
                throw unintelligible
            }
        }
        let rules = columns.indices.map { index in
            self.rules(types[index].rules, columns[index], isUnique: isUnique(readable[index], keys))
        }
        schema = try defined(schema, rules, readable.map { labels[$0[Column.baseType] ?? ""] ?? [] })
        return ServerTable(
            name: found.name, quotedName: line.quoted(found.schema) + "." + line.quoted(found.name),
            catalogName: found.catalogName, kind: found.kind,
            fullName: found.schema + "." + found.name, relation: found.id, hasRowVersions: found.hasRowVersions,
            canDelete: isTable && found.canDelete,
            hasChildren: found.kind == "r" && found.hasChildren, columns: columns, schema: schema, identity: identity,
            readOnlyReason: readOnlyReason(isTable: isTable, identity.map { columns[$0] }, columns),
            hiddenColumns: rows.filter { !$0.flag(Column.isReadable) }.compactMap { $0[Column.name] },
            hidesRecords: found.hidesRecords, serverVersion: line.versionText)
    }

    private var unintelligible: ServerError { .unintelligible(server: line.plan.server) }

    // MARK: Finding

    private struct Found {
        let id: String
        let schema: String
        let name: String
        let kind: String
        let hidesRecords: Bool
        let hasRowVersions: Bool
        let canDelete: Bool
        let hasChildren: Bool
        let catalogName: String
    }

    /// The table of exactly this name, or else the only one whose name differs in case; a name with a point may begin
    /// with its schema.
    private func find(_ name: String) throws(ServerError) -> Found? {
        let point = name.firstIndex(of: ".")
        let schema = point.map { String(name[..<$0]) }
        let rest = point.map { String(name[name.index(after: $0)...]) }
        let rows = try line.rows(
            """
            SELECT c.oid, n.nspname, c.relname, c.relkind, pg_catalog.row_security_active(c.oid),
              coalesce(c.relname = $1 OR c.relname = $3 AND n.nspname = $2, false) AS is_exact,
              pg_catalog.array_position($4::pg_catalog.name[], n.nspname) AS place,
              c.relkind = 'r' AND NOT c.relhassubclass AND pg_catalog.has_table_privilege(c.oid, 'SELECT'),
              c.relhassubclass, pg_catalog.has_table_privilege(c.oid, 'DELETE'),
              pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (
              pg_catalog.lower(c.relname) = pg_catalog.lower($1) AND n.nspname = ANY ($4::pg_catalog.name[])
              OR pg_catalog.lower(c.relname) = pg_catalog.lower($3) AND pg_catalog.lower(n.nspname) = pg_catalog.lower($2))
            ORDER BY is_exact DESC, place LIMIT 1000
            """, [name, schema, rest, SQLText.array(transaction.schemas)])
        guard let first = rows.first, first.flag(5) || rows.count == 1, first.isText(1), first.isText(2),
            let id = first[0], let schema = first[1], let name = first[2], let kind = first[3]
        else { return nil }
        return Found(
            id: id, schema: schema, name: name, kind: kind, hidesRecords: first.flag(4), hasRowVersions: first.flag(7),
            canDelete: first.flag(9), hasChildren: first.flag(8), catalogName: first[10] ?? "")
    }

    /// The names of tables that the user may read, at most 11.
    private func presentTables() throws(ServerError) -> [String] {
        let rows = try line.rows(
            """
            SELECT CASE WHEN n.nspname = ANY ($1::pg_catalog.name[]) THEN c.relname ELSE n.nspname || '.' || c.relname END
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
            ORDER BY 1 LIMIT 11
            """, [SQLText.array(transaction.schemas)])
        return rows.compactMap { $0[0] }
    }

    // MARK: Columns

    /// The columns of ``columnQuery``.
    private enum Column {
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
    }

    /// A domain may be made from a domain, so its base is looked for step by step.
    private static let columnQuery = """
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
          pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'UPDATE')
        FROM bases b JOIN pg_catalog.pg_attribute a ON a.attrelid = $1::pg_catalog.oid AND a.attnum = b.attnum
          JOIN pg_catalog.pg_type t ON t.oid = b.oid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        WHERE b.typtype <> 'd' ORDER BY a.attnum
        """

    private func serverType(_ row: ServerRow, _ labels: [String: [String]]) -> ServerType {
        let name = row[Column.typeName] ?? ""
        let isEnum = row.flag(Column.isEnum)
        // An extension is free to name a type as PostgreSQL does.
        let isKnown = row.flag(Column.isOfPostgreSQL) || name == "citext"
        return ServerType(
            name: isKnown ? name : "", isEnum: isEnum, labels: labels[row[Column.baseType] ?? ""] ?? [],
            modifier: row.number(Column.modifier).flatMap { $0 >= 0 ? $0 : nil })
    }

    private func column(_ row: ServerRow, _ type: ColumnTypes, isTable: Bool) -> ServerColumn {
        let name = row[Column.name] ?? ""
        let isGenerated = !(row[Column.generated] ?? "").isEmpty
        let identity = row[Column.identity] ?? ""
        let isWritable = isTable && type.isWritable && !isGenerated
        return ServerColumn(
            name: name, number: row.number(Column.number) ?? 0, quotedName: line.quoted(name), type: type.type,
            typeName: row[Column.castName] ?? "text",
            reading: type.reading, isInsertable: isWritable && identity != "a" && row.flag(Column.isInsertable),
            isUpdatable: isWritable && identity != "a" && row.flag(Column.isUpdatable),
            isRestorable: isTable && !isGenerated && identity != "a" && row.flag(Column.isInsertable),
            isAlwaysGenerated: isGenerated || identity == "a",
            hasDefault: row.flag(Column.hasDefault) || !identity.isEmpty, isRequired: row.flag(Column.isRequired),
            precision: type.precision, writesSeconds: type.writesSeconds)
    }

    /// The values of the enums that columns of the table have, in their order, by the type.
    private func enumLabels(_ table: String) throws(ServerError) -> [String: [String]] {
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

    // MARK: Identity

    /// A row for each unique index that tells all records apart, the primary key first: the numbers of its columns.
    private static let keyQuery = """
        SELECT pg_catalog.array_to_string(i.indkey, ' '), i.indnkeyatts FROM pg_catalog.pg_index i
        WHERE i.indrelid = $1::pg_catalog.oid AND i.indisunique AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL
          AND i.indexprs IS NULL
        ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid
        """

    /// The columns of an index, by their numbers; what it only carries along is no part of the key.
    private func numbers(_ key: ServerRow) -> [String] {
        let all = (key[0] ?? "").split(separator: " ").map(String.init)
        return Array(all.prefix(key.number(1) ?? all.count))
    }

    private func identity(_ keys: [ServerRow], _ rows: [ServerRow]) -> [Int] {
        for key in keys {
            let columns = numbers(key).map { number in
                rows.firstIndex { $0[Column.number] == number && $0.flag(Column.isRequired) }
            }
            let known = columns.compactMap(\.self)
            if !known.isEmpty, known.count == columns.count { return known }
        }
        return []
    }

    private func isUnique(_ row: ServerRow, _ keys: [ServerRow]) -> Bool {
        keys.contains { numbers($0) == [row[Column.number] ?? ""] }
    }

    private func readOnlyReason(
        isTable: Bool, _ identity: [ServerColumn], _ columns: [ServerColumn]
    ) -> ReadOnlyReason? {
        if transaction.isStandby { return .standby }
        if !isTable { return .notATable }
        if columns.allSatisfy(\.isReadOnly) { return .noRight }
        if identity.isEmpty { return .noIdentity }
        return identity.contains { $0.reading == .inZone } ? .zonedKey : nil
    }

    // MARK: Fields

    private func rules(_ rules: FieldRules, _ column: ServerColumn, isUnique: Bool) -> FieldRules {
        var rules = rules
        rules.isRequired = column.isRequired && !column.hasDefault && !column.isAlwaysGenerated
        if isUnique { rules.uniqueWith = [] }
        return rules
    }

    private func defined(
        _ schema: Schema, _ rules: [FieldRules], _ labels: [[String]]
    ) throws(ServerError) -> Schema {
        let fields = schema.fields.indices.map { index in
            let field = schema[index].with(rules[index])
            guard field.type.hasOptions else { return field }
            // The same each time, so that two readings of a table are the same.
            return field.with(labels[index].enumerated().map { ChoiceOption(id: $0 + 1, text: $1) })
        }
        do throws(TableError) {
            return try Schema(fields: fields, nextFieldID: schema.nextFieldID)
        } catch {
            throw unintelligible
        }
    }
}
