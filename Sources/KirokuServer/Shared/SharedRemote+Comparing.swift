import KirokuCore

/// Comparing a shared table with the document when changes are unknown: after a restart of the server, a failover, or
/// without triggers.
extension SharedRemote {
    /// Takes in the differences, or the whole table if necessary.
    ///
    /// If much differs in a table that is too large to be read at once, this is done some buckets at a time; the
    /// document has a valid cursor again when nothing differs any more.
    func compare(_ reading: RemoteReading, _ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        let file = exchange.file
        var (expected, isWhole) = (0, reading.isUnclear)
        while true {
            let state = try await file.state()
            let snapshot: SharedSnapshot
            do throws(ServerError) {
                snapshot = try await self.readSnapshot(reading, state, isWhole: isWhole, expecting: expected, exchange)
            } catch {
                guard case .tooLargeToKeep = error, let next = reading.inParts else { throw error }
                return next
            }
            try await exchange.update(known: snapshot.known)
            let update: @Sendable (inout SyncState) -> Void = {
                ($0.cursor, $0.fields, $0.contact) = (snapshot.cursor, snapshot.layout.version, AppClock.shared.now)
                if let part = snapshot.part { $0.part = part.condition }
            }
            let received: ReceivedRows?
            var isAll = true
            switch snapshot.contents {
            case .differences where !snapshot.known.isEmpty:
                // The server already has some of the pending edits, whose changes were left out of the comparison.
                continue
            case .differences(let rows, isAll: let isLast, let total):
                (isAll, expected) = (isLast, total)
                try await stored(await file.want(all: snapshot.pictures))
                received = try await stored(await file.receive(rows, since: state.cursor) { if isLast { update(&$0) } })
                // The document has changed since, or the records alone do not suffice for merging.
                isWhole = received == nil
            case .all(let table, let others, let changed):
                let missingRecords = try await snapshot.completed(others, of: table)
                try await stored(await file.want(all: snapshot.pictures))
                received = try await stored(
                    await file.receive(
                        all: table, by: reading.author, missingRecords,
                        unclearBesides: reading.isUnclear ? changed : nil, update))
            }
            // A record outside of the part may have been edited here since.
            guard let received else { continue }
            exchange.add(received)
            guard isAll else { continue }
            self.setLayout(snapshot.layout)
            self.setPart(isUnknown: snapshot.part?.isUsable == false)
            try await exchange.update(long: snapshot.longCount)
            return nil
        }
    }

    /// - Parameters:
    ///   - isWhole: whether to read the whole table.
    ///   - expected: the number of records on the server, as far as known.
    private func readSnapshot(
        _ reading: RemoteReading, _ state: SyncState, isWhole: Bool, expecting expected: Int, _ exchange: Exchange
    ) async throws(ServerError) -> SharedSnapshot {
        let (home, session, file) = (documentHome, exchange.session, exchange.file)
        var asked = SharedRequest()
        asked.expected = expected
        asked.waiting = try await file.waitingIDs()
        asked.here = try await stored(await file.recordIDs())
        if case .parts = reading { asked.inSmallParts = true }
        if let author = reading.author { asked.author = author }
        if reading.isUnclear { asked.cursor = state.cursor }
        if let condition = state.part {
            asked.part = (condition, before: try await stored(await file.sharedSchema()))
            // The request depends on which records are here.
            asked.also = reading.isUnclear ? asked.here : try await stored(await file.waitingRecords())
        } else if !isWhole, !asked.here.isEmpty {
            asked.table = try await stored(await file.settledTable())
        }
        let request = asked
        let (limits, progress) = (session.limits, exchange.progress)
        return try await session.transaction(.reading, of: .ofDocument(home: home)) {
            (transaction) throws(ServerError) in
            guard !transaction.isStandby else { throw .readOnly(transaction.line.plan.server, .standby) }
            return try SharedSnapshot(SharedTable(line: transaction.line), home: home, limits, request, progress)
        }
    }
}
