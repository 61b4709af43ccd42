import KirokuCore

/// Reads a table on its server page by page, over a connection of its own.
///
/// If the connection is lost, the next call reconnects.
public actor RemoteBrowser {
    /// The table.
    public nonisolated let address: ServerAddress
    private var session: ServerSession?
    private var line: LineFacts?
    private var known: RemoteTableInfo?
    private var spreads: [Spread: [ValueSpread?]] = [:]

    /// How many records a page has.
    public static let pageSize = 200

    private struct Spread: Hashable {
        let request: BrowseRequest
        let ends: [BrowseKey?]
    }

    /// - Parameter address: with the name of the table.
    public init(_ address: ServerAddress) {
        self.address = address
    }

    /// Ends the connection.
    public func close() async {
        await session?.close()
        (session, line) = (nil, nil)
    }

    // MARK: The table

    /// Reads the current properties of the table.
    ///
    /// - Throws: ``ServerError``.
    public func facts() async throws(ServerError) -> RemoteTableInfo {
        // Checking a key that the user has chosen would require reading the whole table.
        let choice = TableChoice(name: address.table)
        let facts = try await transaction { (transaction) throws(ServerError) in
            try RemoteTableInfo(ForeignReader(transaction: transaction).layout(of: choice), transaction.line)
        }
        known = facts
        spreads = [:]
        return facts
    }

    private func query(_ request: BrowseRequest) async throws(ServerError) -> BrowseQuery {
        let facts: RemoteTableInfo
        if let known { facts = known } else { facts = try await self.facts() }
        return try BrowseQuery(facts, request)
    }

    // MARK: Pages

    /// Reads the records that follow or precede a record.
    ///
    /// - Parameters:
    ///   - request: the browsed records and their order.
    ///   - key: the key of the record; `nil` for the first records, or for the last ones when reading backwards.
    ///   - isInclusive: whether to include that record.
    ///   - end: the key of the last wanted record; `nil` for no end.
    ///   - forward: whether to read the records after it.
    ///   - limit: the largest number of records.
    public func page(
        _ request: BrowseRequest, from key: BrowseKey? = nil, isInclusive: Bool = false, upTo end: BrowseKey? = nil,
        forward: Bool = true, limit: Int = RemoteBrowser.pageSize
    ) async throws(ServerError) -> BrowsePage {
        let query = try await query(request)
        return try await transaction { (transaction) throws(ServerError) in
            try BrowseReader(transaction: transaction, query: query).page(
                from: key.map { .record($0, isInclusive: isInclusive) } ?? .end, upTo: end, forward: forward,
                limit: limit)
        }
    }

    /// Reads the records on both sides of a record, which is the first of those that follow.
    public func pages(
        _ request: BrowseRequest, around key: BrowseKey
    ) async throws(ServerError) -> (before: BrowsePage, after: BrowsePage) {
        let query = try await query(request)
        return try await transaction { (transaction) throws(ServerError) in
            let reader = BrowseReader(transaction: transaction, query: query)
            return (
                try reader.page(from: .record(key, isInclusive: false), forward: false, limit: Self.pageSize),
                try reader.page(from: .record(key, isInclusive: true), forward: true, limit: Self.pageSize)
            )
        }
    }

    /// Reads the records on both sides of the position with a given share of all records before it, according to
    /// statistics.
    ///
    /// - Parameters:
    ///   - request: the browsed records and their order.
    ///   - share: from 0 for the first record to 1 for the last one.
    ///   - ends: the keys of the first and the last record.
    public func pages(
        _ request: BrowseRequest, at share: Double, ends: (first: BrowseKey?, last: BrowseKey?)
    ) async throws(ServerError) -> (before: BrowsePage, after: BrowsePage) {
        let query = try await query(request)
        let spreads = try await spreads(query, ends)
        guard let (part, values) = query.place(at: share, spreads) else {
            let page = try await page(request)
            return (.none(page.records.schema), page)
        }
        return try await transaction { (transaction) throws(ServerError) in
            let reader = BrowseReader(transaction: transaction, query: query)
            let before = BrowseQuery.Bound(values: values, isInclusive: false)
            let after = BrowseQuery.Bound(values: values, isInclusive: true)
            return (
                try reader.page(from: .place(part, before), forward: false, limit: Self.pageSize),
                try reader.page(from: .place(part, after), forward: true, limit: Self.pageSize)
            )
        }
    }

    // MARK: Statistics

    /// The server's estimate for a request.
    public func estimate(_ request: BrowseRequest) async throws(ServerError) -> BrowseEstimate {
        let query = try await query(request)
        let isSampled = known?.canBeSampled ?? false
        return try await transaction { (transaction) throws(ServerError) in
            try BrowseEstimate(query, isSampled: isSampled, transaction.line)
        }
    }

    /// The distribution of values in the first two columns of the order.
    private func spreads(
        _ query: BrowseQuery, _ ends: (first: BrowseKey?, last: BrowseKey?)
    ) async throws(ServerError) -> [ValueSpread?] {
        let name = Spread(request: query.request, ends: [ends.first, ends.last])
        if let known = spreads[name] { return known }
        let canBeSampled = known?.canBeSampled ?? false
        let made = try await transaction { (transaction) throws(ServerError) in
            try query.spreads(ends, canBeSampled: canBeSampled, transaction.line)
        }
        spreads = [name: made]
        return made
    }

    // MARK: The connection

    private func transaction<Value: Sendable>(
        _ work: @Sendable (ServerTransaction) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        let session = try await connected()
        let table = known.map { ReadTable.found($0.layout.source.lock) } ?? .named(address.table)
        do throws(ServerError) {
            let (value, facts) = try await session.transaction(.reading, of: table, line) {
                (transaction) throws(ServerError) in (try work(transaction), transaction.facts)
            }
            if self.session === session { line = facts }
            if await !session.isOpen { forget(session) }
            return value
        } catch {
            if await !session.isOpen { forget(session) }
            throw error
        }
    }

    private func connected() async throws(ServerError) -> ServerSession {
        // A cancelled call that this one was waiting for may have closed the connection.
        while let session {
            if await session.isOpen { return session }
            forget(session)
        }
        let new = try await ServerSession.open(address)
        // Another call may have connected in the meantime.
        if let session {
            await new.close()
            return session
        }
        session = new
        return new
    }

    private func forget(_ session: ServerSession) {
        if self.session === session { (self.session, line) = (nil, nil) }
    }
}
