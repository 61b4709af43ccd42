/// Reading the table below a view, and which edits the view allows.
extension TableReader {
    /// - Parameters:
    ///   - rows: the server's rows about the columns.
    ///   - view: the facts about the view; `nil` for a table.
    func facts(_ rows: [ServerRow], _ view: ViewFacts?, isTable: Bool) throws(ServerError) -> [ColumnFacts] {
        guard let view else {
            return rows.map { ColumnFacts(row: $0, owner: $0, canInsert: isTable, canUpdate: isTable) }
        }
        let below = try view.source.map { (source) throws(ServerError) in
            try line.rows(Self.columnQuery, [source.relation])
        }
        let owners = Dictionary((below ?? []).map { ($0[Column.number] ?? "", $0) }) { first, _ in first }
        return rows.map { row in
            let number = row[Column.number] ?? ""
            return ColumnFacts(
                row: row, owner: view.source?.columns[number].flatMap { owners[$0] },
                canInsert: view.insertable.contains(number), canUpdate: view.updatable.contains(number))
        }
    }

    /// - Parameter view: the number of the view.
    func view(_ view: String) throws(ServerError) -> ViewFacts {
        var facts = ViewFacts()
        for row in try line.rows(Self.viewQuery, [view]) {
            guard let number = row[0] else { continue }
            if row.flag(1) { facts.insertable.insert(number) }
            if row.flag(2) { facts.updatable.insert(number) }
            facts.canDelete = row.flag(3)
        }
        if facts.isEditable { facts.source = try source(of: view, depth: 0) }
        return facts
    }

    /// Which edits each column allows.
    ///
    /// INSTEAD OF triggers (64) handle all columns: of an insertion (4), a deletion (8) or an update (16). Otherwise,
    /// PostgreSQL itself may update the underlying table for some columns; it numbers the events 8, 16 and 4.
    private static let viewQuery = """
        SELECT a.attnum, t.kinds & 4 <> 0 OR e.own & 8 <> 0 AND c.own, t.kinds & 16 <> 0 OR e.own & 4 <> 0 AND c.own,
          t.kinds & 8 <> 0 OR e.own & 16 <> 0
        FROM (SELECT pg_catalog.pg_relation_is_updatable($1::pg_catalog.oid, false) AS own) e
          CROSS JOIN (SELECT coalesce(pg_catalog.bit_or(tgtype), 0) AS kinds FROM pg_catalog.pg_trigger
            WHERE tgrelid = $1::pg_catalog.oid AND tgtype & 64 <> 0 AND tgenabled <> 'D') t
          CROSS JOIN pg_catalog.pg_attribute a
          CROSS JOIN LATERAL (
            SELECT pg_catalog.pg_column_is_updatable($1::pg_catalog.oid, a.attnum, false) AS own) c
        WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped
        """

    /// Follows views of views.
    private func source(of view: String, depth: Int) throws(ServerError) -> ViewSource? {
        guard depth < 16,
            let text = try line.rows("SELECT pg_catalog.pg_get_viewdef($1::pg_catalog.oid)", [view]).first?[0],
            let shown = ViewText(text)
        else { return nil }
        let found = try line.rows(
            """
            SELECT c.oid, c.relkind, c.relhassubclass FROM pg_catalog.pg_class c
              JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2
            """, [shown.schema, shown.table])
        guard let row = found.first, let relation = row[0], let kind = row[1] else { return nil }
        var numbers: [String: String] = [:]
        for column in try line.rows(Self.numberQuery, [relation]) { numbers[column[1] ?? ""] = column[0] }
        let own = try line.rows(Self.numberQuery, [view]).compactMap { $0[0] }
        guard own.count == shown.columns.count else { return nil }
        let pairs = zip(own, shown.columns).compactMap { number, name in
            name.flatMap { numbers[$0] }.map { (number, $0) }
        }
        let columns = Dictionary(pairs) { first, _ in first }
        if kind == "v" {
            return try source(of: relation, depth: depth + 1).map { below in
                ViewSource(
                    relation: below.relation, hasChildren: below.hasChildren,
                    columns: columns.compactMapValues { below.columns[$0] })
            }
        }
        guard ["r", "p"].contains(kind) else { return nil }
        return ViewSource(relation: relation, hasChildren: kind == "r" && row.flag(2), columns: columns)
    }

    private static let numberQuery = """
        SELECT attnum, attname FROM pg_catalog.pg_attribute
        WHERE attrelid = $1::pg_catalog.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
        """
}
