import FoundationEssentials
import KirokuCore

/// Taking in what others have changed.
extension SharedRemote {
    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        switch reading {
        case .news: return try await receiveNews(&exchange)
        case .differences(let author):
            do throws(ServerError) {
                if try await !receiveDifferences(by: author, &exchange) {
                    try await receiveWhole(by: author, isUnclear: false, &exchange)
                }
            } catch {
                guard case .tooLargeToKeep = error else { throw error }
                return .parts(by: author, error)
            }
        case .parts(let author, let error):
            guard try await receiveDifferences(by: author, inSmallParts: true, &exchange) else { throw error }
        // What is here decides what is asked for, so it must be known.
        case .unclear: try await receiveWhole(by: nil, isUnclear: true, &exchange)
        }
        return nil
    }

    private func receiveNews(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        let file = exchange.file
        while true {
            let (state, layout) = (try await file.state(), try current())
            guard let cursor = state.cursor, state.fields == layout.version else { return .differences(by: nil) }
            let feed: SharedFeed
            do throws(ServerError) {
                feed = try await self.feed(since: cursor, layout, state.desk, exchange)
            } catch .refused {
                // A column has another name by now, or is gone.
                return .differences(by: nil)
            } catch .tooMuchAtOnce {
                // With all of the table, it comes record by record.
                return .differences(by: nil)
            }
            // Behind a pool, it may be another server from one statement to the next. Connecting finds out what is missing there.
            guard feed.past == state.past else { throw .lost(server: exchange.session.address.shownText) }
            try await exchange.note(known: feed.known)
            if feed.hasPictures {
                let pictures = try await SharedPictures.added(since: cursor, layout.home, exchange.connection)
                try await stored(await file.want(pictures))
            }
            guard feed.version == layout.version, !feed.isWhole else { return .differences(by: feed.author) }
            if feed.othersCount > 0 { exchange.hasNewsOfOthers = true }
            if feed.hasLong || state.long != nil, feed.rows.count > 0 { try await countLong(layout, exchange) }
            guard feed.rows.count > 0 else {
                try await goOn(to: feed.cursor, from: state, exchange)
                return nil
            }
            let rows = try await narrowed(feed.rows, state, file)
            let received = try await stored(
                await file.receive(rows, since: cursor) {
                    ($0.cursor, $0.contact) = (feed.cursor, AppClock.shared.now)
                })
            if let received {
                exchange.add(received)
                return nil
            }
            // Another program may have been faster.
            if try await file.state().cursor == cursor { return .differences(by: feed.author) }
        }
    }

    /// Counts the records that are too long to be held here.
    private func countLong(_ layout: SharedLayout, _ exchange: Exchange) async throws(ServerError) {
        let limits = exchange.session.limits
        try await exchange.note(
            long: try await exchange.session.line { (line) throws(ServerError) in
                try SharedTable(line: line).longCount(layout, limits)
            })
    }

    /// Notes now and then that nothing has changed: changes from before the cursor may be removed by then.
    private func goOn(
        to cursor: String, from state: SharingState, _ exchange: Exchange
    ) async throws(ServerError) {
        let now = AppClock.shared.now
        let quiet = state.contact.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        guard quiet > Self.quietest else { return }
        try await exchange.note {
            guard $0.cursor == state.cursor else { return }
            ($0.cursor, $0.contact) = (cursor, now)
        }
    }

    /// In seconds.
    private static let quietest = 3_600.0

    /// What of it belongs to the part of the document that is here.
    private func narrowed(
        _ rows: SharedRows, _ state: SharingState, _ file: CardFile
    ) async throws(ServerError) -> SharedRows {
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
        since cursor: String, _ layout: SharedLayout, _ desk: String, _ exchange: Exchange
    ) async throws(ServerError) -> SharedFeed {
        let connection = exchange.connection
        let answer = try await connection.ask(
            SharedFeed.statement(layout, connection.session.limits),
            [cursor, String(SharedFeed.limit + 1), SQLText.array(try await exchange.file.waitingIDs())], isUsual: true)
        do throws(SharedFeedError) {
            return try SharedFeed(answer, layout, desk: desk, ShownNames(own: connection.role))
        } catch {
            throw .unintelligible(server: connection.session.address.shownText)
        }
    }

    // MARK: Everything

    private func receiveWhole(
        by author: CommitAuthor?, isUnclear: Bool, _ exchange: inout Exchange
    ) async throws(ServerError) {
        while true {
            let whole = try await readAll(isUnclear: isUnclear, exchange)
            let departures = try await whole.departures(isNarrowed: true)
            try await exchange.note(known: whole.known)
            try await stored(await exchange.file.want(all: whole.pictures))
            let received = try await stored(
                await exchange.file.receive(
                    all: whole.table, by: author, departures, unclearBesides: isUnclear ? whole.changed : nil
                ) {
                    ($0.cursor, $0.fields, $0.contact) = (whole.cursor, whole.layout.version, AppClock.shared.now)
                    if let part = whole.part { $0.part = part.condition }
                })
            note(whole.layout)
            try await exchange.note(long: whole.longCount)
            note(isPartUnknown: whole.part?.isUsable == false)
            // A record outside of the part may be edited here by now.
            guard let received else { continue }
            return exchange.add(received)
        }
    }

    /// - Parameter isUnclear: whether records that are here come also if they do not belong to the part, and it is read as well
    ///   which ones have changed.
    private func readAll(isUnclear: Bool, _ exchange: Exchange) async throws(ServerError) -> SharedWhole {
        let (home, session, file) = (documentHome, exchange.session, exchange.file)
        let state = try await file.state()
        var asked = WholeRequest()
        asked.waiting = try await file.waitingIDs()
        asked.here = try await stored(await file.recordIDs())
        if isUnclear { asked.cursor = state.cursor }
        if let condition = state.part {
            asked.part = (condition, before: try await stored(await file.sharedSchema()))
            asked.also = isUnclear ? asked.here : try await stored(await file.waitingRecords())
        }
        let request = asked
        let (limits, progress) = (session.limits, exchange.progress)
        return try await session.transaction(.reading, of: .ofDocument(home: home)) {
            (transaction) throws(ServerError) in
            guard !transaction.isStandby else { throw .readOnly(transaction.line.plan.server, .standby) }
            return try SharedWhole(SharedTable(line: transaction.line), home: home, limits, request, progress)
        }
    }
}
