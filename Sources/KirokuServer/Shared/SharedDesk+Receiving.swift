import FoundationEssentials
import KirokuCore

/// Taking in what others have changed.
extension SharedDesk {
    func receive() async throws(ServerError) {
        if isForeign { return try await receiveForeign() }
        while true {
            let (state, layout) = (try await state(), try current())
            guard let cursor = state.cursor, state.fields == layout.version else { return try await receiveAll() }
            let feed: SharedFeed
            do throws(ServerError) {
                feed = try await self.feed(since: cursor, layout, state.desk)
            } catch .refused {
                // A column has another name by now, or is gone.
                return try await receiveAll()
            } catch .tooMuchAtOnce {
                // With all of the table, it comes record by record.
                try await connectAgain()
                return try await receiveAll()
            }
            // Behind a pool, it may be another server from one statement to the next. Connecting finds out what is missing there.
            guard feed.past == state.past else { throw .lost(server: try open().session.address.shownText) }
            try await noteKnown(feed.known)
            if feed.hasPictures {
                let pictures = try await SharedPictures.added(since: cursor, layout.home, try open())
                try await stored(await file.want(pictures))
            }
            guard feed.version == layout.version, !feed.isWhole else { return try await receiveAll(by: feed.author) }
            if feed.othersCount > 0 { othersChanged = clock.reading }
            if feed.hasLong || longCount > 0, feed.rows.count > 0 { try await countLong(layout) }
            guard feed.rows.count > 0 else { return try await goOn(to: feed.cursor, from: state) }
            let rows = try await narrowed(feed.rows, state)
            let received = try await stored(
                await file.receive(rows, since: cursor) {
                    ($0.cursor, $0.contact) = (feed.cursor, AppClock.shared.now)
                })
            if let received {
                add(received)
                return
            }
            // Another program may have been faster.
            if try await self.state().cursor == cursor { return try await receiveAll(by: feed.author) }
        }
    }

    /// Counts the records that are too long to be held here.
    private func countLong(_ layout: SharedLayout) async throws(ServerError) {
        let session = try open().session
        let limits = session.limits
        try await noteLong(
            try await session.line { (line) throws(ServerError) in
                try SharedTable(line: line).longCount(layout, limits)
            })
    }

    /// Notes now and then that nothing has changed: changes from before the cursor may be removed by then.
    private func goOn(to cursor: String, from state: SharingState) async throws(ServerError) {
        let now = AppClock.shared.now
        let quiet = state.contact.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        guard quiet > Self.quietest else { return }
        try await note {
            guard $0.cursor == state.cursor else { return }
            ($0.cursor, $0.contact) = (cursor, now)
        }
    }

    /// In seconds.
    private static let quietest = 3_600.0

    /// What of it belongs to the part of the document that is here.
    private func narrowed(_ rows: SharedRows, _ state: SharingState) async throws(ServerError) -> SharedRows {
        guard let condition = state.part else { return rows }
        do throws(QueryError) {
            return try await rows.narrowed(to: condition)
        } catch .cancelled {
            throw .cancelled
        } catch {
            // The fields are no longer those that it speaks of.
            let here = try await stored(await file.recordIDs())
            return rows.narrowed(to: here)
        }
    }

    private func feed(
        since cursor: String, _ layout: SharedLayout, _ desk: String
    ) async throws(ServerError) -> SharedFeed {
        let connection = try open()
        let answer = try await connection.ask(
            SharedFeed.statement(layout, connection.session.limits),
            [cursor, String(SharedFeed.limit + 1), SQLText.array(try await waitingIDs())], isUsual: true)
        do throws(SharedFeedError) {
            return try SharedFeed(answer, layout, desk: desk, ShownNames(own: connection.role))
        } catch {
            throw .unintelligible(server: connection.session.address.shownText)
        }
    }

    func add(_ received: ReceivedRows) {
        report.received += received.records
        report.toDecide += received.conflicts
    }

    /// Compares all of the table: reads what differs, or all of it.
    ///
    /// - Parameter isUnclear: whether another program has changed the document, and it is not known what.
    func receiveAll(by author: CommitAuthor? = nil, isUnclear: Bool = false) async throws(ServerError) {
        if let unread, unread.until > clock.reading { throw unread.error }
        if isForeign { return try await receiveAllForeign(isUnclear: isUnclear) }
        // What is here decides what is asked for, so it must be known.
        guard !isUnclear else { return try await receiveWhole(by: author, isUnclear: true) }
        do throws(ServerError) {
            if try await receiveDifferences(by: author) { return }
            try await receiveWhole(by: author, isUnclear: false)
        } catch {
            guard case .tooLargeToKeep = error else { throw error }
            if await connection?.session.isOpen != true { try await connectAgain() }
            guard try await receiveDifferences(by: author, inSmallParts: true) else { throw error }
        }
    }

    private func receiveWhole(by author: CommitAuthor?, isUnclear: Bool) async throws(ServerError) {
        while true {
            let whole = try await readAll(isUnclear: isUnclear)
            let departures = try await whole.departures(isNarrowed: true)
            try await noteKnown(whole.known)
            try await stored(await file.want(all: whole.pictures))
            let received = try await stored(
                await file.receive(
                    all: whole.table, by: author, departures, unclearBesides: isUnclear ? whole.changed : nil
                ) {
                    ($0.cursor, $0.fields, $0.contact) = (whole.cursor, whole.layout.version, AppClock.shared.now)
                    if let part = whole.part { $0.part = part.condition }
                })
            layout = whole.layout
            try await noteLong(whole.longCount)
            if let part = whole.part, !part.isUsable {
                notice = notice ?? SharingNotice(.partUnknown, compared: nil)
            } else if case .partUnknown? = notice?.cause {
                notice = nil
            }
            // A record outside of the part may be edited here by now.
            guard let received else { continue }
            return add(received)
        }
    }

    /// - Parameter isUnclear: whether records that are here come also if they do not belong to the part, and it is read as well
    ///   which ones have changed.
    private func readAll(isUnclear: Bool) async throws(ServerError) -> SharedWhole {
        let (home, session, state) = (try current().home, try open().session, try await state())
        let waiting = try await waitingIDs()
        var asked = WholeRequest()
        asked.waiting = waiting
        asked.here = try await stored(await file.recordIDs())
        if isUnclear { asked.cursor = state.cursor }
        if let condition = state.part {
            asked.part = (condition, before: try await stored(await file.sharedSchema()))
            asked.also = isUnclear ? asked.here : try await stored(await file.waitingRecords())
        }
        let request = asked
        let (limits, progress) = (session.limits, progress)
        return try await session.transaction(.reading, of: .ofDocument(home: home)) {
            (transaction) throws(ServerError) in
            guard !transaction.isStandby else { throw .readOnly(transaction.line.plan.server, .standby) }
            return try SharedWhole(SharedTable(line: transaction.line), home: home, limits, request, progress)
        }
    }

    /// Queues what other programs have written to the document.
    ///
    /// That is known by the file alone. If it is not, because one has got around what notes it, the file is compared with the
    /// table, whose values stand: what differs may be the work of others there, and never counts as an edit.
    func queueWritesOfOthers() async throws(ServerError) {
        let isQueued = try await stored(await file.queueWritesOfOthers())
        guard !isQueued else { return }
        try await withinLimits { () async throws(ServerError) in try await receiveAll(isUnclear: true) }
    }
}
