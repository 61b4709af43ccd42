import FoundationEssentials
import KirokuCore

/// Another program's table. Nothing in its database is Kiroku's, so it is looked at from time to time.
actor ForeignRemote: RemoteTable {
    nonisolated var home: String? { nil }
    /// The table as it was last.
    private var known: ForeignLayout?
    /// What its buckets have here, as of a cursor.
    private var digests: (cursor: String, buckets: [Int: BucketDigest])?
    private(set) var lastLook: (end: ClockReading, cost: Duration)?
    /// When the values were read last that it takes from other tables.
    private var listsRead: ClockReading?

    /// How often these are read at most.
    private static let pauseBetweenLists = Duration.seconds(60)

    var notice: SharingNotice? { nil }

    // MARK: Connecting

    func meet(_ exchange: inout Exchange, _ state: SharingState) async throws(ServerError) {
        let connection = exchange.connection
        let isSame = state.system == connection.system && state.timeline == connection.timeline
        if let doubt = state.foreign?.doubt { try await settle(doubt, state, isSamePast: isSame, &exchange) }
        let waiting = try await stored(await exchange.file.waitingCount())
        try await exchange.note {
            ($0.system, $0.timeline) = (connection.system, connection.timeline)
            $0.backend = waiting > 0 ? connection.backend : nil
            if !isSame { $0.cursor = nil }
            // Another server may have given the same numbers to other columns.
            if state.system != connection.system { $0.foreign?.relation = "" }
        }
    }

    private func settle(
        _ doubt: CommitInDoubt, _ state: SharingState, isSamePast: Bool, _ exchange: inout Exchange
    ) async throws(ServerError) {
        switch isSamePast ? try await outcome(of: doubt, exchange.connection) : nil {
        case "committed":
            let keys = try await keys(of: doubt, exchange, state)
            exchange.report.sent += doubt.commits.count
            try await noteAccepted(doubt.commits, keys, exchange.file) { $0.foreign?.doubt = nil }
        case "aborted": try await exchange.note { $0.foreign?.doubt = nil }
        case "in progress": throw .busy
        default:
            // Sent again, it might be there twice.
            for commit in doubt.commits {
                try await exchange.refuse(
                    commit, localized("It is not known whether the server has kept this. Look whether it is there."))
            }
            try await exchange.note { $0.foreign?.doubt = nil }
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
        of doubt: CommitInDoubt, _ exchange: Exchange, _ state: SharingState
    ) async throws(ServerError) -> [RecordKey] {
        let (file, session) = (exchange.file, exchange.session)
        let waiting = try await stored(await file.waiting())
        let edits = RecordEdits(waiting.filter { doubt.commits.contains($0.id) }.map(\.change))
        let known = try await stored(await file.keys(of: edits.records))
        let base = try await stored(await file.sharedSchema())
        let (limits, choice) = (session.limits, session.address.choice)
        let (layout, rows) = try await session.transaction(.reading, of: .named(choice.name)) {
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

    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        switch reading {
        case .news: return try await receiveNews(&exchange)
        case .differences: try await receiveAll(isUnclear: false, &exchange)
        case .parts(_, let error): throw error
        case .unclear: try await receiveAll(isUnclear: true, &exchange)
        }
        return nil
    }

    private func receiveNews(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        let file = exchange.file
        while true {
            let state = try await file.state()
            guard let foreign = state.foreign, let cursor = state.cursor else { return .differences(by: nil) }
            let base = try await stored(await file.sharedSchema())
            let here = try await digests(asOf: cursor, file)
            let begin = exchange.clock.reading
            let news = try await look(foreign, state.fields, base, here, exchange)
            let end = exchange.clock.reading
            lastLook = (end, end - begin)
            switch news {
            case .nothing: return nil
            case .much: return .differences(by: nil)
            case .rows(let buckets, let rows, let tooLong, let next):
                if try await receive(rows, of: buckets, tooLong, base, from: cursor, to: next, &exchange) {
                    return nil
                }
                // Another program may have been faster.
                if try await file.state().cursor == cursor { return .differences(by: nil) }
            }
        }
    }

    private func look(
        _ state: ForeignState, _ version: Int, _ base: Schema, _ here: [Int: BucketDigest], _ exchange: Exchange
    ) async throws(ServerError) -> ForeignNews {
        let session = exchange.session
        let (choice, limits) = (session.address.choice, session.limits)
        // What others add to the tables to which this one refers is not looked for each time.
        let isFresh = listsRead.map { exchange.clock.reading - $0 < Self.pauseBetweenLists } ?? false
        let lists = isFresh ? known?.source.lists : nil
        if lists == nil { listsRead = exchange.clock.reading }
        let (layout, news, long) = try await session.transaction(.reading, of: .named(choice.name)) {
            (transaction) throws(ServerError) -> (ForeignLayout, ForeignNews, Int?) in
            let reader = ForeignReader(transaction: transaction)
            let layout = try reader.layout(of: choice, base: base, state, lists: lists)
            guard layout.version == version, layout.fields.fields == base.fields,
                let changed = try reader.changed(layout, since: here, limits)
            else { return (layout, .much, nil) }
            if changed.buckets.isEmpty { return (layout, .nothing, changed.long) }
            let cursor = try transaction.line.snapshot()
            let tooLong = changed.long > 0 ? try reader.longKeys(layout, inBuckets: changed.buckets) : []
            return (layout, .rows(changed.buckets, changed.rows, tooLong: tooLong, cursor: cursor), changed.long)
        }
        known = layout
        if let long { try await exchange.note(long: long) }
        return news
    }

    /// What the table is like: as it was last, or else without its rows.
    func layout(_ exchange: Exchange) async throws(ServerError) -> ForeignLayout {
        if let known { return known }
        let (file, session) = (exchange.file, exchange.session)
        let (state, base) = (try await file.state(), try await stored(await file.sharedSchema()))
        let choice = session.address.choice
        let layout = try await session.transaction(.reading) { (transaction) throws(ServerError) in
            try ForeignReader(transaction: transaction).layout(of: choice, base: base, state.foreign)
        }
        known = layout
        return layout
    }

    private func digests(asOf cursor: String, _ file: CardFile) async throws(ServerError) -> [Int: BucketDigest] {
        if let digests, digests.cursor == cursor { return digests.buckets }
        let buckets = try await stored(await file.bucketDigests())
        digests = (cursor, buckets)
        return buckets
    }

    /// - Returns: false if the file is no longer where it was, or cannot tell.
    private func receive(
        _ read: ForeignRows, of buckets: [Int], _ tooLong: Set<String>, _ base: Schema, from cursor: String,
        to next: String, _ exchange: inout Exchange
    ) async throws(ServerError) -> Bool {
        let file = exchange.file
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
        digests = nil
        guard let result else { return false }
        if result.records > 0 { exchange.hasNewsOfOthers = true }
        exchange.add(result)
        return true
    }

    /// Reads all of the table, and compares it.
    ///
    /// - Parameter isUnclear: whether another program has changed the document, and it is not known what.
    private func receiveAll(isUnclear: Bool, _ exchange: inout Exchange) async throws(ServerError) {
        let file = exchange.file
        let state = try await file.state()
        let base = try await stored(await file.sharedSchema())
        let whole = try await ForeignWhole.read(
            exchange.session, base: base, state.foreign, progress: exchange.progress)
        let before = try await stored(await file.keys(inBuckets: nil))
        let keys = whole.rows.identified(before)
        var departed = Departures()
        let present = Set(keys.lazy.map(\.record))
        departed.tooLong = Set(
            before.lazy.filter { whole.tooLong.contains($0.key) && !present.contains($0.record) }.map(\.record))
        let departures = departed
        let received = try await stored(
            await file.receive(
                all: whole.rows.table, keys: keys, by: .server, departures,
                unclearBesides: isUnclear ? Self.changed(from: before, to: keys) : nil
            ) {
                ($0.cursor, $0.fields, $0.contact) = (whole.cursor, whole.layout.version, AppClock.shared.now)
                $0.foreign = whole.layout.state(after: $0.foreign)
            })
        (known, digests) = (whole.layout, nil)
        lastLook = (exchange.clock.reading, lastLook?.cost ?? .zero)
        try await exchange.note(long: whole.longCount)
        if let received { exchange.add(received) }
    }

    /// Whose rows are others, or gone.
    private static func changed(from known: [RecordKey], to keys: [RecordKey]) -> ChangedRecords {
        let marks = Dictionary(keys.map { ($0.record, $0.mark) }) { first, _ in first }
        return .these(Set(known.lazy.filter { marks[$0.record] != $0.mark }.map(\.record)))
    }

    // MARK: Sending

    /// Writes down that edits were accepted, and which rows they have become; these are read next.
    func noteAccepted(
        _ ids: [String], _ keys: [RecordKey], _ file: CardFile,
        _ change: @Sendable (inout SharingState) -> Void = { _ in }
    ) async throws(ServerError) {
        guard !ids.isEmpty else { return }
        var changes = KeyChanges()
        changes.set = keys
        let written = changes
        try await stored(
            await file.note(accepted: ids, keys: written) {
                $0.contact = AppClock.shared.now
                change(&$0)
            })
        digests = nil
    }

    /// There is no place for it.
    func send(picture commit: QueuedCommit, _ exchange: Exchange) async throws(ServerError) {
        try await stored(await exchange.file.drop(commit.id))
    }

    // MARK: What only shared tables need

    func check(_ exchange: inout Exchange) -> RemoteReading? { nil }

    func noteCompared(_ exchange: Exchange, cost: Duration) {}

    func prune(_ exchange: Exchange) {}
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
