import KirokuCore

/// What is asked of a server that is to send what differs in a shared table, or all of it.
struct SharedRequest: Sendable {
    /// What is here without the edits that wait, if no more needs to be read than what differs from it.
    var table: RecordTable?
    /// How many records there are on the server, as far as that is known.
    var expected = 0
    /// Whether as much as usual at once would be too much.
    var inSmallParts = false
    /// Who has changed what differs.
    var author = CommitAuthor.server
    /// Which part of it a copy has, as it had it for some fields; `nil` for all of it.
    var part: (condition: Condition, before: Schema)?
    /// Records that come in any case, as far as they are there.
    var also: Set<RecordID> = []
    /// The records that the copy has.
    var here: Set<RecordID> = []
    /// The identities of the edits that wait.
    var waiting: [String] = []
    /// A snapshot since which it is asked what has changed; `nil` if that does not matter.
    var cursor: String?
}

/// A shared table, as of one moment: what differs, or all records, or the part that a copy has and some others.
struct SharedSnapshot: Sendable {
    enum Contents: Sendable {
        /// Records that differ from those that are here.
        ///
        /// - isAll: whether nothing else differs.
        /// - total: how many records there are on the server.
        case differences(SharedRows, isAll: Bool, total: Int)
        /// - missingRecords: why records that the copy has are missing there, other than those that were deleted.
        /// - changed: what has changed since the snapshot that was asked for; nothing if there was none.
        case all(RecordTable, MissingRecords, changed: ChangedRecords)
    }

    let layout: SharedLayout
    let contents: Contents
    /// That moment, as a snapshot.
    let cursor: String
    /// How many records are too long to be held here.
    let longCount: Int
    /// The pictures that the document has there.
    let pictures: [WantedPicture]
    /// Those of the edits that wait that the server has.
    let known: [String]
    /// Which part the copy has; `nil` for all.
    let part: SharedPart?

    /// - Parameters:
    ///   - table: in a transaction that sees one state.
    ///   - progress: called with growing shares of the work, as far as they can be guessed.
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

    /// The same departures, with the records that were read and do not belong to the part.
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
    /// What differs from what is here, or a part of it, with how many records are too long.
    ///
    /// - Returns: `nil` if all of the table must be read: the fields are other ones, much differs, only a part of it is here, the
    ///   server does not show all records to this user, or its texts may be none.
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

    /// Which records have changed since a snapshot; none if there is none.
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

    /// Why some records do not come: they are there, or the server does not show them.
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

    /// Those of some records that are there, but longer than is held here.
    func tooLong(
        _ layout: SharedLayout, _ limits: ServerLimits, among missing: Set<RecordID>
    ) throws(ServerError) -> Set<RecordID> {
        let own = SharedLayout.Own.record
        return try records(
            "SELECT \(own) FROM \(layout.table) WHERE \(own) = ANY ($1::bigint[]) AND NOT (\(layout.isHeld(limits)))",
            of: missing)
    }

    /// What a statement says of some records, asked about as many at a time as an answer may have.
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
    ///   - missing: those of the table that are not there.
    ///   - tooLong: those of these that have become too long.
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
