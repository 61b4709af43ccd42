import KirokuCore

/// A change of the fields, as statements.
enum SharedFieldChange {
    /// How many cells of a new field are filled by a statement.
    private static let batch = 5_000

    /// - Parameter layout: as it is before, and then afterwards.
    static func statements(_ change: FieldChange, _ layout: inout SharedLayout) -> [ServerStatement] {
        // All read the table anew after this.
        var sql = ["SELECT set_config('kiroku.quiet', 'on', true)"]
        var (columns, comments): ([FieldID: String], [FieldID: String]) = ([:], [:])
        for (index, field) in layout.fields.fields.enumerated() {
            columns[field.id] = layout.columns[index]
            if layout.comments.indices.contains(index) { comments[field.id] = layout.comments[index] }
        }
        var filled: [ServerStatement] = []
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
                if let cells = change.inserted.first(where: { $0.definition.id == field.id }) {
                    filled += fill(new, cells, layout)
                }
            }
        }
        layout.fields = change.schema
        layout.columns = change.schema.fields.map { columns[$0.id] ?? "" }
        layout.comments = change.schema.fields.map { comments[$0.id] }
        return sql.map { ServerStatement(sql: $0, values: []) } + filled
    }

    private static func name(for field: FieldDefinition, besides columns: [String]) -> String {
        let taken = SharedLayout.reserved.union(columns.map(SQLText.unquoted))
        return SQLText.name(SQLText.name(field.name, besides: taken))
    }

    private static func fill(
        _ column: String, _ contents: FieldContents, _ layout: SharedLayout
    ) -> [ServerStatement] {
        let (field, own) = (contents.definition, SharedLayout.Own.self)
        var statements: [ServerStatement] = []
        var (ids, values, texts): ([String], [String?], [String?]) = ([], [], [])
        func flush() {
            guard !ids.isEmpty else { return }
            statements.append(
                ServerStatement(
                    sql: """
                        UPDATE \(layout.table) SET \(column) = v.value::\(field.type.databaseType), \
                        \(own.texts) = CASE WHEN v.texts IS NULL THEN \(own.texts) \
                        ELSE coalesce(\(own.texts), '{}'::jsonb) || v.texts::jsonb END \
                        FROM unnest($1::bigint[], $2::text[], $3::text[]) AS v (id, value, texts) WHERE \(own.record) = v.id
                        """,
                    values: ["{" + ids.joined(separator: ",") + "}", SQLText.array(values), SQLText.array(texts)]))
            (ids, values, texts) = ([], [], [])
        }
        for (index, record) in contents.records.enumerated() {
            let value = contents.value(at: index)
            guard value != .empty else { continue }
            let cell = SharedCell(value, type: field.type)
            ids.append(String(record.rawValue))
            values.append(cell.column)
            texts.append(SharedCell.json([(field.id, cell)]))
            if ids.count == batch { flush() }
        }
        flush()
        return statements
    }

    /// Writes the list of fields down, and tells the others.
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
