import KirokuCore

/// Comparing a shared table with what is here, where it is not known what has changed: after a restart of the server, a
/// failover, or without triggers.
extension SharedRemote {
    /// What differs on the server, or a part of it, as of one moment.
    private struct Differences: Sendable {
        let layout: SharedLayout
        let buckets: Set<Int>
        /// Whether nothing else differs.
        let isAll: Bool
        let table: RecordTable
        /// Which records are not there because they have become too long.
        let tooLong: Set<RecordID>
        let cursor: String
        /// How many records are too long to be held here.
        let longCount: Int
        let pictures: [WantedPicture]
        /// Those of the edits that wait that the server has.
        let known: [String]
    }

    /// What has come of asking what differs.
    private enum Comparison: Sendable {
        case found(Differences)
        /// It is better known in smaller buckets, for so many records.
        case tooCoarse(total: Int)
        /// All of the table is to be read.
        case whole
    }

    /// Takes in what differs.
    ///
    /// Where much does in a table with more records than are read at once, that is done some buckets at a time; the document
    /// has what is on the server as of a cursor again when nothing differs any more.
    ///
    /// - Parameters:
    ///   - author: who has changed it, if that is known.
    ///   - inSmallParts: whether more at once would be too much.
    /// - Returns: false if all of the table must be read: the fields are other ones, much differs, only a part of it is here,
    ///   the server does not show all records to this user, or its texts may be none.
    func receiveDifferences(
        by author: CommitAuthor?, inSmallParts: Bool = false, _ exchange: inout Exchange
    ) async throws(ServerError) -> Bool {
        var expected = 0
        let file = exchange.file
        while true {
            let state = try await file.state()
            guard state.part == nil else { return false }
            let here = try await stored(await file.settledTable())
            guard let here, here.count > 0 else { return false }
            let digests = SharedDigests(here, expecting: expected)
            switch try await differences(digests, here, inSmallParts, exchange) {
            case .whole: return false
            case .tooCoarse(let total): expected = total
            case .found(let found) where !found.known.isEmpty:
                // What they have changed was compared as if it were not there.
                try await exchange.note(known: found.known)
            case .found(let found):
                guard try await take(found, digests, here, since: state.cursor, by: author ?? .server, &exchange)
                else { return false }
                if found.isAll { return true }
            }
        }
    }

    /// - Parameter here: what was compared.
    /// - Returns: false if the document has changed since.
    private func take(
        _ found: Differences, _ digests: SharedDigests, _ here: RecordTable, since cursor: String?,
        by who: CommitAuthor,
        _ exchange: inout Exchange
    ) async throws(ServerError) -> Bool {
        let now = AppClock.shared.now
        var rows = SharedRows(schema: here.schema)
        for id in here.ids where digests.contains(id, in: found.buckets) && found.table.index(of: id) == nil {
            rows.add(
                id, place: nil, cells: nil, author: found.tooLong.contains(id) ? .tooLong : who, time: now)
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
        try await stored(await exchange.file.want(all: found.pictures))
        let result = try await stored(
            await exchange.file.receive(received, since: cursor) {
                guard found.isAll else { return }
                ($0.cursor, $0.fields, $0.contact) = (found.cursor, found.layout.version, now)
            })
        guard let result else { return false }
        exchange.add(result)
        guard found.isAll else { return true }
        note(found.layout)
        try await exchange.note(long: found.longCount)
        return true
    }

    /// - Parameter here: what is here, with its digests.
    private func differences(
        _ digests: SharedDigests, _ here: RecordTable, _ inSmallParts: Bool, _ exchange: Exchange
    ) async throws(ServerError) -> Comparison {
        let (home, session, waiting) = (documentHome, exchange.session, try await exchange.file.waitingIDs())
        return try await session.transaction(.reading, of: .ofDocument(home: home)) {
            (transaction) throws(ServerError) -> Comparison in
            let (line, table) = (transaction.line, SharedTable(line: transaction.line))
            guard !transaction.isStandby else { throw .readOnly(line.plan.server, .standby) }
            let layout = try table.layout(home)
            guard layout.fields.fields == here.schema.fields else { return .whole }
            let isInTheWay = try line.rows(
                """
                SELECT pg_catalog.row_security_active($1::pg_catalog.regclass) OR pg_catalog.getdatabaseencoding() = 'SQL_ASCII'
                """, [layout.table])
            guard isInTheWay.first?.flag(0) == false else { return .whole }
            guard let differing = digests.differing(try line.rows(digests.statement(layout, session.limits))) else {
                throw .unintelligible(server: line.plan.server)
            }
            var buckets = differing.buckets
            if differing.records > min(SharedFeed.limit, session.limits.records) {
                guard inSmallParts || differing.total > session.limits.records else { return .whole }
                let most = min(inSmallParts ? SharedFeed.limit : .max, session.limits.records / 2)
                buckets = differing.first(most)
                let isCoarse = buckets.count == 1 && differing.records > most
                if isCoarse, digests.isFinerPossible(for: differing.total) { return .tooCoarse(total: differing.total) }
            }
            let cursor = try line.snapshot()
            let rows =
                buckets.isEmpty
                ? RecordTable(schema: layout.fields)
                : try table.records(layout, session.limits, where: digests.condition(buckets)) { _ in }
            let missing = here.ids.filter { digests.contains($0, in: buckets) && rows.index(of: $0) == nil }
            let found = Differences(
                layout: layout, buckets: buckets, isAll: buckets.count == differing.counts.count, table: rows,
                tooLong: try table.tooLong(layout, session.limits, among: Set(missing)), cursor: cursor,
                longCount: try table.longCount(layout, session.limits),
                pictures: try SharedPictures.all(line, home), known: try table.known(waiting, home))
            return .found(found)
        }
    }
}
