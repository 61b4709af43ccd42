import FoundationEssentials
import KirokuCore

/// Taking in what others have changed.
extension SharedRemote {
    func receive(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        if case .news = reading { try await receiveNews(&exchange) } else { try await compare(reading, &exchange) }
    }

    private func receiveNews(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        let file = exchange.file
        while true {
            let (state, layout) = (try await file.state(), try current())
            guard let cursor = state.cursor, state.fields == layout.version else { return .differences(by: nil) }
            let feed: SharedFeed
            do throws(ServerError) {
                feed = try await self.feed(since: cursor, layout, state.desk, exchange)
            } catch .refused, .tooMuchAtOnce {
                // A column was renamed or removed; or comparing the table reads it record by record.
                return .differences(by: nil)
            }
            // Behind a pool, the server may change from one statement to the next. Reconnecting finds out what is
            // missing there.
            guard feed.past == state.past else { throw .lost(server: exchange.session.address.shownText) }
            try await exchange.update(known: feed.known)
            if feed.hasPictures {
                let pictures = try await SharedPictures.added(since: cursor, layout.home, exchange.connection)
                try await stored(await file.want(pictures))
            }
            guard feed.version == layout.version, !feed.isWhole else { return .differences(by: feed.author) }
            if feed.othersCount > 0 { exchange.hasNewsOfOthers = true }
            if feed.hasLong || state.long != nil, feed.rows.count > 0 { try await countLong(layout, exchange) }
            guard feed.rows.count > 0 else {
                try await advance(to: feed.cursor, from: state, exchange)
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

    /// Counts the records that are too long to be kept here.
    private func countLong(_ layout: SharedLayout, _ exchange: Exchange) async throws(ServerError) {
        let limits = exchange.session.limits
        try await exchange.update(
            long: try await exchange.session.line { (line) throws(ServerError) in
                try SharedTable(line: line).longCount(layout, limits)
            })
    }

    /// Advances the cursor now and then if nothing has changed, because the list of changes since an old cursor may be
    /// pruned.
    private func advance(
        to cursor: String, from state: SyncState, _ exchange: Exchange
    ) async throws(ServerError) {
        let now = AppClock.shared.now
        let quiet = state.contact.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        guard quiet > Self.quietest else { return }
        try await exchange.update {
            guard $0.cursor == state.cursor else { return }
            ($0.cursor, $0.contact) = (cursor, now)
        }
    }

    /// In seconds.
    private static let quietest = 3_600.0

    /// The part of the feed that belongs to the part of the document kept here.
    private func narrowed(
        _ rows: SharedRows, _ state: SyncState, _ file: CardFile
    ) async throws(ServerError) -> SharedRows {
        guard let condition = state.part else { return rows }
        do throws(QueryError) {
            return try await rows.narrowed(to: condition)
        } catch .cancelled {
            throw .cancelled
        } catch {
            // The fields have changed, so that the condition no longer fits.
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
}
