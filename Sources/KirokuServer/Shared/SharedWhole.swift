import KirokuCore

/// What is asked of a server that is to send a shared table as a whole.
struct WholeRequest: Sendable {
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

/// A shared table with its records, as of one moment: all of them, or the part that a copy has, and some others.
struct SharedWhole: Sendable {
    let layout: SharedLayout
    let table: RecordTable
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
    /// What has changed since the snapshot that was asked for; nothing if there was none.
    let changed: ChangedRecords
    /// Why records that the copy has are not there, as far as it is not because they were deleted.
    private let departures: Departures

    /// - Parameters:
    ///   - table: in a transaction that sees one state.
    ///   - progress: called with growing shares of the work, as far as they can be guessed.
    init(
        _ table: SharedTable, home: String, _ limits: ServerLimits, _ request: WholeRequest = WholeRequest(),
        _ progress: (Double) -> Void
    ) throws(ServerError) {
        layout = try table.layout(home)
        part = request.part.map { [fields = layout.fields] in
            SharedPart(kept: $0.condition, for: fields, before: $0.before)
        }
        cursor = try table.line.snapshot()
        let filter = part?.filter(layout, or: part?.isUsable == true ? request.also : request.here)
        self.table = try table.records(layout, limits, where: filter, progress)
        longCount = try table.longCount(layout, limits)
        departures = try table.departures(layout, limits, of: request.here.subtracting(self.table.ids))
        pictures = try SharedPictures.all(table.line, home)
        known = try table.known(request.waiting, home)
        changed =
            try request.cursor.map { (cursor) throws(ServerError) in
                try table.changed(since: cursor, home)
            } ?? .these([])
    }

    /// Those of the records that were read and do not belong to the part.
    func leaving() async throws(ServerError) -> Set<RecordID> {
        guard let part, part.isUsable else { return [] }
        do throws(QueryError) {
            let found = try await table.find(part.condition)
            guard found.count < table.count else { return [] }
            return Set(table.ids).subtracting(found.lazy.map { table.ids[$0] })
        } catch {
            throw .cancelled
        }
    }

    /// Why records that the copy has do not come with the table.
    ///
    /// - Parameter isNarrowed: whether what does not belong to the part leaves.
    func departures(isNarrowed: Bool) async throws(ServerError) -> Departures {
        var departures = self.departures
        if isNarrowed { departures.leaving = try await leaving() }
        return departures
    }
}

extension SharedTable {
    /// Which records have changed since a snapshot.
    fileprivate func changed(since cursor: String, _ home: String) throws(ServerError) -> ChangedRecords {
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
    fileprivate func departures(
        _ layout: SharedLayout, _ limits: ServerLimits, of missing: Set<RecordID>
    ) throws(ServerError) -> Departures {
        var departures = Departures()
        guard !missing.isEmpty else { return departures }
        let own = SharedLayout.Own.record
        let there = "SELECT \(own) FROM \(layout.table) WHERE \(own) = ANY ($1::bigint[])"
        departures.tooLong = try tooLong(layout, limits, among: missing)
        departures.outside = try records(there, of: missing.subtracting(departures.tooLong))
        let isHidden = try line.rows(
            "SELECT pg_catalog.row_security_active($1::pg_catalog.regclass)", [layout.table])
        guard isHidden.first?.flag(0) == true else { return departures }
        let deleted = try records(
            "SELECT key FROM \(layout.home).changes WHERE op = 'D' AND key = ANY ($1::bigint[])", of: missing)
        departures.hidden = missing.subtracting(departures.outside).subtracting(departures.tooLong)
            .subtracting(deleted)
        return departures
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
