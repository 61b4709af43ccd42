import KirokuCore

/// Reads the properties of a table.
struct TableReader {
    let transaction: ServerTransaction
    /// How to get the values of other tables that columns refer to.
    var references = ReferenceReading.none
    var line: ServerLine { transaction.line }

    /// - Parameter choice: the table.
    func table(_ choice: TableChoice) throws(ServerError) -> ServerTable {
        guard let name = choice.name else { throw .noTableNamed(present: try presentTables()) }
        guard let found = try Self.find(name, transaction.schemas, line) else {
            throw .noTable(name, present: try presentTables())
        }
        let rows = try line.rows(Self.columnQuery, [found.id])
        let labels = try enumLabels(found.id)
        let readable = rows.filter { $0.flag(Column.isReadable) }
        guard !readable.isEmpty else { throw .noFields(found.name) }
        // Columns with invalid names cannot be queried.
        guard readable.allSatisfy({ $0.isText(Column.name) }) else { throw unintelligible }
        let isTable = ["r", "p"].contains(found.kind)
        let view = found.kind == "v" ? try view(found.id) : nil
        var facts = try facts(readable, view, isTable: isTable)
        let quotedName = found.lock.name
        let named = choice.key.isEmpty ? nil : try namedKey(choice.key, facts, of: quotedName)
        for column in named?.columns ?? [] { facts[column].isOfNamedKey = true }
        // Properties of the rows belong to the table that has them.
        let owner = isTable ? found.id : view?.source?.relation
        let keys = try owner.map { (id) throws(ServerError) in try line.rows(Self.keyQuery, [id]) } ?? []
        let hasChildren = found.kind == "r" ? found.hasChildren : view?.source?.hasChildren ?? false
        let identity = named?.columns ?? (hasChildren && !isTable ? [] : identity(keys, facts))
        let types = try limited(facts, labels, owner)
        var columns: [ServerColumn] = []
        var schema = Schema()
        for (fact, type) in zip(facts, types) {
            let column = column(fact, type)
            columns.append(column)
            do throws(TableError) {
                try schema.add(column.name, type: type.type)
            } catch {
                throw unintelligible
            }
        }
        let rules = columns.indices.map { index in
            let isUnique = named?.columns == [index] || isUnique(facts[index], keys)
            return self.rules(types[index].rules, columns[index], isUnique: isUnique)
        }
        let lists = try lists(facts, types, owner)
        schema = try defined(
            schema, rules, columns.indices.map { lists[columns[$0].number] ?? Self.options(types[$0].values) },
            columns.indices.map { initial(facts[$0], columns[$0]) }, listed: columns.map { lists[$0.number] != nil })
        return ServerTable(
            name: found.name, quotedName: quotedName, lock: found.lock,
            catalogName: found.catalogName, kind: found.kind,
            fullName: found.schema + "." + found.name, relation: found.id, hasRowVersions: found.hasRowVersions,
            canDelete: (isTable || view?.canDelete == true) && found.canDelete,
            hasChildren: found.kind == "r" && found.hasChildren && named == nil, columns: columns, schema: schema,
            lists: lists, identity: identity, namedKey: named,
            readOnlyReason: readOnlyReason(isTable: isTable, view, identity.map { columns[$0] }, columns, named),
            hiddenColumns: rows.filter { !$0.flag(Column.isReadable) }.compactMap { $0[Column.name] },
            hidesRecords: found.hidesRecords, serverVersion: line.versionText)
    }

    var unintelligible: ServerError { .unintelligible(server: line.plan.server) }

    // MARK: Finding

    struct Found {
        let id: String
        let schema: String
        let name: String
        let kind: String
        let hidesRecords: Bool
        let hasRowVersions: Bool
        let canDelete: Bool
        let hasChildren: Bool
        let catalogName: String
        let lock: TableLock
    }

    /// The table of exactly this name, or else the only one whose name differs in case; a name with a point may begin
    /// with a schema.
    ///
    /// - Parameter schemas: the schemas in which to look for a table without one.
    static func find(_ name: String, _ schemas: [String], _ line: ServerLine) throws(ServerError) -> Found? {
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
              pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname), \(TableLock.isPossible)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (
              pg_catalog.lower(c.relname) = pg_catalog.lower($1) AND n.nspname = ANY ($4::pg_catalog.name[])
              OR pg_catalog.lower(c.relname) = pg_catalog.lower($3) AND pg_catalog.lower(n.nspname) = pg_catalog.lower($2))
            ORDER BY is_exact DESC, place LIMIT 1000
            """, [name, schema, rest, SQLText.array(schemas)])
        guard let first = rows.first, first.flag(5) || rows.count == 1, first.isText(1), first.isText(2),
            let id = first[0], let schema = first[1], let name = first[2], let kind = first[3]
        else { return nil }
        let lock = TableLock(
            name: line.quoted(schema) + "." + line.quoted(name), isPossible: first.flag(11), isElsewhere: kind == "f")
        return Found(
            id: id, schema: schema, name: name, kind: kind, hidesRecords: first.flag(4), hasRowVersions: first.flag(7),
            canDelete: first.flag(9), hasChildren: first.flag(8), catalogName: first[10] ?? "", lock: lock)
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
}
