import KirokuCore

/// A request for the differences in a shared table, or for the whole table.
struct SharedRequest: Sendable {
    /// The table here without the pending edits, if only differences from it need to be read.
    var table: RecordTable?
    /// The number of records on the server, as far as known.
    var expected = 0
    /// Whether the usual amount at once would be too much.
    var inSmallParts = false
    /// Who has made the differences.
    var author = CommitAuthor.server
    /// The part that a copy keeps, with the fields for which it was defined; `nil` for the whole table.
    var part: (condition: Condition, before: Schema)?
    /// Records that are read in any case, if they exist.
    var also: Set<RecordID> = []
    /// The records that the copy has.
    var here: Set<RecordID> = []
    /// The identities of the pending edits.
    var waiting: [String] = []
    /// A snapshot for asking what has changed since; `nil` if not needed.
    var cursor: String?
}

/// A shared table, as of one moment: the differences, or all records, or the part that a copy keeps and some others.
struct SharedSnapshot: Sendable {
    enum Contents: Sendable {
        /// Records that differ from those that are here.
        ///
        /// - isAll: whether nothing else differs.
        /// - total: the number of records on the server.
        case differences(SharedRows, isAll: Bool, total: Int)
        /// - missingRecords: why records of the copy are missing there, other than by deletion.
        /// - changed: what has changed since the requested snapshot; empty if there was none.
        case all(RecordTable, MissingRecords, changed: ChangedRecords)
    }

    let layout: SharedLayout
    let contents: Contents
    /// The moment, as a snapshot.
    let cursor: String
    /// The number of records that are too long to be kept here.
    let longCount: Int
    /// The pictures of the document there.
    let pictures: [WantedPicture]
    /// The pending edits that the server has.
    let known: [String]
    /// The part that the copy keeps; `nil` for all.
    let part: SharedPart?

    /// - Parameters:
    ///   - table: the table, in a transaction with a consistent snapshot.
    ///   - progress: called with the estimated progress.
    init(
        _ table: SharedTable, home: String, _ limits: ServerLimits, _ request: SharedRequest,
        _ progress: (Double) -> Void
    ) throws(ServerError) {
        layout = try table.layout(home)
        cursor = try table.line.snapshot()
        pictures = try SharedPictures.all(table.line, home)
        known = try table.known(request.waiting, home)
        part = request.part.map { [fields = layout.fields] in
            SharedPart(kept: $0.condition, for: fields, before: $0.before)
        }
        if let (found, long) = try table.differences(layout, limits, request) {
            (contents, longCount) = (found, long)
            return
        }
        guard !request.inSmallParts else { throw .tooLargeToKeep(layout.name) }
        let filter = part?.filter(layout, or: part?.isUsable == true ? request.also : request.here)
        let all = try table.records(layout, limits, where: filter, progress)
        longCount = try table.longCount(layout, limits)
        contents = .all(
            all, try table.missingRecords(layout, limits, of: request.here.subtracting(all.ids)),
            changed: try table.changed(since: request.cursor, home))
    }

    /// Adds the records that were read but do not belong to the part.
    func completed(_ missingRecords: MissingRecords, of table: RecordTable) async throws(ServerError) -> MissingRecords
    {
        var missingRecords = missingRecords
        guard let part, part.isUsable else { return missingRecords }
        do throws(QueryError) {
            let found = try await table.find(part.condition)
            missingRecords.leaving = Set(table.ids).subtracting(found.lazy.map { table.ids[$0] })
            return missingRecords
        } catch {
            throw .cancelled
        }
    }
}

extension SharedTable {
    /// The differences from the table here, or a part of them, with the number of records that are too long.
    ///
    /// - Returns: `nil` if the whole table must be read: the fields have changed, much differs, only a part of it is
    ///   here, the server does not show all records to this user, or its texts may be invalid.
    fileprivate func differences(
        _ layout: SharedLayout, _ limits: ServerLimits, _ request: SharedRequest
    ) throws(ServerError) -> (SharedSnapshot.Contents, longCount: Int)? {
        guard let here = request.table, layout.fields.fields == here.schema.fields else { return nil }
        let isInTheWay = try line.rows(
            """
            SELECT pg_catalog.row_security_active($1::pg_catalog.regclass) OR pg_catalog.getdatabaseencoding() = 'SQL_ASCII'
            """, [layout.table])
        guard isInTheWay.first?.flag(0) == false else { return nil }
        var expected = request.expected
        while true {
            let digests = SharedDigests(here, expecting: expected)
            let differing = try BucketDifferences(digests.statement(layout, limits), digests.buckets, line)
            guard let batch = differing.batch(limits, inSmallParts: request.inSmallParts) else { return nil }
            if batch.isCoarse, digests.isFinerPossible(for: differing.total) {
                expected = differing.total
                continue
            }
            let there =
                batch.buckets.isEmpty
                ? RecordTable(schema: layout.fields)
                : try records(layout, limits, where: batch.condition(digests.bucket)) { _ in }
            let missing = here.ids.filter { digests.contains($0, in: batch.buckets) && there.index(of: $0) == nil }
            let tooLong = try tooLong(layout, limits, among: Set(missing))
            let rows = SharedRows(here, there, missing, tooLong, by: request.author)
            return (.differences(rows, isAll: batch.isAll, total: differing.total), differing.longCount)
        }
    }

