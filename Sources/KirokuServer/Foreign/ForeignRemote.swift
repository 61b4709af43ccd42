import FoundationEssentials
import KirokuCore

/// Another program's table, which is polled, because nothing in its database is Kiroku's.
actor ForeignRemote: RemoteTable {
    nonisolated var home: String? { nil }
    /// The last known structure of the table.
    private var known: ForeignLayout?
    /// The digests of its buckets here, as of a cursor.
    private var digests: (cursor: String?, buckets: [Int: BucketDigest])?
    private(set) var lastPoll: (end: ClockReading, cost: Duration)?
    /// When the values that it takes from other tables were last read.
    private var listsRead: ClockReading?

    /// The shortest pause between reading these.
    private static let pauseBetweenLists = Duration.seconds(60)

    var notice: SharingNotice? { nil }

    // MARK: Connecting

    func didConnect(_ exchange: inout Exchange, _ state: SyncState) async throws(ServerError) {
        let connection = exchange.connection
        let isSame = state.system == connection.system && state.timeline == connection.timeline
        if let doubt = state.foreign?.doubt { try await settle(doubt, state, isSamePast: isSame, &exchange) }
        let waiting = try await stored(await exchange.file.waitingCount())
        // Another row may have the same mark on that server.
        let keys = isSame ? KeyChanges() : .allUnread
        digests = nil
        try await stored(
            await exchange.file.updateSyncState(keys: keys) {
                ($0.system, $0.timeline) = (connection.system, connection.timeline)
                $0.backend = waiting > 0 ? connection.backend : nil
                if !isSame { $0.cursor = nil }
                // Another server may use the same numbers for other columns.
                if state.system != connection.system { $0.foreign?.relation = "" }
            })
    }

    private func settle(
        _ doubt: CommitInDoubt, _ state: SyncState, isSamePast: Bool, _ exchange: inout Exchange
    ) async throws(ServerError) {
        switch isSamePast ? try await outcome(of: doubt, exchange.connection) : nil {
        case "committed":
            let keys = try await keys(of: doubt, exchange, state)
            exchange.report.sent += doubt.commits.count
            try await markAccepted(doubt.commits, keys, exchange.file) { $0.foreign?.doubt = nil }
        case "aborted": try await exchange.update { $0.foreign?.doubt = nil }
        case "in progress": throw .busy
        default:
            // Sending it again could make the edit twice.
            for commit in doubt.commits {
                try await exchange.refuse(
                    commit, localized("It is unclear whether the server saved this. Check whether it is there."))
            }
            try await exchange.update { $0.foreign?.doubt = nil }
        }
    }

    private func outcome(
        of doubt: CommitInDoubt, _ connection: SharedConnection
    ) async throws(ServerError) -> String? {
        do throws(ServerError) {
            return try await connection.ask("SELECT pg_catalog.pg_xact_status($1::xid8)", [doubt.transaction]).first?[0]
        } catch .refusedRecord {
            // The server has not used this number yet, so it has lost later transactions.
            return nil
        }
    }

    /// Finds the rows written by an edit whose answer was lost, or was not as expected, if they have not changed since.
    func keys(
        of doubt: CommitInDoubt, _ exchange: Exchange, _ state: SyncState
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

    /// Rows of the table, as of one moment.
    private struct Snapshot: Sendable {
        let layout: ForeignLayout
        /// The differing buckets that they are in; `nil` for all rows.
        let batch: BucketDifferences.Batch?
        let rows: ForeignRows
        /// The number of other rows that are too long, and their keys.
        let longCount: Int
        let tooLong: Set<String>
        /// The moment, as a snapshot.
        let cursor: String

        /// Records that the document has everything that the table had at that moment.
        func update(in state: inout SyncState, at time: Date) {
            (state.cursor, state.fields, state.contact) = (cursor, layout.version, time)
            state.foreign = layout.state(after: state.foreign)
        }
    }

    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        let file = exchange.file
        while true {
            let state = try await file.state()
            let base = try await stored(await file.sharedSchema())
            let begin = exchange.clock.reading
            let snapshot: Snapshot
            do throws(ServerError) {
                snapshot = try await self.readSnapshot(reading, state, base, exchange)
            } catch {
                guard case .tooLargeToKeep = error, let next = reading.inParts else { throw error }
                return next
            }
            let end = exchange.clock.reading
            lastPoll = (end, snapshot.batch == nil ? lastPoll?.cost ?? .zero : end - begin)
            try await exchange.update(long: snapshot.longCount)
            guard let batch = snapshot.batch else {
                try await take(whole: snapshot, isUnclear: reading.isUnclear, &exchange)
                known = snapshot.layout
                return nil
            }
            known = snapshot.layout
            if batch.buckets.isEmpty, state.cursor != nil, state.fields == snapshot.layout.version { return nil }
            if try await take(snapshot, of: batch, base, since: state.cursor, &exchange) {
                if batch.isAll { return nil }
            } else if try await file.state().cursor == state.cursor {
                // Not because another program was faster.
                return .differences(by: nil)
            }
        }
    }

    /// Reads the rows that differ by their marks, or all rows.
    private func readSnapshot(
        _ reading: RemoteReading, _ state: SyncState, _ base: Schema, _ exchange: Exchange
    ) async throws(ServerError) -> Snapshot {
        var here: [Int: BucketDigest]?
        var inSmallParts = false
        switch reading {
        case .news: here = try await digests(asOf: state.cursor, exchange.file)
        case .parts: (here, inSmallParts) = (try await digests(asOf: state.cursor, exchange.file), true)
        case .differences, .unclear: break
        }
        let session = exchange.session
        let (choice, limits, progress) = (session.address.choice, session.limits, exchange.progress)
        // The values of referenced tables are not read each time.
        let isFresh = listsRead.map { exchange.clock.reading - $0 < Self.pauseBetweenLists } ?? false
        let lists = isFresh ? known?.source.lists : nil
        if lists == nil { listsRead = exchange.clock.reading }
        return try await session.transaction(.reading, of: .named(choice.name)) {
            [here, inSmallParts] (transaction) throws(ServerError) in
            let reader = ForeignReader(transaction: transaction)
            var layout = try reader.layout(of: choice, base: base, state.foreign, lists: lists)
            let cursor = try transaction.line.snapshot()
            var batch: BucketDifferences.Batch?
            let (count, longCount): (Int, Int)
            if let here, layout.fields.fields == base.fields {
                let differing = try reader.differences(layout, from: here)
                batch = differing.batch(limits, inSmallParts: inSmallParts)
                (count, longCount) = (differing.total, differing.longCount)
            } else {
                (count, longCount) = try reader.count(layout)
            }
            guard batch != nil || !inSmallParts else { throw .tooLargeToKeep(layout.source.name) }
            if batch == nil { layout.buckets = ForeignLayout.buckets(for: count) }
            let isEmpty = batch?.buckets.isEmpty == true
            return Snapshot(
                layout: layout, batch: batch,
                rows: isEmpty
                    ? ForeignRows(layout)
                    : try reader.rows(layout, in: batch, limits) { progress(Double($0) / Double(max(count, 1))) },
                longCount: longCount, tooLong: longCount > 0 && !isEmpty ? try reader.longKeys(layout, in: batch) : [],
                cursor: cursor)
        }
    }

    /// The structure of the table: the last known one, or else read without its rows.
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

    private func digests(asOf cursor: String?, _ file: CardFile) async throws(ServerError) -> [Int: BucketDigest] {
        if let digests, digests.cursor == cursor { return digests.buckets }
        let buckets = try await stored(await file.bucketDigests())
        digests = (cursor, buckets)
        return buckets
    }

    /// - Returns: false if the document has changed since, or the rows alone do not suffice.
    private func take(
        _ snapshot: Snapshot, of batch: BucketDifferences.Batch, _ base: Schema, since cursor: String?,
        _ exchange: inout Exchange
    ) async throws(ServerError) -> Bool {
        let file = exchange.file
        let known = try await stored(await file.keys(inBuckets: batch.buckets.sorted()))
        let marks = Dictionary(known.map { ($0.key, $0.mark) }) { first, _ in first }
        var (rows, changes) = (SharedRows(schema: base, keepsPlaces: true), KeyChanges())
        let now = AppClock.shared.now
        var gone = Dictionary(known.map { ($0.key, $0.record) }) { first, _ in first }
        for (index, key) in snapshot.rows.identified(known).enumerated() {
            gone[key.key] = nil
            guard marks[key.key] != key.mark else { continue }
            changes.set.append(key)
            rows.add(key.record, place: nil, cells: snapshot.rows.cells(index), author: .server, time: now)
        }
        for (key, record) in gone.sorted(by: { $0.value < $1.value }) {
            changes.gone.append(record)
            rows.add(
                record, place: nil, cells: nil, author: snapshot.tooLong.contains(key) ? .tooLong : .server, time: now)
        }
        let (received, keys) = (rows, changes)
        let result = try await stored(
            await file.receive(received, since: cursor, keys: keys) {
                if batch.isAll { snapshot.update(in: &$0, at: now) }
            })
        digests = nil
        guard let result else { return false }
        if result.records > 0 { exchange.hasNewsOfOthers = true }
        exchange.add(result)
        return true
    }

    /// - Parameter isUnclear: whether another program has made unknown changes to the document.
    private func take(whole snapshot: Snapshot, isUnclear: Bool, _ exchange: inout Exchange) async throws(ServerError) {
        let before = try await stored(await exchange.file.keys(inBuckets: nil))
        let keys = snapshot.rows.identified(before)
        let present = Set(keys.lazy.map(\.record))
        var departed = MissingRecords()
        departed.tooLong = Set(
            before.lazy.filter { snapshot.tooLong.contains($0.key) && !present.contains($0.record) }.map(\.record))
        let missingRecords = departed
        let received = try await stored(
            await exchange.file.receive(
                all: snapshot.rows.table, keys: keys, by: .server, missingRecords,
                unclearBesides: isUnclear ? Self.changed(from: before, to: keys) : nil
            ) { snapshot.update(in: &$0, at: AppClock.shared.now) })
        digests = nil
        if let received { exchange.add(received) }
    }

    /// The records whose rows have changed or are gone.
    private static func changed(from known: [RecordKey], to keys: [RecordKey]) -> ChangedRecords {
        let marks = Dictionary(keys.map { ($0.record, $0.mark) }) { first, _ in first }
        return .these(Set(known.lazy.filter { marks[$0.record] != $0.mark }.map(\.record)))
    }

    // MARK: Sending

    /// Records that edits were accepted, and the keys of their rows, which are read next.
    func markAccepted(
        _ ids: [String], _ keys: [RecordKey], _ file: CardFile,
        _ change: @Sendable (inout SyncState) -> Void = { _ in }
    ) async throws(ServerError) {
        guard !ids.isEmpty else { return }
        var changes = KeyChanges()
        changes.set = keys
        let written = changes
        try await stored(
            await file.updateSyncState(accepted: ids, keys: written) {
                $0.contact = AppClock.shared.now
                change(&$0)
            })
        digests = nil
    }

    /// Unsupported: the table has no place for pictures.
    func send(picture commit: QueuedCommit, _ exchange: Exchange) async throws(ServerError) {
        try await stored(await exchange.file.drop(commit.id))
    }

    // MARK: Only for shared tables

    func check(_ exchange: inout Exchange) -> RemoteReading? { nil }

    func markCompared(_ exchange: Exchange, cost: Duration) {}

    func prune(_ exchange: Exchange) {}
}
