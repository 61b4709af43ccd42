import FoundationEssentials
import KirokuCore

/// Keeping a copy of another program's table in step: what is different from a document that Kiroku has shared.
extension SharedDesk {
    // MARK: Connecting

    /// Finds out what has become of an edit that was in doubt, and whether it is the same server in the same past.
    func meet(foreign connection: SharedConnection, _ state: SharingState) async throws(ServerError) {
        let isSame = state.system == connection.system && state.timeline == connection.timeline
        if let doubt = state.foreign?.doubt { try await settle(doubt, connection, state, isSamePast: isSame) }
        let waiting = try await waitingCount()
        try await note {
            ($0.system, $0.timeline) = (connection.system, connection.timeline)
            $0.backend = waiting > 0 ? connection.backend : nil
            if !isSame { $0.cursor = nil }
            // Another server may have given the same numbers to other columns.
            if state.system != connection.system { $0.foreign?.relation = "" }
        }
    }

    private func settle(
        _ doubt: CommitInDoubt, _ connection: SharedConnection, _ state: SharingState, isSamePast: Bool
    ) async throws(ServerError) {
        switch isSamePast ? try await outcome(of: doubt, connection) : nil {
        case "committed":
            let keys = try await keys(of: doubt, connection, state)
            report.sent += doubt.commits.count
            try await noteAccepted(doubt.commits, keys) { $0.foreign?.doubt = nil }
        case "aborted": try await note { $0.foreign?.doubt = nil }
        case "in progress": throw .busy
        default:
            // Sent again, it might be there twice.
            for commit in doubt.commits {
                try await refuse(
                    commit, localized("It is not known whether the server has kept this. Look whether it is there."))
            }
            try await note { $0.foreign?.doubt = nil }
        }
    }

    private func outcome(
        of doubt: CommitInDoubt, _ connection: SharedConnection
    ) async throws(ServerError) -> String? {
        do throws(ServerError) {
            return try await connection.ask("SELECT pg_catalog.pg_xact_status($1::xid8)", [doubt.transaction]).first?[0]
        } catch .refusedRecord {
            // The server has not given this number yet, so it has lost those that it had given.
            return nil
        }
    }

    /// Finds the rows that an edit has written whose answer was lost, or is another one than expected, as far as they are still as it has written them.
    func keys(
        of doubt: CommitInDoubt, _ connection: SharedConnection, _ state: SharingState
    ) async throws(ServerError) -> [RecordKey] {
        let waiting = try await stored(await file.waiting())
        let edits = RecordEdits(waiting.filter { doubt.commits.contains($0.id) }.map(\.change))
        let known = try await stored(await file.keys(of: edits.records))
        let base = try await stored(await file.sharedSchema())
        let limits = connection.session.limits
        let choice = connection.session.address.choice
        let (layout, rows) = try await connection.session.transaction(.reading, of: .named(choice.name)) {
            (transaction) throws(ServerError) in
            let reader = ForeignReader(transaction: transaction)
            let layout = try reader.layout(of: choice, base: base, state.foreign)
            return (layout, try reader.rows(layout, writtenBy: doubt.transaction, limits))
        }
        guard let prepared = try? ForeignCommit(edits, layout, keys: known) else { return [] }
        return rows.keys(of: prepared.written, layout)
    }

    // MARK: Receiving

    /// What a look at the table has found.
    private enum ForeignNews: Sendable {
        case nothing
        case rows([Int], ForeignRows, tooLong: Set<String>, cursor: String)
        /// So much that all of it must be read.
        case much
    }

