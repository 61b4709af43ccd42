import KirokuCore

/// Reads a table on its server a page at a time, over a connection of its own.
///
/// A connection that was lost is made again with the next call.
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

    /// Finds out what there is to know of the table as it is now.
    ///
    /// - Throws: ``ServerError``.
    public func facts() async throws(ServerError) -> RemoteTableInfo {
        // A key that the user has chosen would have to be checked by reading all of the table.
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

    /// The records that follow one, or come before it.
    ///
    /// - Parameters:
    ///   - request: which records there are, and their order.
    ///   - key: of the record; `nil` for the first ones, or for the last ones if they are read backwards.
    ///   - isInclusive: whether that record itself comes as well.
    ///   - end: of the last record that is wanted; `nil` for no end.
    ///   - forward: whether they follow it.
    ///   - limit: how many.
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

    /// The records on both sides of one, which comes first among those that follow.
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

    /// The records on both sides of where so large a share of all comes before, as far as statistics tell.
    ///
    /// - Parameters:
    ///   - request: which records there are, and their order.
    ///   - share: from 0 for the first record to 1 for the last one.
    ///   - ends: of the first and of the last record.
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

    /// What the server expects of a request.
    public func estimate(_ request: BrowseRequest) async throws(ServerError) -> BrowseEstimate {
        let query = try await query(request)
        let isSampled = known?.canBeSampled ?? false
        return try await transaction { (transaction) throws(ServerError) in
            try BrowseEstimate(query, isSampled: isSampled, transaction.line)
        }
    }

    /// How the values are spread that the records are ordered by: of the first two columns.
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
        // Whoever gave up what this call has waited for has closed the connection.
        while let session {
            if await session.isOpen { return session }
            forget(session)
        }
        let new = try await ServerSession.open(address)
        // Another call may have connected meanwhile.
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
