import FoundationEssentials
import KirokuCore

/// The statements that carry out one edit in another program's table, in one transaction.
///
/// Each names what it replaces, and raises an error that gives the edit up as a whole if that is not there any more
/// (``change``). Rows are changed in the order of their keys, so that copies that write at the same time do not lock each
/// other out.
struct ForeignCommit {
    private let layout: ForeignLayout
    private(set) var statements: [ServerStatement] = []
    /// Which records get a key by a statement, by its number; its answer has the key and the bucket.
    private(set) var keyed: [Int: RecordID] = [:]
    /// The values by which a row that was written is known again, if the answer is lost.
    private(set) var written: [(record: RecordID, cells: [FieldID: CellValue])] = []

    /// Whether the answers are needed, so that it must be known whether it was carried out before it is sent again.
    var needsAnswer: Bool { !keyed.isEmpty }

    /// - Parameters:
    ///   - keys: those of the records that are changed or deleted.
    /// - Throws: a sentence if the table cannot hold what it says.
    init(_ edits: RecordEdits, _ layout: ForeignLayout, keys: [RecordID: String]) throws(SharedRefusal) {
        self.layout = layout
        if edits.changesFields { throw SharedRefusal(sentence: Self.fieldsAreTheirs(layout.source.name)) }
        if edits.records.isEmpty, edits.added.isEmpty { return }
        if let reason = layout.readOnlyReason {
            throw SharedRefusal(sentence: ServerError.readOnly(layout.source.name, reason).message)
        }
        statements.append(
            ServerStatement(
                sql: ServerTransaction.settings(for: .writing, zone: layout.zone, encoding: layout.encoding), values: []
            ))
        for (record, cells) in Self.ordered(edits.deleted, keys) { try delete(record, cells, keys[record]) }
        for (record, cells) in Self.ordered(edits.changed, keys) { try set(record, cells, keys[record]) }
        for (record, cells) in edits.added { try insert(record, cells) }
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

    private static func ordered<Value>(
        _ records: [RecordID: Value], _ keys: [RecordID: String]
    ) -> [(RecordID, Value)] {
        records.sorted { (keys[$0.key] ?? "", $0.key) < (keys[$1.key] ?? "", $1.key) }.map { ($0.key, $0.value) }
    }

    // MARK: Rows that are there

    private mutating func delete(
        _ record: RecordID, _ cells: [FieldID: CellValue], _ key: String?
    ) throws(SharedRefusal) {
        var values: [String?] = []
        var conditions = condition(key, &values)
        for (field, column) in columns(of: cells) { conditions.append(isStill(cells[field], column, &values)) }
        change("DELETE FROM \(layout.source.quotedName)", conditions, values)
    }

    private mutating func set(
        _ record: RecordID, _ cells: [FieldID: RecordEdits.Cell], _ key: String?
    ) throws(SharedRefusal) {
        var values: [String?] = []
        var conditions = condition(key, &values)
        var assignments: [String] = []
        // One of a field that is gone makes the edit change nothing, and so be given up.
        if columns(of: cells).count < cells.count { conditions.append("false") }
        for (field, column) in columns(of: cells) {
            guard let cell = cells[field] else { continue }
            guard column.isUpdatable else {
                throw SharedRefusal(sentence: ServerError.fieldIsReadOnly(column.name).message)
            }
            try check(cell.value, column)
            conditions.append(isStill(cell.base, column, &values))
            values.append(cell.value.plainText)
            assignments.append("\(column.quotedName) = \(column.parameter(values.count))")
        }
        let isOfKey = !layout.keyFields.isDisjoint(with: cells.keys)
        if isOfKey { note(record, cells.mapValues(\.value)) }
        guard !assignments.isEmpty else { return change("DELETE FROM \(layout.source.quotedName)", ["false"], []) }
        change(
            "UPDATE \(layout.source.quotedName) SET \(assignments.joined(separator: ", "))", conditions, values,
            newKeyOf: isOfKey ? key : nil)
    }

    /// Changes a row, if it still is what it was; otherwise this is an error that ``SharedFailure`` knows.
    private mutating func change(
        _ sql: String, _ conditions: [String], _ values: [String?], newKeyOf old: String? = nil
    ) {
        var values = values
        var (returned, answer, taken) = ("1", "", "")
        if let old {
            (returned, answer) = (returnedKey, "max(k), max(b), ")
            if layout.isKeyNamed {
                values.append(old)
                taken = isTaken(unless: "done.k = $\(values.count)")
            }
        }
        statements.append(
            ServerStatement(
                sql: """
                    WITH done AS (\(sql) WHERE \(conditions.joined(separator: " AND ")) RETURNING \(returned)) \
                    SELECT \(answer)CASE WHEN count(*) <> 1 \
                    THEN ('\(SharedFailure.changedSign)' || count(*))::integer END\(taken) FROM done
                    """, values: values))
    }

    private var returnedKey: String {
        let parts = layout.isKeyNamed ? layout.identity.enumerated().map { ", \($1.quotedName) AS q\($0)" } : []
        return "\(layout.keyExpression) AS k, \(layout.bucketExpression(layout.keyExpression)) AS b\(parts.joined())"
    }

    /// An error if another row has the key that a row has got: with one that is only named, nothing else would notice.
    ///
    /// All parts of a statement see the table as it was before.
    ///
    /// - Parameter condition: that it had the key before.
    private func isTaken(unless condition: String) -> String {
        let same = layout.identity.enumerated().map { "t.\($1.quotedName) = done.q\($0)" }.joined(separator: " AND ")
        return """
            , (SELECT CASE WHEN count(*) > 0 THEN ('\(SharedFailure.takenSign)' || count(*))::integer END \
            FROM done JOIN \(layout.source.quotedName) AS t ON \(same) WHERE NOT (\(condition)))
            """
    }

    /// The conditions that it is the row of a key; none is without one.
    private func condition(_ key: String?, _ values: inout [String?]) -> [String] {
        guard let key, let parts = KeyText.parts(of: key, count: layout.identity.count) else { return ["false"] }
        return zip(layout.identity, parts).map { column, part in
            values.append(part)
            return column.keyCondition("$\(values.count)")
        }
    }

    private func isStill(_ base: CellValue?, _ column: ServerColumn, _ values: inout [String?]) -> String {
        values.append(base?.plainText)
        return "\(column.comparedExpression) IS NOT DISTINCT FROM \(column.comparedParameter(values.count))"
    }

    private func columns(of cells: [FieldID: some Any]) -> [(FieldID, ServerColumn)] {
        cells.keys.sorted().compactMap { field in
            layout.fields.index(of: field).map { (field, layout.source.columns[layout.columns[$0]]) }
        }
    }

    // MARK: New rows

    private mutating func insert(_ record: RecordID, _ cells: [FieldID: CellValue]) throws(SharedRefusal) {
        var (names, parts, values): ([String], [String], [String?]) = ([], [], [])
        var sent: [FieldID: CellValue] = [:]
        for (field, column) in columns(of: cells) {
            // What is empty, and what the server makes, it fills in.
            guard let value = cells[field], let text = value.plainText, column.isRestorable else { continue }
            try check(value, column)
            sent[field] = value
            values.append(text)
            names.append(column.quotedName)
            parts.append(column.parameter(values.count))
        }
        let table = layout.source.quotedName
        let what =
            names.isEmpty
            ? "DEFAULT VALUES" : "(\(names.joined(separator: ", "))) VALUES (\(parts.joined(separator: ", ")))"
        note(record, sent)
        statements.append(
            ServerStatement(
                sql: """
                    WITH done AS (INSERT INTO \(table) \(what) RETURNING \(returnedKey)) \
                    SELECT k, b\(layout.isKeyNamed ? isTaken(unless: "false") : "") FROM done
                    """, values: values))
    }

    /// The next statement gives a record its key.
    private mutating func note(_ record: RecordID, _ cells: [FieldID: CellValue]) {
        keyed[statements.count] = record
        written.append((record, cells))
    }

    // MARK: Values

    /// Refuses what the server would not keep as it is.
    private mutating func check(_ value: CellValue, _ column: ServerColumn) throws(SharedRefusal) {
        guard let text = value.plainText else { return }
        if let reason = column.precision?.loss(of: value, text) {
            throw SharedRefusal(
                sentence: ServerError.refusedValue(field: column.name, text: text, record: nil, reason: reason).message)
        }
        guard value.isUnfit else { return }
        // Such as “infinity”, which the server knows and Kiroku does not; but not “tomorrow”, which it would replace.
        statements.append(
            ServerStatement(
                sql: """
                    SELECT ('\(SharedFailure.unfitSign)' || count(*))::integer FROM (SELECT 1 WHERE \
                    \(column.comparedParameter(1)) COLLATE "C" IS DISTINCT FROM $2::text) other HAVING count(*) > 0
                    """, values: [text, text]))
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
