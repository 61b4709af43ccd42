import FoundationEssentials
import KirokuCore

/// The statements that carry out one edit in another program's table, in one transaction.
///
/// Each names what it replaces, and raises an error that gives the edit up as a whole if that is not there any more
/// (``change``). One is for many records (``RecordRows``), except where keys change, or nothing keeps them unique. Rows are
/// taken in the order of their keys, so that copies that write at the same time do not lock each other out.
struct ForeignCommit {
    let layout: ForeignLayout
    private let keys: [RecordID: String]
    var statements: [ServerStatement] = []
    /// Which records get a key by a statement, by its number; each has a row of its answer, in this order, with the key and the
    /// bucket.
    var keyed: [Int: [RecordID]] = [:]
    /// The values by which a row that was written is known again, if the answer is lost.
    var written: [(record: RecordID, cells: [FieldID: CellValue])] = []
    /// Texts of which only the server knows whether a column takes them as they are.
    var unfit: [ServerColumn: Set<String>] = [:]

    /// Whether the answers are needed, so that it must be known whether it was carried out before it is sent again.
    var needsAnswer: Bool { !keyed.isEmpty }

    /// - Parameters:
    ///   - keys: those of the records that are changed or deleted.
    /// - Throws: a sentence if the table cannot hold what it says.
    init(_ edits: RecordEdits, _ layout: ForeignLayout, keys: [RecordID: String]) throws(SharedRefusal) {
        (self.layout, self.keys) = (layout, keys)
        if edits.changesFields { throw SharedRefusal(sentence: Self.fieldsAreTheirs(layout.source.name)) }
        if edits.records.isEmpty, edits.added.isEmpty { return }
        if let reason = layout.readOnlyReason {
            throw SharedRefusal(sentence: ServerError.readOnly(layout.source.name, reason).message)
        }
        try checkValues(edits)
        statements.append(
            ServerStatement(
                sql: ServerTransaction.settings(for: .writing, zone: layout.zone, encoding: layout.encoding), values: []
            ))
        checkUnfit()
        lock(edits.records)
        for (fields, records) in RecordRows.alike(edits.deleted) { delete(edits.deleted, fields, records) }
        for (fields, records) in RecordRows.alike(edits.changed) { set(edits.changed, fields, records) }
        insert(edits.added)
        // What is only checked in the end otherwise.
        statements.append(ServerStatement(sql: "SET CONSTRAINTS ALL IMMEDIATE", values: []))
        for statement in statements where statement.values.contains(where: { $0?.utf8.contains(0) == true }) {
            throw SharedRefusal(sentence: localized("a database takes no text with the character NUL"))
        }
    }

    /// Why fields of another program's table cannot be changed here.
    static func fieldsAreTheirs(_ table: String) -> String {
        localized(
            "The fields of “{table}” are those of a table of another program, and can only be changed there.",
            ["table": ShownText.short(table)])
    }

    // MARK: Rows that are there

    private mutating func delete(
        _ all: [RecordID: [FieldID: CellValue]], _ fields: [FieldID], _ records: [RecordID]
    ) {
        let columns = columns(of: fields)
        let lots = RecordRows.lots(
            of: inOrder(records), columns: columns.count + layout.identity.count,
            bytes: { all[$0]?.values.reduce(0) { $0 + $1.bytes } ?? 0 })
        for lot in lots {
            var rows = rows()
            var conditions = isOne(of: lot, &rows)
            for (field, column) in columns {
                conditions.append(isStill(lot.map { all[$0]?[field] }, column, &rows))
            }
            change("DELETE FROM \(layout.source.quotedName) USING", rows, conditions, lot)
        }
    }

    private mutating func set(_ all: [RecordID: CellEdits], _ fields: [FieldID], _ records: [RecordID]) {
        let columns = columns(of: fields)
        let isOfKey = !layout.keyFields.isDisjoint(with: fields)
        // One after another, so that a key that is free by then can be taken.
        let lots = RecordRows.lots(
            of: inOrder(records), columns: 2 * columns.count + layout.identity.count, areSingle: isOfKey,
            bytes: { all[$0]?.bytes ?? 0 })
        for lot in lots {
            var rows = rows()
            var conditions = isOne(of: lot, &rows)
            // One of a field that is gone makes the edit change nothing, and so be given up.
            if columns.count < fields.count { conditions.append("false") }
            var assignments: [String] = []
            for (field, column) in columns {
                let cells = lot.map { all[$0]?[field] }
                conditions.append(isStill(cells.map { $0?.base }, column, &rows))
                let value = rows.add(cells.lazy.map { $0?.value.plainText })
                assignments.append("\(column.quotedName) = \(column.value(value))")
            }
            guard !assignments.isEmpty else {
                change("DELETE FROM \(layout.source.quotedName) USING", rows, conditions, lot)
                continue
            }
            if isOfKey { for record in lot { note(record, all[record]?.mapValues(\.value) ?? [:]) } }
            change(
                "UPDATE \(layout.source.quotedName) SET \(assignments.joined(separator: ", ")) FROM", rows, conditions,
                lot, isOfKey: isOfKey)
        }
    }

