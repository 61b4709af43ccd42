import KirokuCore

/// The statements that write records, only a few for any number of records.
///
/// Each checks the values that it replaces, and either changes all of its records or reports that it does not.
extension WriteTarget {
    /// Locks rows in the order of their keys, so that two transactions that change the same rows do not deadlock.
    func lock(_ records: some Collection<RecordID>) -> [ServerStatement] {
        var rows = RecordRows(besides: quotedNames)
        guard canLock, records.count > 1, let keys = keys(of: records.sorted(by: isBefore), &rows) else { return [] }
        let names = identity.joined(separator: ", ")
        return [
            rows.statement(
                """
                SELECT count(*) FROM (SELECT FROM \(table) \
                WHERE (\(names)) IN (SELECT \(keys.joined(separator: ", ")) FROM \(rows.source)) \
                ORDER BY \(names) FOR NO KEY UPDATE) held
                """)
        ]
    }

    // MARK: Existing rows

    /// Sets cells that still hold their former values.
    func set(_ edits: [RecordID: CellEdits]) -> [ServerStatement] {
        RecordRows.alike(edits).flatMap { fields, records in
            let isOfKey = !keyFields.isDisjoint(with: fields)
            return RecordRows.batches(
                of: records.sorted(by: isBefore), columns: 3 * fields.count + identity.count,
                // One after another, so that a key that has just become free can be used.
                areSingle: isOfKey, bytes: { edits[$0]?.bytes ?? 0 }
            ).map { set(Array($0), fields, edits, isOfKey: isOfKey) }
        }
    }

    private func set(
        _ records: [RecordID], _ fields: [FieldID], _ edits: [RecordID: CellEdits], isOfKey: Bool
    ) -> ServerStatement {
        var rows = RecordRows(besides: quotedNames)
        var (conditions, cells): ([String], [(column: Column, values: [CellValue])]) = ([], [])
        for field in fields {
            guard let column = column(of: field) else { return givingUp }
            conditions.append(isStill(records.map { edits[$0]?[field]?.base ?? .empty }, column, &rows))
            cells.append((column, records.map { edits[$0]?[field]?.value ?? .empty }))
        }
        let update = update(assignments(cells, isNew: false, &rows))
        return change(update, records, rows, conditions, isOfKey: isOfKey)
    }

