import KirokuCore

/// Finds a shared document on a server, and reads its layout and records.
struct SharedTable {
    let line: ServerLine

    /// Who has created a table.
    enum Owner {
        /// A document is shared through it; with the schema for Kiroku's own data.
        case document(home: String)
        case otherProgram
    }

    /// Finds out who has created a table.
    ///
    /// - Parameters:
    ///   - name: the table's name, with or without its schema.
    ///   - schemas: the schemas in which to look for a table without one.
    /// - Returns: `nil` if there is none of exactly this name.
    func owner(ofTable name: String, _ schemas: [String]) throws(ServerError) -> Owner? {
        let parts = SharedName(name)
        let rows = try line.rows(
            """
            SELECT h.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
              LEFT JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid AND t.tgname = 'kiroku_update'
              LEFT JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid LEFT JOIN pg_catalog.pg_namespace h ON h.oid = p.pronamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (
              c.relname = $1 AND n.nspname = ANY ($4::pg_catalog.name[]) OR c.relname = $3 AND n.nspname = $2)
            ORDER BY c.relname = $1 DESC, pg_catalog.array_position($4::pg_catalog.name[], n.nspname) LIMIT 1
            """, [name, parts.schema, parts.table, SQLText.array(schemas)])
        guard let first = rows.first else { return nil }
        guard let home = first[0], SharedLayout.isHome(home) else { return .otherProgram }
        return .document(home: home)
    }

    /// The edits among some that the server has.
    func known(_ edits: [String], _ home: String) throws(ServerError) -> [String] {
        guard !edits.isEmpty else { return [] }
        return KnownEdits.ids(
            try line.rows("SELECT \(KnownEdits.sql(home, "$1"))", [SQLText.array(edits)]).first?[0])
    }

    /// An SQL expression for the number of a document's table, where `d` is the row of the document.
    ///
    /// A table that was restored alone has another number than recorded; its triggers identify it as the document's, if
    /// they have the same owner.
    ///
    /// - Parameter home: the schema with Kiroku's own data.
    static func relation(_ home: String) -> String {
        """
        coalesce((SELECT c.oid FROM pg_catalog.pg_class c WHERE c.oid = d.relation), (SELECT min(c.oid) \
        FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid \
        JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid AND c.relowner = p.proowner \
        WHERE t.tgname = 'kiroku_update' AND p.pronamespace = '\(home)'::pg_catalog.regnamespace))
        """
    }

    /// The lock for the table of a document; `nil` if it does not exist.
    ///
    /// - Parameter home: the schema with Kiroku's own data.
    func lock(_ home: String) throws(ServerError) -> TableLock? {
        try checkForm(home)
        let rows = try line.rows(
            """
            SELECT n.nspname, c.relname, \(TableLock.isPossible) FROM \(home).document d
              JOIN pg_catalog.pg_class c ON c.oid = \(Self.relation(home)) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            """)
        guard let row = rows.first, let place = row[0], let table = row[1] else { return nil }
        return TableLock(
            name: SQLText.name(place) + "." + SQLText.name(table), isPossible: row.flag(2), isElsewhere: false)
    }

    /// Reads the layout of a document.
    ///
    /// - Parameter home: the schema with Kiroku's own data.
    func layout(_ home: String) throws(ServerError) -> SharedLayout {
        try checkForm(home)
        let documents = try line.rows(
            """
            SELECT d.id, n.nspname, c.relname, d.fields, d.next_field, c.oid,
              (SELECT k.conname FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p')
            FROM \(home).document d
              JOIN pg_catalog.pg_class c ON c.oid = \(Self.relation(home)) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            """)
        guard documents.count == 1, let row = documents.first, let id = row[0], let place = row[1], let table = row[2],
            let version = row.number(3), let next = row.number(4), let relation = row[5]
        else { throw unintelligible }
        let name = SQLText.name(place) + "." + SQLText.name(table)
        let stored = try fields(home)
        let found = try columns(of: stored, in: relation, name)
        var (fields, columns, comments): ([FieldDefinition], [String], [String?]) = ([], [], [])
        var gone: String?
        for (field, _) in stored {
            // If another program has removed the column of a field, the field is gone, as if a copy of the document had
            // removed it.
            guard let column = found[field.id] else {
                gone = gone ?? field.name
                continue
            }
            fields.append(field)
            columns.append(SQLText.name(column.name))
            comments.append(column.comment)
        }
        if fields.isEmpty, let gone { throw .columnGone(gone) }
        guard !fields.isEmpty, let schema = try? Schema(fields: fields, nextFieldID: FieldID(rawValue: next)) else {
            throw unintelligible
        }
        return SharedLayout(
            document: id, home: home, table: name, name: table, version: version, fields: schema, columns: columns,
            comments: comments, keyConstraint: row[6])
    }