    func receiveForeign() async throws(ServerError) {
        while true {
            let state = try await state()
            guard let foreign = state.foreign, let cursor = state.cursor else { return try await receiveAllForeign() }
            let base = try await stored(await file.sharedSchema())
            let known = try await digests(asOf: cursor)
            let begin = clock.reading
            let news = try await look(foreign, state.fields, base, known)
            (pollCost, lastLook) = (clock.reading - begin, clock.reading)
            switch news {
            case .nothing: return
            case .much: return try await receiveAllForeign()
            case .rows(let buckets, let rows, let tooLong, let next):
                if try await receive(rows, of: buckets, tooLong, base, from: cursor, to: next) { return }
                // Another program may have been faster.
                if try await self.state().cursor == cursor { return try await receiveAllForeign() }
            }
        }
    }

    /// Whether it is not looked at the table now, because that would take the server long and it was done not long ago.
    ///
    /// What is sent says what it replaces, so it need not be looked before.
    func isLookSpared() async throws(ServerError) -> Bool {
        guard isForeign, pollCost > Self.cheapLook, let lastLook, lastLook + pauseBetweenLooks > clock.reading
        else {
            return false
        }
        return try await state().cursor != nil
    }

    private static let cheapLook = Duration.milliseconds(250)
    private static let pauseBetweenLists = Duration.seconds(60)

    private func look(
        _ state: ForeignState, _ version: Int, _ base: Schema, _ known: [Int: BucketDigest]
    ) async throws(ServerError) -> ForeignNews {
        let session = try open().session
        let (choice, limits) = (session.address.choice, session.limits)
        // What others add to the tables to which this one refers is not looked for each time.
        let isFresh = listsRead.map { clock.reading - $0 < Self.pauseBetweenLists } ?? false
        let lists = isFresh ? foreign?.source.lists : nil
        if lists == nil { listsRead = clock.reading }
        let (layout, news, long) = try await session.transaction(.reading, of: .named(choice.name)) {
            (transaction) throws(ServerError) -> (ForeignLayout, ForeignNews, Int?) in
            let reader = ForeignReader(transaction: transaction)
            let layout = try reader.layout(of: choice, base: base, state, lists: lists)
            guard layout.version == version, layout.fields.fields == base.fields,
                let changed = try reader.changed(layout, since: known, limits)
            else { return (layout, .much, nil) }
            if changed.buckets.isEmpty { return (layout, .nothing, changed.long) }
            let cursor = try transaction.line.snapshot()
            let tooLong = changed.long > 0 ? try reader.longKeys(layout, inBuckets: changed.buckets) : []
            return (layout, .rows(changed.buckets, changed.rows, tooLong: tooLong, cursor: cursor), changed.long)
        }
        foreign = layout
        if let long { try await noteLong(long) }
        return news
    }

    /// Finds out what the table is like, without its rows.
    func readForeignLayout() async throws(ServerError) {
        let (state, session) = (try await state(), try open().session)
        let base = try await stored(await file.sharedSchema())
        let choice = session.address.choice
        foreign = try await session.transaction(.reading) { (transaction) throws(ServerError) in
            try ForeignReader(transaction: transaction).layout(of: choice, base: base, state.foreign)
        }
    }

    private func digests(asOf cursor: String) async throws(ServerError) -> [Int: BucketDigest] {
        if let knownDigests, knownDigests.cursor == cursor { return knownDigests.buckets }
        let buckets = try await stored(await file.bucketDigests())
        knownDigests = (cursor, buckets)
        return buckets
    }

    /// - Returns: false if the file is no longer where it was, or cannot tell.
    private func receive(
        _ read: ForeignRows, of buckets: [Int], _ tooLong: Set<String>, _ base: Schema, from cursor: String,
        to next: String
    ) async throws(ServerError) -> Bool {
        let known = try await stored(await file.keys(inBuckets: buckets))
        let marks = Dictionary(known.map { ($0.key, $0.mark) }) { first, _ in first }
        var (rows, changes) = (SharedRows(schema: base, keepsPlaces: true), KeyChanges())
        let now = AppClock.shared.now
        var gone = Dictionary(known.map { ($0.key, $0.record) }) { first, _ in first }
        for (index, key) in read.identified(known).enumerated() {
            gone[key.key] = nil
            guard marks[key.key] != key.mark else { continue }
            changes.set.append(key)
            rows.add(key.record, place: nil, cells: read.cells(index), author: .server, time: now)
        }
        for (key, record) in gone.sorted(by: { $0.value < $1.value }) {
            changes.gone.append(record)
            rows.add(
                record, place: nil, cells: nil, author: tooLong.contains(key) ? .tooLong : .server, time: now)
        }
        let (received, keys) = (rows, changes)
        let result = try await stored(
            await file.receive(received, since: cursor, keys: keys) { ($0.cursor, $0.contact) = (next, now) })
        knownDigests = nil
        guard let result else { return false }
        if result.records > 0 { othersChanged = clock.reading }
        add(result)
        return true
    }