    /// The beginning of a statement that sets columns, up to the name of the source of values.
    func update(_ assignments: [ColumnAssignment]) -> String {
        "UPDATE \(table) SET \(assignments.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")) FROM"
    }

    /// Deletes records whose cells in some fields still hold their former values; ignores fields that the table lacks.
    func delete(_ records: [RecordID], _ fields: [FieldID], cell: RecordCells) -> [ServerStatement] {
        let columns = columns(of: fields)
        let order = records.indices.sorted { isBefore(records[$0], records[$1]) }
        return batches(of: order, columns, 2 * columns.count, cell).map { batch in
            var rows = RecordRows(besides: quotedNames)
            let conditions = columns.map { field, column in isStill(batch.map { cell($0, field) }, column, &rows) }
            return change("DELETE FROM \(table) USING", batch.map { records[$0] }, rows, conditions)
        }
    }

    /// Changes the rows of records if all meet the conditions.
    ///
    /// - Parameters:
    ///   - sql: the change, up to the name of the source of values.
    ///   - isOfKey: whether the keys are changed.
    func change(
        _ sql: String, _ records: [RecordID], _ rows: RecordRows, _ conditions: [String],
        isOfKey: Bool = false
    ) -> ServerStatement {
        var rows = rows
        guard let keys = keys(of: records, &rows) else { return givingUp }
        var (returned, answers, failure) = (["1"], [String](), "count(*) <> \(records.count)")
        if isKeyNamed {
            // Counts distinct records, because one record might match two rows, and another one none.
            returned += ["\(rows.add(records)) AS r"] + keys.enumerated().map { "\($1) AS o\($0)" }
            failure += " OR count(DISTINCT r) <> \(records.count)"
        }
        if isOfKey {
            returned += newKey
            if returnedKey != nil { answers = ["max(k)", "max(b)"] }
        }
        if raises { answers.append("CASE WHEN \(failure) THEN \(RaisedSign.changed.expression) END") }
        if isOfKey { answers += isTaken(unless: same("done.q", "done.o")) }
        let isSame = zip(identity, keys).map { "\($0) = \($1)" }
        var statement = rows.statement(
            """
            WITH done AS (\(sql) \(rows.source) WHERE \((isSame + conditions).joined(separator: " AND ")) \
            RETURNING \(returned.joined(separator: ", "))) \
            SELECT \(answers.joined(separator: ", ")) FROM done\(raises ? "" : " HAVING NOT (\(failure))")
            """)
        if isOfKey, returnedKey != nil { statement.keyed = records }
        return statement
    }

    // MARK: New rows

    /// Adds records; the server fills in empty values and those that it generates.
    ///
    /// - Parameter more: adds further values to set in some of the rows.
    func insert(
        _ records: [RecordID], _ fields: [FieldID],
        besides more: (ArraySlice<Int>, inout RecordRows) -> [ColumnAssignment] = { _, _ in [] },
        cell: RecordCells
    ) -> [ServerStatement] {
        let columns = columns(of: fields)
        let filled = columns.filter { isFilledIn($0.column) }.map(\.field)
        var statements: [ServerStatement] = []
        var rest = records.indices
        while let first = rest.first {
            // Consecutive records that leave the same fields to the server, so that it numbers them in their order.
            let left = filled.filter { cell(first, $0) == .empty }
            let alike = rest.prefix { record in filled.filter { cell(record, $0) == .empty } == left }
            rest = rest.dropFirst(alike.count)
            let given = columns.filter { !left.contains($0.field) }
            // Only separate statements show whether one record has the key of another.
            let batches = batches(of: [Int](alike), given, given.count + 4, areSingle: isKeyNamed, cell)
            for batch in batches {
                var rows = RecordRows(besides: quotedNames)
                let cells = given.map { field, column in (column, batch.map { cell($0, field) }) }
                let assignments = more(batch, &rows) + assignments(cells, isNew: true, &rows)
                statements.append(insert(batch.map { records[$0] }, assignments, rows))
            }
        }
        return statements
    }

    private func insert(
        _ records: [RecordID], _ assignments: [ColumnAssignment], _ rows: RecordRows
    ) -> ServerStatement {
        var (rows, names) = (rows, "")
        if assignments.isEmpty {
            _ = rows.add(records)
        } else {
            names = " (\(assignments.map(\.name).joined(separator: ", ")))"
        }
        let values = assignments.map(\.value).joined(separator: ", ")
        let insertion = "INSERT INTO \(table)\(names) SELECT \(values) FROM \(rows.source)"
        guard !newKey.isEmpty else { return rows.statement(insertion) }
        let answers = (returnedKey == nil ? [] : ["k", "b"]) + isTaken(unless: "false")
        var statement = rows.statement(
            """
            WITH done AS (\(insertion) RETURNING \(newKey.joined(separator: ", "))) \
            SELECT \(answers.joined(separator: ", ")) FROM done
            """)
        if returnedKey != nil { statement.keyed = records }
        return statement
    }

    // MARK: Parts of statements

    /// Rolls back an edit, because what it changes no longer exists.
    private var givingUp: ServerStatement {
        ServerStatement(sql: "SELECT \(RaisedSign.changed.expression)", values: [])
    }

    /// The existing columns of fields, with the indexes of the fields.
    private func columns(of fields: [FieldID]) -> [(field: Int, column: Column)] {
        fields.enumerated().compactMap { index, field in column(of: field).map { (index, $0) } }
    }

    /// - Parameter count: the number of values per record.
    private func batches(
        of records: [Int], _ columns: [(field: Int, column: Column)], _ count: Int, areSingle: Bool = false,
        _ cell: RecordCells
    ) -> [ArraySlice<Int>] {
        RecordRows.batches(of: records, columns: count + identity.count, areSingle: areSingle) { record in
            columns.reduce(0) { $0 + cell(record, $1.field).bytes }
        }
    }

    /// The columns to return for a row that gets a key.
    private var newKey: [String] {
        (returnedKey.map { [$0] } ?? []) + (isKeyNamed ? identity.enumerated().map { "\($1) AS q\($0)" } : [])
    }

    /// The condition that the parts of two keys are equal.
    private func same(_ one: String, _ other: String) -> String {
        identity.indices.map { "\(one)\($0) = \(other)\($0)" }.joined(separator: " AND ")
    }

    /// Raises an error if another row already has the new key of a row: for a named key, nothing else would detect
    /// that.
    ///
    /// All parts of a statement see the table as it was before the statement.
    ///
    /// - Parameter condition: the condition that the row already had the key before.
    private func isTaken(unless condition: String) -> [String] {
        guard isKeyNamed else { return [] }
        let isSame = identity.enumerated().map { "t.\($1) = done.q\($0)" }.joined(separator: " AND ")
        return [
            """
            (SELECT CASE WHEN count(*) > 0 THEN \(RaisedSign.taken.expression) END \
            FROM done JOIN \(table) AS t ON \(isSame) WHERE NOT (\(condition)))
            """
        ]
    }
}