    /// The records that have changed since a snapshot; none without a snapshot.
    fileprivate func changed(since cursor: String?, _ home: String) throws(ServerError) -> ChangedRecords {
        guard let cursor else { return .these([]) }
        let rows = try line.rows(
            """
            SELECT DISTINCT op = 'T', key FROM \(home).changes WHERE op <> 'F'
              AND (xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
                OR xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot))))
            """, [cursor])
        guard !rows.contains(where: { $0.flag(0) }) else { return .all }
        return .these(Set(rows.lazy.compactMap { $0.number(1) }.map { RecordID(rawValue: Int64($0)) }))
    }

    /// Why some records are missing: they exist there, or the server does not show them.
    fileprivate func missingRecords(
        _ layout: SharedLayout, _ limits: ServerLimits, of missing: Set<RecordID>
    ) throws(ServerError) -> MissingRecords {
        var missingRecords = MissingRecords()
        guard !missing.isEmpty else { return missingRecords }
        let own = SharedLayout.Own.record
        let there = "SELECT \(own) FROM \(layout.table) WHERE \(own) = ANY ($1::bigint[])"
        missingRecords.tooLong = try tooLong(layout, limits, among: missing)
        missingRecords.outside = try records(there, of: missing.subtracting(missingRecords.tooLong))
        let isHidden = try line.rows(
            "SELECT pg_catalog.row_security_active($1::pg_catalog.regclass)", [layout.table])
        guard isHidden.first?.flag(0) == true else { return missingRecords }
        let deleted = try records(
            "SELECT key FROM \(layout.home).changes WHERE op = 'D' AND key = ANY ($1::bigint[])", of: missing)
        missingRecords.hidden = missing.subtracting(missingRecords.outside).subtracting(missingRecords.tooLong)
            .subtracting(deleted)
        return missingRecords
    }

    /// Those of some records that exist there but are too long to be kept here.
    func tooLong(
        _ layout: SharedLayout, _ limits: ServerLimits, among missing: Set<RecordID>
    ) throws(ServerError) -> Set<RecordID> {
        let own = SharedLayout.Own.record
        return try records(
            "SELECT \(own) FROM \(layout.table) WHERE \(own) = ANY ($1::bigint[]) AND NOT (\(layout.isHeld(limits)))",
            of: missing)
    }

    /// The records that a statement returns among some records, queried in batches that fit the limit of an answer.
    private func records(_ sql: String, of records: Set<RecordID>) throws(ServerError) -> Set<RecordID> {
        var (found, rest): (Set<RecordID>, ArraySlice<RecordID>) = ([], Array(records)[...])
        while !rest.isEmpty {
            let part = rest.prefix(max(line.limits.rows / 2, 1))
            found.formUnion(Self.records(try line.rows(sql, [SharedPart.array(Set(part))])))
            rest = rest.dropFirst(part.count)
        }
        return found
    }

    private static func records(_ rows: [ServerRow]) -> Set<RecordID> {
        Set(rows.lazy.compactMap { $0.number(0) }.map { RecordID(rawValue: Int64($0)) })
    }
}

extension SharedRows {
    /// Records that differ from those that are here.
    ///
    /// - Parameters:
    ///   - missing: the records of the table that are missing there.
    ///   - tooLong: the records among these that are now too long.
    fileprivate init(
        _ here: RecordTable, _ there: RecordTable, _ missing: [RecordID], _ tooLong: Set<RecordID>,
        by author: CommitAuthor
    ) {
        self.init(schema: here.schema)
        let now = AppClock.shared.now
        for id in missing {
            add(id, place: nil, cells: nil, author: tooLong.contains(id) ? .tooLong : author, time: now)
        }
        for (record, id) in there.ids.enumerated() {
            let (cells, place) = (here.schema.fields.indices.map { there[record, $0] }, there.place(of: id))
            let isSame = here.index(of: id).map { index in
                here.place(of: id) == place && cells.indices.allSatisfy { here[index, $0] == cells[$0] }
            }
            if isSame != true { add(id, place: place, cells: cells, author: author, time: now) }
        }
    }
}
