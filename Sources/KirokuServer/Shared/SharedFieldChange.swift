import KirokuCore

/// A change of the fields, as statements.
enum SharedFieldChange {
    /// - Parameter layout: the layout before, and then after the change.
    static func statements(_ change: FieldChange, _ layout: inout SharedLayout) -> [ServerStatement] {
        // All copies read the whole table again after this.
        var sql = ["SELECT set_config('kiroku.quiet', 'on', true)"]
        var (columns, comments): ([FieldID: String], [FieldID: String]) = ([:], [:])
        for (index, field) in layout.fields.fields.enumerated() {
            columns[field.id] = layout.columns[index]
            if layout.comments.indices.contains(index) { comments[field.id] = layout.comments[index] }
        }
        var filled: [FieldContents] = []
        for field in layout.fields.fields where change.schema.index(of: field.id) == nil {
            guard let column = columns.removeValue(forKey: field.id) else { continue }
            sql.append("ALTER TABLE \(layout.table) DROP COLUMN \(column)")
            sql.append(
                """
                UPDATE \(layout.table) SET \(SharedLayout.Own.texts) = nullif(\(SharedLayout.Own.texts) - \
                '\(field.id.rawValue)', '{}'::jsonb) WHERE \(SharedLayout.Own.texts) ? '\(field.id.rawValue)'
                """)
        }
        for field in change.schema.fields {
            let before = layout.fields.index(of: field.id).map { layout.fields[$0] }
            if let column = columns[field.id] {
                guard before?.name != field.name else { continue }
                columns[field.id] = nil
                let new = name(for: field, besides: Array(columns.values))
                columns[field.id] = new
                if new != column { sql.append("ALTER TABLE \(layout.table) RENAME COLUMN \(column) TO \(new)") }
            } else {
                let new = name(for: field, besides: Array(columns.values))
                columns[field.id] = new
                sql.append("ALTER TABLE \(layout.table) ADD COLUMN \(new) \(field.type.databaseType)")
                filled += change.inserted.filter { $0.definition.id == field.id }
            }
        }
        layout.fields = change.schema
        layout.columns = change.schema.fields.map { columns[$0.id] ?? "" }
        layout.comments = change.schema.fields.map { comments[$0.id] }
        return sql.map { ServerStatement(sql: $0, values: []) } + filled.flatMap { [layout] in fill($0, layout) }
    }

    /// Statements that raise ``RaisedSign/changed`` if others have put something into a field that the change removes,
    /// and this copy has not read that: it would be gone without anyone having decided so.
    ///
    /// While the fields are locked, nobody else can put more into it.
    ///
    /// - Parameters:
    ///   - layout: the layout before the change.
    ///   - desk: the identity of this copy, which knows its own edits.
    ///   - cursor: up to where this copy has read.
    static func guards(
        _ change: FieldChange, _ layout: SharedLayout, desk: String, cursor: String
    ) -> [ServerStatement] {
        zip(layout.fields.fields, layout.columns).filter { change.schema.index(of: $0.0.id) == nil }.map {
            field, column in
            ServerStatement(
                sql: """
                    SELECT \(RaisedSign.changed.expression) FROM (\(SharedFeed.unseen(layout.home))) c
                    JOIN \(layout.table) AS r ON r.\(SharedLayout.Own.record) = c.key
                    WHERE c.desk IS DISTINCT FROM $2::uuid
                      AND (r.\(column) IS NOT NULL OR r.\(SharedLayout.Own.texts) ? '\(field.id.rawValue)')
                    HAVING count(*) > 0
                    """, values: [cursor, desk])
        }
    }

    private static func name(for field: FieldDefinition, besides columns: [String]) -> String {
        let taken = SharedLayout.reserved.union(columns.map(SQLText.unquoted))
        return SQLText.name(SQLText.name(field.name, besides: taken))
    }

    private static func fill(_ contents: FieldContents, _ layout: SharedLayout) -> [ServerStatement] {
        guard let column = layout.column(of: contents.definition.id) else { return [] }
        let cells = contents.records.indices.map { (record: contents.records[$0], value: contents.value(at: $0)) }
        let batches = RecordRows.batches(of: cells.filter { $0.value != .empty }, columns: 3) { $0.value.bytes }
        return batches.map { batch in
            var rows = RecordRows(besides: layout.quotedNames)
            let record = rows.add(batch.lazy.map(\.record))
            let update = layout.update(layout.assignments([(column, batch.map(\.value))], isNew: false, &rows))
            return rows.statement("\(update) \(rows.source) WHERE \(SharedLayout.Own.record) = \(record)")
        }
    }

    /// Updates the list of fields, and notifies the others.
    static func ending(_ layout: SharedLayout) -> [ServerStatement] {
        let home = layout.home
        let rows = (SharedScript.fieldRows(layout) + SharedScript.marks(layout)).map {
            ServerStatement(sql: $0, values: [])
        }
        return [ServerStatement(sql: "DELETE FROM \(home).fields", values: [])] + rows + [
            ServerStatement(
                sql: """
                    UPDATE \(home).document SET fields = fields + 1, \
                    next_field = greatest(next_field, \(layout.fields.nextFieldID.rawValue))
                    """, values: [])
        ]
    }
}