    /// Reads all of the table, and compares it.
    ///
    /// - Parameter isUnclear: whether another program has changed the document, and it is not known what.
    func receiveAllForeign(isUnclear: Bool = false) async throws(ServerError) {
        if let unread, unread.until > clock.reading { throw unread.error }
        let state = try await state()
        let base = try await stored(await file.sharedSchema())
        let whole = try await ForeignWhole.read(
            try open().session, base: base, state.foreign, progress: progress)
        let known = try await stored(await file.keys(inBuckets: nil))
        let keys = whole.rows.identified(known)
        var departed = Departures()
        let present = Set(keys.lazy.map(\.record))
        departed.tooLong = Set(
            known.lazy.filter { whole.tooLong.contains($0.key) && !present.contains($0.record) }.map(\.record))
        let departures = departed
        let received = try await stored(
            await file.receive(
                all: whole.rows.table, keys: keys, by: .server, departures,
                unclearBesides: isUnclear ? Self.changed(from: known, to: keys) : nil
            ) {
                ($0.cursor, $0.fields, $0.contact) = (whole.cursor, whole.layout.version, AppClock.shared.now)
                $0.foreign = whole.layout.state(after: $0.foreign)
            })
        (foreign, knownDigests, lastLook) = (whole.layout, nil, clock.reading)
        try await noteLong(whole.longCount)
        if let received { add(received) }
    }

    /// Whose rows are others, or gone.
    private static func changed(from known: [RecordKey], to keys: [RecordKey]) -> ChangedRecords {
        let marks = Dictionary(keys.map { ($0.record, $0.mark) }) { first, _ in first }
        return .these(Set(known.lazy.filter { marks[$0.record] != $0.mark }.map(\.record)))
    }
}

/// Another program's table with its rows, as of one moment.
struct ForeignWhole: Sendable {
    let layout: ForeignLayout
    let rows: ForeignRows
    /// How many more rows there are that are too long, and their keys.
    let longCount: Int
    let tooLong: Set<String>
    /// That moment, as a snapshot.
    let cursor: String

    /// - Parameters:
    ///   - base: the fields of the copy, without edits that wait.
    ///   - state: what the copy knows of the table.
    ///   - progress: called with growing shares of the work, up to 1.
    static func read(
        _ session: ServerSession, base: Schema, _ state: ForeignState?, progress: @escaping @Sendable (Double) -> Void
    ) async throws(ServerError) -> ForeignWhole {
        let (choice, limits) = (session.address.choice, session.limits)
        return try await session.transaction(.reading, of: .named(choice.name)) { (transaction) throws(ServerError) in
            let reader = ForeignReader(transaction: transaction)
            var layout = try reader.layout(of: choice, base: base, state)
            let (count, long) = try reader.count(layout)
            layout.buckets = ForeignLayout.buckets(for: count)
            let rows = try reader.rows(layout, inBuckets: nil, limits) { progress(Double($0) / Double(max(count, 1))) }
            return ForeignWhole(
                layout: layout, rows: rows, longCount: long,
                tooLong: long > 0 ? try reader.longKeys(layout, inBuckets: nil) : [],
                cursor: try transaction.line.snapshot())
        }
    }
}