    /// The recorded fields, with the numbers of their columns at that time.
    private func fields(_ home: String) throws(ServerError) -> [(FieldDefinition, number: Int)] {
        let rows = try line.rows(
            """
            SELECT id, name, type, initial, picture, format, source, rules, options, attnum FROM \(home).fields ORDER BY place
            """)
        var fields: [(FieldDefinition, number: Int)] = []
        for row in rows {
            guard let id = row.number(0), let name = row[1], let type = row[2], let number = row.number(9) else {
                throw unintelligible
            }
            // This version must not lose data of a later version.
            guard FieldType(rawValue: type) != nil else { throw .laterVersion }
            let stored = StoredField(
                id: id, name: name, type: type, initial: row[3], isPicture: row.flag(4), format: row[5], source: row[6],
                rules: row[7], options: row[8])
            guard let field = stored.definition else { throw unintelligible }
            fields.append((field, number))
        }
        return fields
    }

    /// Reads the columns of fields.
    ///
    /// - Parameters:
    ///   - relation: the number of the table.
    ///   - name: the name of the table, for the advice to the user.
    private func columns(
        of fields: [(FieldDefinition, number: Int)], in relation: String, _ name: String
    ) throws(ServerError) -> [FieldID: FieldColumns.Column] {
        let rows = try line.rows(
            """
            SELECT attnum, attname, pg_catalog.col_description(attrelid, attnum) FROM pg_catalog.pg_attribute
            WHERE attrelid = $1::pg_catalog.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """, [relation])
        var columns: [FieldColumns.Column] = []
        for row in rows {
            guard let number = row.number(0), let name = row[1] else { throw unintelligible }
            columns.append(FieldColumns.Column(number: number, name: name, comment: row[2]))
        }
        do throws(FieldColumns.Uncertain) {
            return try FieldColumns(
                of: fields.map { FieldColumns.Field(id: $0.0.id, name: $0.0.name, number: $0.number) }, among: columns
            ).found
        } catch {
            let field = fields.first { $0.0.id == error.field }?.0.name ?? ""
            let mark = SQLText.literal(FieldColumns.mark(error.field))
            throw .columnUncertain(field, sql: "COMMENT ON COLUMN \(name).\(SQLText.name("…")) IS \(mark)")
        }
    }

    /// Checks that the schema is in the format of this version, and that nothing in it would run with this user's
    /// permissions: another user may have created it.
    ///
    /// So functions must run with their owner's permissions, and the tables must have no row-level security, and only
    /// PostgreSQL's own types.
    private func checkForm(_ home: String) throws(ServerError) {
        guard SharedLayout.isHome(home) else { throw unintelligible }
        let facts = try line.rows(
            """
            SELECT
              EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace = n.oid AND c.relname = ANY ($2::text[])
                AND (c.relkind <> 'r' OR c.relrowsecurity OR EXISTS (
                  SELECT FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
                  WHERE a.attrelid = c.oid AND t.typnamespace <> 'pg_catalog'::pg_catalog.regnamespace))),
              EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.pronamespace = n.oid AND NOT p.prosecdef)
            FROM pg_catalog.pg_namespace n WHERE n.nspname = $1
            """, [home, SQLText.array(Self.tables)])
        guard let facts = facts.first else { throw unintelligible }
        guard !facts.flag(0) else { throw .notTrusted }
        let format = try line.rows("SELECT format FROM \(home).document").first?.number(0)
        guard let format else { throw unintelligible }
        guard format >= SharedLayout.format else { throw .earlierVersion }
        guard format == SharedLayout.format else { throw .laterVersion }
        guard !facts.flag(1) else { throw .notTrusted }
    }

    /// The tables of a document's schema that are read.
    private static let tables = ["document", "fields", "commits", "changes", "pictures", "keeping", "past", "present"]

