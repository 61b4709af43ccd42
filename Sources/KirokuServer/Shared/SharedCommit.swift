import FoundationEssentials
import KirokuCore

/// The statements that carry out one edit on a server, in one transaction.
///
/// Each names what it replaces, and has the server give the edit up as a whole if that is not there any more. One is for many
/// records. Records are taken in their order, so that those who write at the same time do not lock each other out.
struct SharedCommit {
    private let layout: SharedLayout
    private(set) var statements: [ServerStatement] = []
    /// How often the fields have been changed afterwards.
    private(set) var version: Int

    private typealias Own = SharedLayout.Own

    /// - Parameters:
    ///   - commit: the edit.
    ///   - desk: by what this copy of the document is known.
    ///   - earlier: the edit without which this one must not be carried out.
    /// - Throws: a sentence if the server cannot hold what it says.
    init(
        _ commit: QueuedCommit, _ layout: SharedLayout, desk: String, after earlier: String?
    ) throws(SharedRefusal) {
        try commit.change.checkLengths()
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
        case .setPlaces(let changes): setPlaces(changes, layout)
        case .changeFields(let change): statements += SharedFieldChange.statements(change, &layout)
        case .sequence(let changes): for change in changes { try add(change, &layout) }
        }
    }

    // MARK: Cells

    /// Records of which the same fields are changed go together.
    private mutating func setCells(_ cells: [CellChange], _ layout: SharedLayout) {
        let byRecord = NetChange(CollectionOfOne(.setCells(cells))).changed
        lock(byRecord.keys.sorted())
        for (fields, records) in RecordRows.alike(byRecord) {
            let edits = records.sorted().map { (id: $0, cells: byRecord[$0] ?? [:]) }
            for lot in RecordRows.lots(of: edits, columns: 3 * fields.count + 2, bytes: { $0.cells.bytes }) {
                set(lot, fields, layout)
            }
        }
    }

    /// Takes records for this edit in their order, so that two that change the same do not wait for each other for ever.
    private mutating func lock(_ records: [RecordID]) {
        guard records.count > 1 else { return }
        statements.append(
            ServerStatement(
                sql: """
                    SELECT count(*) FROM (SELECT FROM \(layout.table) WHERE \(Own.record) = ANY ($1::bigint[]) \
                    ORDER BY \(Own.record) FOR NO KEY UPDATE) held
                    """, values: [SharedPart.array(records)]))
    }

    private mutating func set(
        _ records: ArraySlice<(id: RecordID, cells: CellEdits)>, _ fields: [FieldID], _ layout: SharedLayout
    ) {
        var rows = RecordRows(besides: layout.quotedNames)
        var conditions = ["\(Own.record) = \(rows.add(records.lazy.map(\.id)))"]
        var assignments: [String] = []
        var typed: [FieldID] = []
        var texts = records.map { _ in [(field: FieldID, cell: SharedCell)]() }
        for id in fields {
            // One that is gone makes the edit change nothing, and so be given up.
            guard let field = layout.fields.index(of: id) else { return expectNothing() }
            let type = layout.fields[field].type
            let values = records.map { SharedCell($0.cells[id]?.value ?? .empty, type: type) }
            let name = rows.add(values.lazy.map(\.column))
            assignments.append("\(layout.columns[field]) = \(name)::\(type.databaseType)")
            if type.databaseType != "text" {
                typed.append(id)
                for (index, cell) in values.enumerated() { texts[index].append((id, cell)) }
            }
            conditions.append(layout.condition(records.map { $0.cells[id]?.base ?? .empty }, in: field, &rows))
        }
        if !typed.isEmpty {
            let ids = typed.map { "'\($0.rawValue)'" }.joined(separator: ",")
            let kept = rows.add(texts.lazy.map(SharedCell.json))
            assignments.append(
                """
                \(Own.texts) = nullif((coalesce(\(Own.texts), '{}'::jsonb) - ARRAY[\(ids)]::text[]) || \
                coalesce(\(kept), '{}')::jsonb, '{}'::jsonb)
                """)
        }
        guard !assignments.isEmpty else { return expectNothing() }
        change(
            "UPDATE \(layout.table) SET \(assignments.joined(separator: ", ")) FROM", rows, conditions, records.count)
    }

    /// Changes records, if they all still are what they were.
    private mutating func change(_ sql: String, _ rows: RecordRows, _ conditions: [String], _ count: Int) {
        statements.append(
            rows.change(
                sql, where: conditions,
                "SELECT \(layout.home).expect((SELECT count(*) FROM done) = \(count))"))
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
        let all = Array(records.ids.indices)
        for lot in RecordRows.lots(of: all, columns: fields.count + 4, bytes: { records.bytes(of: $0) }) {
            var rows = RecordRows(besides: layout.quotedNames)
            let ids = lot.map { records.ids[$0] }
            let places = ids.map { id in records.place(of: id) == Place(id) ? nil : records.place(of: id) }
            var texts = lot.map { _ in [(field: FieldID, cell: SharedCell)]() }
            var parts = [rows.add(ids)]
            parts.append(rows.add(places.lazy.map { $0.map { String($0.after) } }, type: "bigint"))
            parts.append(rows.add(places.lazy.map { $0.map { String($0.step) } }, type: "bigint"))
            var cells: [String] = []
            for (field, source) in fields.enumerated() {
                let (id, type) = (layout.fields[field].id, layout.fields[field].type)
                let values = lot.map { record in
                    SharedCell(source.map { records[record, $0] } ?? layout.fields[field].initialValue, type: type)
                }
                cells.append("\(rows.add(values.lazy.map(\.column)))::\(type.databaseType)")
                for (index, cell) in values.enumerated() where cell.text != nil { texts[index].append((id, cell)) }
            }
            parts.append("\(rows.add(texts.lazy.map(SharedCell.json)))::jsonb")
            statements.append(
                ServerStatement(
                    sql: """
                        INSERT INTO \(layout.table) (\(names)) SELECT \((parts + cells).joined(separator: ", ")) \
                        FROM \(rows.source)
                        """, values: rows.parameters))
        }
    }

    /// Deletes records that are still as they were.
    private mutating func delete(_ records: RecordTable, _ layout: SharedLayout) {
        let fields = layout.fields.fields.indices.compactMap { field in
            records.schema.index(of: layout.fields[field].id).map { (field, $0) }
        }
        let sorted = records.ids.indices.sorted { records.ids[$0] < records.ids[$1] }
        for lot in RecordRows.lots(of: sorted, columns: 2 * fields.count + 1, bytes: { records.bytes(of: $0) }) {
            var rows = RecordRows(besides: layout.quotedNames)
            var conditions = ["\(Own.record) = \(rows.add(lot.lazy.map { records.ids[$0] }))"]
            for (field, source) in fields {
                conditions.append(layout.condition(lot.map { records[$0, source] }, in: field, &rows))
            }
            change("DELETE FROM \(layout.table) USING", rows, conditions, lot.count)
        }
    }

    private mutating func setPlaces(_ changes: [PlaceChange], _ layout: SharedLayout) {
        let sorted = changes.sorted { $0.record < $1.record }
        lock(sorted.map(\.record))
        for lot in RecordRows.lots(of: sorted, columns: 5, bytes: { _ in 0 }) {
            var rows = RecordRows(besides: layout.quotedNames)
            let places = lot.map { $0.place == Place($0.record) ? nil : $0.place }
            let numbers = { (rows: inout RecordRows, values: [Int64?]) in
                rows.add(values.lazy.map { $0.map { String($0) } }, type: "bigint")
            }
            let id = rows.add(lot.lazy.map(\.record))
            let (after, step) = (numbers(&rows, places.map { $0?.after }), numbers(&rows, places.map { $0?.step }))
            let (oldAfter, oldStep) = (numbers(&rows, lot.map(\.base.after)), numbers(&rows, lot.map(\.base.step)))
            change(
                "UPDATE \(layout.table) SET \(Own.after) = \(after), \(Own.step) = \(step) FROM", rows,
                [
                    "\(Own.record) = \(id)", "coalesce(\(Own.after), \(Own.record)) = \(oldAfter)",
                    "coalesce(\(Own.step), 0) = \(oldStep)",
                ], lot.count)
        }
    }
}

/// Why an edit cannot be sent at all.
struct SharedRefusal: Error {
    let sentence: String
}

extension Change {
    /// Refuses texts that no copy could hold.
    func checkLengths() throws(SharedRefusal) {
        let most = ServerLimits.standard.recordBytes
        guard hasText(longerThan: most) else { return }
        throw SharedRefusal(sentence: ServerError.recordTooLong(megabytes: most >> 20).message)
    }

    private func hasText(longerThan most: Int) -> Bool {
        func isLonger(_ value: CellValue) -> Bool { (value.plainText?.utf8.count ?? 0) > most }
        return switch self {
        case .setCells(let cells): cells.contains { isLonger($0.value) }
        case .insertRecords(let records):
            records.schema.fields.indices.contains { field in
                (0..<records.count).contains { isLonger(records[$0, field]) }
            }
        case .changeFields(let change):
            change.inserted.contains { contents in
                contents.records.indices.contains { isLonger(contents.value(at: $0)) }
            }
        case .sequence(let changes): changes.contains { $0.hasText(longerThan: most) }
        case .deleteRecords, .setPlaces: false
        }
    }
}