    /// Changes rows, if they all still are what they were; otherwise this is an error that ``SharedFailure`` knows.
    private mutating func change(
        _ sql: String, _ rows: RecordRows, _ conditions: [String], _ records: ArraySlice<RecordID>,
        isOfKey: Bool = false
    ) {
        var rows = rows
        var (returned, answer, taken) = (["1"], "", "")
        var failure = "count(*) <> \(records.count)"
        if layout.isKeyNamed {
            // Of one there might be two, and none of another one.
            returned.append("\(rows.add(records)) AS r")
            failure += " OR count(DISTINCT r) <> \(records.count)"
        }
        if isOfKey {
            returned.append("\(returnedKey), \(rows.add(records.map { keys[$0] })) AS old")
            (answer, taken) = ("max(k), max(b), ", isTaken(unless: "done.k = done.old"))
        }
        statements.append(
            rows.change(
                sql, where: conditions, returning: returned.joined(separator: ", "),
                """
                SELECT \(answer)CASE WHEN \(failure) THEN ('\(SharedFailure.changedSign)' || count(*))::integer END\(taken) \
                FROM done
                """))
    }

    /// Takes rows for this edit in the order of their keys, so that two that change the same do not wait for each other for
    /// ever.
    ///
    /// Not where that would take a right that the edit does not need, or the rows are those of other tables.
    private mutating func lock(_ records: Set<RecordID>) {
        let source = layout.source
        guard records.count > 1, source.kind == "r" || source.kind == "p", source.columns.contains(where: \.isUpdatable)
        else { return }
        var rows = rows()
        guard let parts = keyParts(of: records.sorted()[...]) else { return }
        let values = layout.identity.enumerated().map { index, column in
            column.keyValue(rows.add(parts.lazy.map { $0[index] }))
        }
        let names = layout.identity.map(\.quotedName).joined(separator: ", ")
        statements.append(
            ServerStatement(
                sql: """
                    SELECT count(*) FROM (SELECT FROM \(source.quotedName) \
                    WHERE (\(names)) IN (SELECT \(values.joined(separator: ", ")) FROM \(rows.source)) \
                    ORDER BY \(names) FOR NO KEY UPDATE) held
                    """, values: rows.parameters))
    }

    // MARK: Parts of statements

    func rows() -> RecordRows {
        let names = layout.source.columns.map(\.quotedName) + layout.source.hiddenColumns.map { SQLText.name($0) }
        return RecordRows(besides: names + [SQLText.name(layout.source.name)])
    }

    private func inOrder(_ records: [RecordID]) -> [RecordID] {
        records.sorted { (keys[$0] ?? "", $0) < (keys[$1] ?? "", $1) }
    }

    /// The parts of the keys of records; `nil` if one of them has none.
    private func keyParts(of records: ArraySlice<RecordID>) -> [[String]]? {
        let count = layout.identity.count
        let parts = records.compactMap { keys[$0].flatMap { KeyText.parts(of: $0, count: count) } }
        return parts.count == records.count && count > 0 ? parts : nil
    }

    /// The conditions that it is the row of one of these; none is without its key.
    private func isOne(of records: ArraySlice<RecordID>, _ rows: inout RecordRows) -> [String] {
        guard let parts = keyParts(of: records) else { return ["false"] }
        return layout.identity.enumerated().map { index, column in
            "\(column.quotedName) = \(column.keyValue(rows.add(parts.lazy.map { $0[index] })))"
        }
    }

    private func isStill(_ bases: [CellValue?], _ column: ServerColumn, _ rows: inout RecordRows) -> String {
        let base = rows.add(bases.lazy.map { $0?.plainText })
        return "\(column.comparedExpression) IS NOT DISTINCT FROM \(column.compared(base))"
    }

    /// The next statement gives a record its key.
    mutating func note(_ record: RecordID, _ cells: [FieldID: CellValue]) {
        keyed[statements.count, default: []].append(record)
        written.append((record, cells))
    }

    /// The columns that some of the fields are, as far as they are still there.
    func columns(of fields: some Sequence<FieldID>) -> [(FieldID, ServerColumn)] {
        fields.compactMap { field in
            layout.fields.index(of: field).map { (field, layout.source.columns[layout.columns[$0]]) }
        }
    }

    var returnedKey: String {
        let parts = layout.isKeyNamed ? layout.identity.enumerated().map { ", \($1.quotedName) AS q\($0)" } : []
        return "\(layout.keyExpression) AS k, \(layout.bucketExpression(layout.keyExpression)) AS b\(parts.joined())"
    }

    /// An error if another row has the key that a row has got: with one that is only named, nothing else would notice.
    ///
    /// All parts of a statement see the table as it was before.
    ///
    /// - Parameter condition: that it had the key before.
    func isTaken(unless condition: String) -> String {
        guard layout.isKeyNamed else { return "" }
        let same = layout.identity.enumerated().map { "t.\($1.quotedName) = done.q\($0)" }.joined(separator: " AND ")
        return """
            , (SELECT CASE WHEN count(*) > 0 THEN ('\(SharedFailure.takenSign)' || count(*))::integer END \
            FROM done JOIN \(layout.source.quotedName) AS t ON \(same) WHERE NOT (\(condition)))
            """
    }
}

/// The parts of a key, as the file keeps them in one text.
enum KeyText {
    /// - Parameter count: how many columns the key has.
    static func parts(of key: String, count: Int) -> [String]? {
        guard count > 1 else { return count == 1 ? [key] : nil }
        let parts = try? JSONDecoder().decode([String].self, from: Data(key.utf8))
        return parts?.count == count ? parts : nil
    }
}
