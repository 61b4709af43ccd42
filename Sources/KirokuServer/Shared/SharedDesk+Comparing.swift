import KirokuCore

/// Comparing a shared table with what is here, where it is not known what has changed: after a restart of the server, a
/// failover, or without triggers.
extension SharedDesk {
    /// What differs on the server, as of one moment.
    private struct Differences: Sendable {
        let layout: SharedLayout
        let buckets: Set<Int>
        let table: RecordTable
        let cursor: String
        /// How many records are too long to be held here.
        let longCount: Int
        let pictures: [WantedPicture]
        /// Those of the edits that wait that the server has.
        let known: [String]
    }

    /// Takes in what differs.
    ///
    /// - Parameter author: who has changed it, if that is known.
    /// - Returns: false if all of the table must be read: the fields are other ones, much differs, only a part of it is here,
    ///   the server does not show all records to this user, or its texts may be none.
    func receiveDifferences(by author: CommitAuthor?) async throws(ServerError) -> Bool {
        let state = try await state()
        guard state.part == nil else { return false }
        let here = try await stored { (file) throws(StorageError) in try await file.settledTable() }
        guard let here, here.count > 0 else { return false }
        let digests = SharedDigests(here)
        guard let found = try await differences(digests, here, state) else { return false }
        // What they have changed was compared as if it were not there.
        guard found.known.isEmpty else {
            try await noteKnown(found.known)
            return try await receiveDifferences(by: author)
        }
        let now = AppClock.shared.now
        var rows = SharedRows(schema: here.schema)
        let who = author ?? .server
        for id in here.ids where digests.contains(id, in: found.buckets) && found.table.index(of: id) == nil {
            rows.add(id, place: nil, cells: nil, author: who, time: now)
        }
        for (record, id) in found.table.ids.enumerated() {
            let cells = here.schema.fields.indices.map { found.table[record, $0] }
            let place = found.table.place(of: id)
            let isSame = here.index(of: id).map { index in
                here.place(of: id) == place && cells.indices.allSatisfy { here[index, $0] == cells[$0] }
            }
            if isSame != true { rows.add(id, place: place, cells: cells, author: who, time: now) }
        }
        let received = rows
        let result = try await stored { (file) throws(StorageError) in
            try await file.want(all: found.pictures)
            return try await file.receive(received, since: state.cursor) {
                ($0.cursor, $0.fields, $0.contact) = (found.cursor, found.layout.version, now)
            }
        }
        guard let result else { return false }
        layout = found.layout
        try await noteLong(found.longCount)
        add(result)
        return true
    }

    /// - Parameter here: what is here, with its digests.
    private func differences(
        _ digests: SharedDigests, _ here: RecordTable, _ state: SharingState
    ) async throws(ServerError) -> Differences? {
        let (home, session, waiting) = (try current().home, try open().session, try await waitingIDs())
        return try await session.transaction(.reading, of: .ofDocument(home: home)) {
            (transaction) throws(ServerError) -> Differences? in
            let (line, table) = (transaction.line, SharedTable(line: transaction.line))
            guard !transaction.isStandby else { throw .readOnly(line.plan.server, .standby) }
            let layout = try table.layout(home)
            guard layout.fields.fields == here.schema.fields else { return nil }
            let isInTheWay = try line.rows(
                """
                SELECT pg_catalog.row_security_active($1::pg_catalog.regclass) OR pg_catalog.getdatabaseencoding() = 'SQL_ASCII'
                """, [layout.table])
            guard isInTheWay.first?.flag(0) == false else { return nil }
            guard let differing = digests.differing(try line.rows(digests.statement(layout, session.limits))) else {
                throw .unintelligible(server: line.plan.server)
            }
            guard differing.records <= SharedFeed.limit else { return nil }
            let cursor = try line.snapshot()
            let rows =
                differing.buckets.isEmpty
                ? RecordTable(schema: layout.fields)
                : try table.records(layout, session.limits, where: digests.condition(differing.buckets)) { _ in }
            return Differences(
                layout: layout, buckets: differing.buckets, table: rows, cursor: cursor,
                longCount: try table.longCount(layout, session.limits),
                pictures: try SharedPictures.all(line, home), known: try table.known(waiting, home))
        }
    }
}
