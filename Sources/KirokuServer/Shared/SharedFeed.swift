import FoundationEssentials
import KirokuCore

/// What has changed on a server since a document was last read there.
struct SharedFeed {
    /// The state of the server that it leads to, as a snapshot.
    var cursor: String
    /// How often the fields have been changed.
    var version: Int
    /// The name of the server's epoch; see ``ServerEpoch``.
    var past: String?
    /// Whether pictures were added.
    var hasPictures: Bool
    /// The records that were changed, as they are now.
    var rows: SharedRows
    /// Whether some of them are too long to be kept here.
    var hasLong = false
    /// Whether the whole table must be read: it was emptied, there are too many changes, or the list of deleted records
    /// is incomplete.
    var isWhole = false
    /// Who has changed it last.
    var author: CommitAuthor?
    /// The pending edits here that the server already has.
    var known: [String] = []
    /// The number of changes made by others.
    var othersCount = 0

    /// With more changed records than this, the whole table is read.
    static let limit = 20_000

    /// The statement that reads the feed; its parameters are the last cursor, the largest number of records, and the
    /// identities of pending edits.
    ///
    /// It is a single statement, so it sees one state even through a connection pool, and it always returns a row: the
    /// new cursor. Its two parts select what was not visible at the old cursor: transactions that have begun since, and
    /// those that were under way. After a dump was restored, changes have transaction numbers of another server; those
    /// that this server has not reached yet are ignored.
    static func statement(_ layout: SharedLayout, _ limits: ServerLimits) -> String {
        let own = SharedLayout.Own.self
        // Column names refer only to the table, and records are looked up one by one, whatever the planner expects.
        let cells = layout.fields.fields.indices.map { ", \(layout.text(of: $0)) AS t\($0)" }.joined()
        let names = layout.fields.fields.indices.map { ", CASE WHEN r.held THEN r.t\($0) END" }.joined()
        return """
            SELECT pg_catalog.pg_current_snapshot()::text, d.fields, c.op, c.key, c.who, c.program,
              extract(epoch FROM c.at), c.desk, c.person, EXISTS (SELECT FROM \(layout.home).keeping k
                WHERE k.forgotten BETWEEN pg_catalog.pg_snapshot_xmin($1::pg_snapshot)
                  AND pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())),
              r.held IS TRUE, r.after, r.step, \(ServerEpoch.name(layout.home)),
              EXISTS (SELECT FROM \(layout.home).pictures
                WHERE \(SharedPictures.isNew(after: "$1"))), CASE
                WHEN row_number() OVER (ORDER BY c.at, c.key) = 1 THEN \(KnownEdits.sql(layout.home, "$3")) END,
              r.held IS FALSE\(names)
            FROM \(layout.home).document d LEFT JOIN LATERAL (
              SELECT x.* FROM (\(unseen(layout.home))) x LIMIT $2::bigint
            ) c ON true LEFT JOIN LATERAL (
              SELECT \(own.after) AS after, \(own.step) AS step, \(layout.isHeld(limits)) AS held\(cells)
              FROM \(layout.table) AS r WHERE \(own.record) = c.key LIMIT 1
            ) r ON true
            ORDER BY c.at, c.key
            """
    }

    /// A query for the latest changes of records that were not visible at the cursor, which is its parameter.
    static func unseen(_ home: String) -> String {
        """
        SELECT * FROM \(home).changes WHERE xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
          AND xid < pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
        UNION ALL
        SELECT * FROM \(home).changes
        WHERE xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
        """
    }

    /// - Parameters:
    ///   - answer: the answer to the statement.
    ///   - desk: this copy, whose changes do not count as those of others.
    ///   - names: the names to show for people.
    init(
        _ answer: [ServerRow], _ layout: SharedLayout, desk: String, _ names: ShownNames
    ) throws(SharedFeedError) {
        guard let first = answer.first, let cursor = first[0], Self.isCursor(cursor), let version = first.number(1)
        else {
            throw SharedFeedError()
        }
        (self.cursor, self.version) = (cursor, version)
        (past, hasPictures, known) = (first[13], first.flag(14), KnownEdits.ids(first[15]))
        rows = SharedRows(schema: layout.fields)
        var seen: Set<Int> = []
        let isForgotten = first.flag(9)
        isWhole = answer.count > Self.limit || isForgotten
        for row in answer where row[2] != nil {
            if row[7] != desk { othersCount += 1 }
            author =
                if let person = row[8] {
                    CommitAuthor(person: names.shown(person, role: row[4]), program: ServerText.line(row[5] ?? ""))
                } else {
                    CommitAuthor(
                        person: row[4] ?? "", program: row[5].flatMap { $0.isEmpty ? nil : $0 } ?? "PostgreSQL")
                }
            if row[2] == "T" { isWhole = true }
            if row.flag(16) { hasLong = true }
            guard !isWhole, let id = row.number(3), RecordID.range.contains(Int64(id)), seen.insert(id).inserted
            else { continue }
            rows.add(
                RecordID(rawValue: Int64(id)),
                place: SharedTable.place(row.number(11).map(Int64.init), row.number(12).map(Int64.init)),
                // A record that was not deleted but is missing is hidden by the server.
                cells: row.flag(10) ? cells(row, layout.fields) : nil,
                author: row.flag(16) ? .tooLong : row.flag(10) || row[2] == "D" ? author : .hidden,
                time: row[6].flatMap(Double.init).map { Date(timeIntervalSince1970: $0) } ?? AppClock.shared.now)
        }
        // Others may also have changed the table.
        if isForgotten { author = nil }
    }

    private func cells(_ row: ServerRow, _ schema: Schema) -> [CellValue] {
        schema.fields.indices.map { field in
            row[17 + field].map { CellValue(plain: $0, of: schema[field].type) } ?? .empty
        }
    }

    /// Whether a text can be a snapshot, so that it is safe to store and send back.
    private static func isCursor(_ text: String) -> Bool {
        text.utf8.count < 1 << 20 && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ",") }
    }
}

/// The error if the server's answer has another form.
struct SharedFeedError: Error {}
