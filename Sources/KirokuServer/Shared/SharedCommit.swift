import FoundationEssentials
import KirokuCore

/// The statements that make one edit of a shared document, in one transaction, which is rolled back if a value that one
/// of them replaces has changed.
struct SharedCommit {
    private(set) var statements: [ServerStatement] = []
    /// How often the fields have been changed afterwards.
    private(set) var version: Int

    /// The copy of the document that makes the edit, and up to where it has read.
    private let desk: String
    private let cursor: String?

    private typealias Own = SharedLayout.Own

    /// - Parameters:
    ///   - commit: the edit.
    ///   - desk: the identity of this copy of the document.
    ///   - cursor: up to where this copy has read what others have changed; `nil` if that does not matter.
    ///   - earlier: the edit that must have been made before this one.
    /// - Throws: a sentence if the server cannot hold the values.
    init(
        _ commit: QueuedCommit, _ layout: SharedLayout, desk: String, cursor: String?, after earlier: String?
    ) throws(SharedRefusal) {
        try commit.change.checkLengths()
        version = layout.version
        (self.desk, self.cursor) = (desk, cursor)
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
        add(commit.change, &present)
        if isOfFields {
            version += 1
            statements += SharedFieldChange.ending(present)
        }
        try statements.end()
    }

    private mutating func add(_ change: Change, _ layout: inout SharedLayout) {
        switch change {
        case .setCells(let cells):
            let edits = NetChange(CollectionOfOne(.setCells(cells))).changed
            statements += layout.lock(edits.keys) + layout.set(edits)
        case .insertRecords(let records): statements += Self.insertion(of: records, layout)
        case .deleteRecords(let records):
            statements += layout.delete(records.ids, records.schema.fields.map(\.id)) { records[$0, $1] }
        case .setPlaces(let changes): statements += Self.places(changes, layout)
        case .changeFields(let change):
            if let cursor { statements += SharedFieldChange.guards(change, layout, desk: desk, cursor: cursor) }
            statements += SharedFieldChange.statements(change, &layout)
        case .sequence(let changes): for change in changes { add(change, &layout) }
        }
    }

    private static func insertion(of records: RecordTable, _ layout: SharedLayout) -> [ServerStatement] {
        let sources = layout.fields.fields.map { field in
            records.schema.index(of: field.id).flatMap { records.schema[$0].type == field.type ? $0 : nil }
        }
        return layout.insert(
            records.ids, layout.fields.fields.map(\.id),
            besides: { batch, rows in
                let ids = batch.map { records.ids[$0] }
                let places = ids.map { records.place(of: $0) == Place($0) ? nil : records.place(of: $0) }
                return [(Own.record, rows.add(ids))] + place(places, &rows)
            },
            cell: { record, field in
                sources[field].map { records[record, $0] } ?? layout.fields[field].initialValue
            })
    }

    private static func places(_ changes: [PlaceChange], _ layout: SharedLayout) -> [ServerStatement] {
        let sorted = changes.sorted { $0.record < $1.record }
        let batches = RecordRows.batches(of: sorted, columns: 5, bytes: { _ in 0 })
        return layout.lock(sorted.map(\.record))
            + batches.map { batch in
                var rows = RecordRows(besides: layout.quotedNames)
                let new = place(batch.map { $0.place == Place($0.record) ? nil : $0.place }, &rows)
                let base = place(batch.map(\.base), &rows).map(\.value)
                let isStill = [
                    "coalesce(\(Own.after), \(Own.record)) = \(base[0])", "coalesce(\(Own.step), 0) = \(base[1])",
                ]
                return layout.change(layout.update(new), batch.map(\.record), rows, isStill)
            }
    }

    /// The assignments of places; `nil` stands for the place of a record that was never moved.
    private static func place(_ places: [Place?], _ rows: inout RecordRows) -> [ColumnAssignment] {
        let numbers = { (values: [Int64?], rows: inout RecordRows) in
            rows.add(values.lazy.map { $0.map { String($0) } }, type: "bigint")
        }
        return [
            (Own.after, numbers(places.map { $0?.after }, &rows)), (Own.step, numbers(places.map { $0?.step }, &rows)),
        ]
    }
}

/// Why an edit cannot be sent at all.
struct SharedRefusal: Error {
    let sentence: String
}

extension [ServerStatement] {
    /// Makes the server check constraints now that it would otherwise check only at COMMIT.
    ///
    /// - Throws: if a statement contains something that no database accepts.
    mutating func end() throws(SharedRefusal) {
        append(ServerStatement(sql: "SET CONSTRAINTS ALL IMMEDIATE", values: []))
        for statement in self
        where ([statement.sql] + statement.values).contains(where: { $0?.utf8.contains(0) == true }) {
            throw SharedRefusal(sentence: localized("a database does not accept the character NUL"))
        }
    }
}

extension Change {
    /// Throws if a text is too long for any copy.
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
