import KirokuCore

/// Reads pages of a table, inside a transaction with a consistent snapshot.
struct BrowseReader {
    let transaction: ServerTransaction
    let query: BrowseQuery
    private var line: ServerLine { transaction.line }

    private var schema: Schema { query.layout.fields }

    /// Where a page begins.
    enum Start {
        /// With the first record, or with the last one when reading backwards.
        case end
        /// After a record, or including it.
        case record(BrowseKey, isInclusive: Bool)
        /// At a position in a part.
        case place(BrowseQuery.Part, BrowseQuery.Bound)
    }

    /// Reads records from a position on.
    ///
    /// - Parameters:
    ///   - end: the last record that is wanted; `nil` for no end.
    ///   - forward: whether they follow the position; otherwise they precede it.
    func page(from start: Start, upTo end: BrowseKey? = nil, forward: Bool, limit: Int) throws(ServerError)
        -> BrowsePage
    {
        var parts = forward ? query.parts : query.parts.reversed()
        var bound: BrowseQuery.Bound?
        switch start {
        case .end: break
        case .record(let key, let isInclusive):
            bound = query.bound(key, isInclusive: isInclusive)
            parts = Array(parts.drop { $0 != query.part(of: key) })
        case .place(let part, let place):
            bound = place
            parts = Array(parts.drop { $0 != part })
        }
        if let end, let last = parts.firstIndex(of: query.part(of: end)) { parts = Array(parts[...last]) }
        var rows = BrowsePageParser()
        // One more record shows whether there are others.
        for part in parts where rows.count <= limit && !rows.isFull {
            let isEnd = end.map { query.part(of: $0) == part } ?? false
            let sql = query.copy(
                part, beyond: bound, upTo: isEnd ? end.map { query.bound($0, isInclusive: true) } : nil,
                forward: forward, limit: limit + 1 - rows.count, line.limits)
            bound = nil
            try line.copy(sql) { (row) throws(ServerError) in
                guard rows.add(row) else { throw .unintelligible(server: line.plan.server) }
                return !rows.isFull
            }
        }
        let isLast = rows.count <= limit && !rows.isFull
        rows.cut(to: limit)
        guard let page = rows.page(schema, isReversed: !forward, isLast: isLast) else {
            throw .unintelligible(server: line.plan.server)
        }
        return page
    }
}
