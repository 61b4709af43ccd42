import KirokuCore

/// A shared document's table, for writing records.
extension SharedLayout: WriteTarget {
    var identity: [String] { [Own.record] }

    var keyFields: Set<FieldID> { [] }

    var isKeyNamed: Bool { false }

    var returnedKey: String? { nil }

    var canLock: Bool { true }

    var raises: Bool { true }

    func isBefore(_ one: RecordID, _ other: RecordID) -> Bool { one < other }

    func keys(of records: [RecordID], _ rows: inout RecordRows) -> [String]? { [rows.add(records)] }

    /// The index of the field.
    func column(of field: FieldID) -> Int? { fields.index(of: field) }

    func isFilledIn(_ column: Int) -> Bool { false }

    /// Unfit texts and less precise values are stored in the column for all texts of a record.
    func assignments(
        _ cells: [(column: Int, values: [CellValue])], isNew: Bool, _ rows: inout RecordRows
    ) -> [ColumnAssignment] {
        var (assignments, typed): ([ColumnAssignment], [(field: FieldID, cells: [SharedCell])]) = ([], [])
        for (column, values) in cells {
            let (id, type) = (fields[column].id, fields[column].type)
            let cells = values.map { SharedCell($0, type: type) }
            assignments.append((columns[column], "\(rows.add(cells.lazy.map(\.column)))::\(type.databaseType)"))
            if type.databaseType != "text" { typed.append((id, cells)) }
        }
        guard let count = typed.first?.cells.count else { return assignments }
        let kept = rows.add((0..<count).lazy.map { row in SharedCell.json(typed.map { ($0.field, $0.cells[row]) }) })
        let ids = typed.map { "'\($0.field.rawValue)'" }.joined(separator: ",")
        let old = isNew ? "'{}'::jsonb" : "(coalesce(\(Own.texts), '{}'::jsonb) - ARRAY[\(ids)]::text[])"
        let texts = "nullif(\(old) || coalesce(\(kept), '{}')::jsonb, '{}'::jsonb)"
        return assignments + [(Own.texts, texts)]
    }

    func isStill(_ values: [CellValue], _ column: Int, _ rows: inout RecordRows) -> String {
        let text = text(of: column)
        let isSame = "(\(text)) COLLATE \"C\" IS NOT DISTINCT FROM \(rows.add(values.lazy.map(\.plainText)))"
        let type = fields[column].type.databaseType
        guard type != "text" else { return isSame }
        // The server may return the same number in another form.
        let held = rows.add(values.lazy.map(\.databaseText))
        return "(\(isSame) OR (\(text)) COLLATE \"C\" = (\(held)::\(type))::text)"
    }
}
