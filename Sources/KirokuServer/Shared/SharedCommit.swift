import FoundationEssentials
import KirokuCore

/// The statements that carry out one edit on a server, in one transaction.
///
/// Each names what it replaces, and has the server give the edit up as a whole if that is not there any more. Cells are
/// changed in the order of their records, so that those who write at the same time do not lock each other out.
struct SharedCommit {
    private let layout: SharedLayout
    private(set) var statements: [ServerStatement] = []
    /// How often the fields have been changed afterwards.
    private(set) var version: Int

    /// How many records are added by a statement, and how many values they may have together; a statement takes 65,535.
    private static let batch = 500
    private static let valueLimit = 20_000

    private typealias Own = SharedLayout.Own

    /// - Parameters:
    ///   - commit: the edit.
    ///   - desk: by what this copy of the document is known.
    ///   - earlier: the edit without which this one must not be carried out.
    /// - Throws: a sentence if the server cannot hold what it says.
    init(
        _ commit: QueuedCommit, _ layout: SharedLayout, desk: String, after earlier: String?
    ) throws(SharedRefusal) {
        self.layout = layout
        version = layout.version
        let isOfFields = commit.change.changesFields
        let values = [
            commit.id, desk, String(commit.number), String(layout.version), earlier, commit.author.person,
            commit.author.program, String(commit.time.timeIntervalSince1970),
            SharedStep(commit.change, of: layout.fields, at: commit.time, by: commit.author)?.text,
        ]
        statements = [
            ServerStatement(
                sql: """
                    SELECT \(layout.home).enter($1::uuid, $2::uuid, $3::bigint, $4::bigint, $5::uuid, \(isOfFields), $6, $7, \
                    to_timestamp($8::double precision), $9)
                    """, values: values)
        ]
        var present = layout
        try add(commit.change, &present)
        if isOfFields {
            version += 1
            statements += SharedFieldChange.ending(present)
        }
        // What is only checked in the end otherwise.
        statements.append(ServerStatement(sql: "SET CONSTRAINTS ALL IMMEDIATE", values: []))
        for statement in statements
        where statement.sql.utf8.contains(0) || statement.values.contains(where: { $0?.utf8.contains(0) == true }) {
            throw SharedRefusal(sentence: localized("a database takes no text with the character NUL"))
        }
    }

    private mutating func add(_ change: Change, _ layout: inout SharedLayout) throws(SharedRefusal) {
        switch change {
        case .setCells(let cells): setCells(cells, layout)
        case .insertRecords(let records): insert(records, layout)
        case .deleteRecords(let records): delete(records, layout)
        case .setPlaces(let changes): setPlaces(changes)
        case .changeFields(let change): statements += SharedFieldChange.statements(change, &layout)
        case .sequence(let changes): for change in changes { try add(change, &layout) }
        }
    }

    // MARK: Cells

    private mutating func setCells(_ cells: [CellChange], _ layout: SharedLayout) {
        var byRecord: [RecordID: [FieldID: (base: CellValue, value: CellValue)]] = [:]
        for cell in cells {
            let base = byRecord[cell.record]?[cell.field]?.base ?? cell.base
            byRecord[cell.record, default: [:]][cell.field] = (base, cell.value)
        }
        for (record, cells) in byRecord.sorted(by: { $0.key < $1.key }) { set(cells, of: record, layout) }
    }

    private mutating func set(
        _ cells: [FieldID: (base: CellValue, value: CellValue)], of record: RecordID, _ layout: SharedLayout
    ) {
        var values: [String?] = [String(record.rawValue)]
        var (assignments, conditions): ([String], [String]) = ([], [])
        var (typed, texts): ([FieldID], [(field: FieldID, cell: SharedCell)]) = ([], [])
        for (id, change) in cells.sorted(by: { $0.key < $1.key }) {
            // One that is gone makes the edit change nothing, and so be given up.
            guard let field = layout.fields.index(of: id) else {
                conditions.append("false")
                continue
            }
            let type = layout.fields[field].type
            let cell = SharedCell(change.value, type: type)
            values.append(cell.column)
            assignments.append("\(layout.columns[field]) = $\(values.count)::\(type.databaseType)")
            if type.databaseType != "text" {
                typed.append(id)
                texts.append((id, cell))
            }
            conditions.append(layout.condition(change.base, in: field, &values))
        }
        if !typed.isEmpty {
            let ids = typed.map { "'\($0.rawValue)'" }.joined(separator: ",")
            values.append(SharedCell.json(texts) ?? "{}")
            assignments.append(
                """
                \(Own.texts) = nullif((coalesce(\(Own.texts), '{}'::jsonb) - ARRAY[\(ids)]::text[]) || \
                $\(values.count)::jsonb, '{}'::jsonb)
                """)
        }
        guard !assignments.isEmpty else { return expectNothing() }
        change("UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))", conditions, values)
    }