    /// Reads all records.
    ///
    /// - Parameters:
    ///   - condition: the condition for the records, in SQL; `nil` for all.
    ///   - progress: called with the progress, by the server's estimate of the number of records.
    func records(
        _ layout: SharedLayout, _ limits: ServerLimits, where condition: String? = nil,
        _ progress: (Double) -> Void
    ) throws(ServerError) -> RecordTable {
        let likelyCount = try likelyCount(layout)
        let conditions = [layout.isHeld(limits), condition.map { "(\($0))" }].compactMap(\.self)
        var records = SharedBatch(layout)
        var bytes = 0
        let sql = """
            COPY (SELECT \(layout.selection) FROM \(layout.table) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \
            coalesce(\(SharedLayout.Own.after), \(SharedLayout.Own.record)), coalesce(\(SharedLayout.Own.step), 0), \
            \(SharedLayout.Own.record)) TO STDOUT (FORMAT csv)
            """
        try line.copy(sql) { (row) throws(ServerError) in
            guard records.add(row) else { throw unintelligible }
            bytes += row.count
            if records.count.isMultiple(of: 1_000) { progress(min(Double(records.count) / Double(likelyCount), 1)) }
            guard records.count <= limits.records, bytes <= limits.bytes else { throw .tooLargeToKeep(layout.name) }
            return true
        }
        return records.taken()
    }

    /// The number of records that are too long to be kept here.
    func longCount(_ layout: SharedLayout, _ limits: ServerLimits) throws(ServerError) -> Int {
        try line.rows("SELECT count(*) FROM \(layout.table) WHERE NOT (\(layout.isHeld(limits)))").first?.number(0) ?? 0
    }

    /// The server's estimate of the number of records, at least 1.
    ///
    /// - Parameter part: the part to count; `nil` for all.
    func likelyCount(_ layout: SharedLayout, _ part: SharedPart? = nil) throws(ServerError) -> Int {
        if let filter = part?.filter(layout) {
            return max(try line.likelyCount("SELECT 1 FROM \(layout.table) WHERE \(filter)"), 1)
        }
        let guess = try line.rows(
            "SELECT reltuples::bigint FROM pg_catalog.pg_class WHERE oid = $1::regclass", [layout.table])
        return max(guess.first?.number(0) ?? 0, 1)
    }

    /// Copies records in the order of their identities, or those after the last one received.
    ///
    /// - Parameters:
    ///   - part: the part to copy; `nil` for all.
    ///   - progress: called with the progress, by the server's estimate of the number of records.
    func copy(
        _ layout: SharedLayout, _ limits: ServerLimits, _ part: SharedPart?, into copy: PartialCopy,
        _ progress: (Double) -> Void
    ) throws(ServerError) {
        guard let before = copy.state?.copying else { return }
        let filter = try part?.batches(layout)
        let conditions = [
            before.last.flatMap { Int64($0) }.map { "\(SharedLayout.Own.record) > \($0)" },
            part?.filter(layout).map { "(\($0))" }, layout.isHeld(limits),
        ].compactMap(\.self)
        var records = SharedBatch(layout)
        var (count, bytes, unwritten) = (before.count, before.bytes, 0)
        func write() throws(ServerError) {
            let batch = records.taken()
            guard let last = batch.ids.last else { return }
            do throws(StorageError) {
                try copy.add(filter?.taken(from: batch) ?? batch, last: String(last.rawValue), bytes: unwritten)
            } catch {
                throw .storage(error)
            }
            (count, unwritten) = (count + batch.count, 0)
            progress(min(Double(count) / Double(before.expected), 1))
        }
        let sql = """
            COPY (SELECT \(layout.selection) FROM \(layout.table) WHERE \(conditions.joined(separator: " AND ")) \
            ORDER BY \(SharedLayout.Own.record)) TO STDOUT (FORMAT csv)
            """
        try line.copy(sql) { (row) throws(ServerError) in
            guard records.add(row) else { throw unintelligible }
            (bytes, unwritten) = (bytes + row.count, unwritten + row.count)
            guard count + records.count <= limits.records, bytes <= limits.bytes else {
                throw .tooLargeToKeep(layout.name)
            }
            let isFull = records.count >= CopyBatch.rows || unwritten >= CopyBatch.bytes
            if isFull, filter?.needsAllAtOnce != true { try write() }
            return true
        }
        try write()
    }

    /// A place as in the table, where another program may have put anything.
    static func place(_ after: Int64?, _ step: Int64?) -> Place? {
        guard let after, let step, Place.afterRange.contains(after), Place.stepRange.contains(step) else { return nil }
        return Place(after: after, step: step)
    }

    private var unintelligible: ServerError { .unintelligible(server: line.plan.server) }
}

/// A table's name as in an address, which may begin with the name of a schema.
struct SharedName {
    let schema: String?
    let table: String?

    init(_ name: String) {
        let point = name.firstIndex(of: ".")
        schema = point.map { String(name[..<$0]) }
        table = point.map { String(name[name.index(after: $0)...]) }
    }
}