    /// Changes a record, if it still is what it was.
    private mutating func change(_ sql: String, _ conditions: [String], _ values: [String?]) {
        let condition = (["\(Own.record) = $1::bigint"] + conditions).joined(separator: " AND ")
        statements.append(
            ServerStatement(
                sql: """
                    WITH done AS (\(sql) WHERE \(condition) RETURNING 1) \
                    SELECT \(layout.home).expect((SELECT count(*) FROM done) = 1)
                    """, values: values))
    }

    private mutating func expectNothing() {
        statements.append(ServerStatement(sql: "SELECT \(layout.home).expect(false)", values: []))
    }

    // MARK: Records

    private mutating func insert(_ records: RecordTable, _ layout: SharedLayout) {
        let fields = layout.fields.fields.map { field in
            records.schema.index(of: field.id).flatMap { records.schema[$0].type == field.type ? $0 : nil }
        }
        let names = ([Own.record, Own.after, Own.step, Own.texts] + layout.columns).joined(separator: ", ")
        let batch = max(1, min(Self.batch, Self.valueLimit / (layout.columns.count + 4)))
        for start in stride(from: 0, to: records.count, by: batch) {
            var (values, rows): ([String?], [String]) = ([], [])
            for record in start..<min(start + batch, records.count) {
                let first = values.count + 1
                let id = records.ids[record]
                let place = records.place(of: id)
                let hasPlace = place != Place(id)
                values += [
                    String(id.rawValue), hasPlace ? String(place.after) : nil, hasPlace ? String(place.step) : nil, nil,
                ]
                var texts: [(field: FieldID, cell: SharedCell)] = []
                var parts = [
                    "$\(first)::bigint", "$\(first + 1)::bigint", "$\(first + 2)::bigint", "$\(first + 3)::jsonb",
                ]
                for (field, source) in fields.enumerated() {
                    let type = layout.fields[field].type
                    let value = source.map { records[record, $0] } ?? layout.fields[field].initialValue
                    let cell = SharedCell(value, type: type)
                    values.append(cell.column)
                    parts.append("$\(values.count)::\(type.databaseType)")
                    if cell.text != nil { texts.append((layout.fields[field].id, cell)) }
                }
                values[first + 2] = SharedCell.json(texts)
                rows.append("(" + parts.joined(separator: ", ") + ")")
            }
            statements.append(
                ServerStatement(
                    sql: "INSERT INTO \(layout.table) (\(names)) VALUES \(rows.joined(separator: ", "))", values: values
                ))
        }
    }

    /// Deletes records that are still as they were.
    private mutating func delete(_ records: RecordTable, _ layout: SharedLayout) {
        let fields = layout.fields.fields.indices.compactMap { field in
            records.schema.index(of: layout.fields[field].id).map { (field, $0) }
        }
        for record in records.ids.indices.sorted(by: { records.ids[$0] < records.ids[$1] }) {
            var values: [String?] = [String(records.ids[record].rawValue)]
            let conditions = fields.map { layout.condition(records[record, $0.1], in: $0.0, &values) }
            change("DELETE FROM \(layout.table)", conditions, values)
        }
    }

    private mutating func setPlaces(_ changes: [PlaceChange]) {
        for move in changes.sorted(by: { $0.record < $1.record }) {
            let isOwn = move.place != Place(move.record)
            change(
                "UPDATE \(layout.table) SET \(Own.after) = $2::bigint, \(Own.step) = $3::bigint",
                [
                    "coalesce(\(Own.after), \(Own.record)) = $4::bigint", "coalesce(\(Own.step), 0) = $5::bigint",
                ],
                [
                    String(move.record.rawValue), isOwn ? String(move.place.after) : nil,
                    isOwn ? String(move.place.step) : nil, String(move.base.after), String(move.base.step),
                ])
        }
    }
}

/// Why an edit cannot be sent at all.
struct SharedRefusal: Error {
    let sentence: String
}
