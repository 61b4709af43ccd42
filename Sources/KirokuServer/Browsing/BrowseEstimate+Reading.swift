import Dispatch
import KirokuCore

extension BrowseEstimate {
    /// In seconds; anything faster is not slow.
    private static let patience = 1.0
    /// The approximate planner cost that a server processes per second; reading a page sequentially costs 1.
    private static let costPerSecond = 150_000.0
    /// The approximate number of records in a sample.
    private static let sample = 20_000.0

    /// Asks the planner; for a search, also takes a sample of the table, because the planner's guesses are unreliable.
    init(_ query: BrowseQuery, isSampled: Bool, _ line: ServerLine) throws(ServerError) {
        let whole = try Plan(of: query.whole, line)
        count = whole.rows
        slowness = nil
        let table = "SELECT 1 FROM \(query.layout.source.quotedName)"
        let all = query.request.condition == nil ? whole.rows : try Plan(of: table, line).rows
        var found = Double(whole.rows)
        var seconds = whole.cost / Self.costPerSecond
        // Without an index for the search, records are read until a page is full.
        let isSearched = query.request.condition != nil && whole.readsAll
        if isSearched, isSampled, all > Int(Self.sample) {
            let start = AppClock.shared.reading
            let counts = try line.rows(query.sample(percent: Self.sample / Double(all) * 100)).first
            let time = (AppClock.shared.reading - start) / .seconds(1)
            if let read = counts?.number(0), read > 0, let met = counts?.number(1) {
                let scale = Double(all) / Double(read)
                found = Double(met) * scale
                seconds = time * scale
                // A sample misses rare records.
                count = met > 0 ? Int(found) : min(count, Int(scale))
            }
        }
        let part = query.parts[0]
        let first = try Plan(
            of: query.selection(part, beyond: nil, forward: true, limit: RemoteBrowser.pageSize), line)
        let isSorted = first.sorts && first.cost > Self.patience * Self.costPerSecond
        if isSorted {
            slowness = Slowness(
                records: all, seconds: max(seconds, first.cost / Self.costPerSecond), isOrder: true)
        } else if isSearched, seconds * Double(RemoteBrowser.pageSize) / max(found, 1) > Self.patience {
            slowness = Slowness(records: all, seconds: seconds, isOrder: false)
        }
    }

    /// How many rows the planner expects of a statement.
    static func plannedCount(_ sql: String, _ line: ServerLine) throws(ServerError) -> Int {
        try Plan(of: sql, line).rows
    }

    /// The server's plan for a statement.
    private struct Plan {
        let rows: Int
        let cost: Double
        /// Whether all rows are sorted before the first one is returned.
        let sorts: Bool
        /// Whether the plan reads a whole table without an index.
        let readsAll: Bool

        init(of sql: String, _ line: ServerLine) throws(ServerError) {
            let lines = try line.rows("EXPLAIN " + sql).compactMap { $0[0] }
            let figures = lines.first.flatMap { line in line.ranges(of: "(cost=").last.map { line[$0.upperBound...] } }
            guard let figures, let rows = Self.number("rows=", in: figures), let cost = Self.number("..", in: figures)
            else { throw .unintelligible(server: line.plan.server) }
            (self.rows, self.cost) = (Int(min(rows, 1e15)), cost)
            let nodes = lines.map { $0.drop { " ->".contains($0) } }
            sorts = nodes.contains { $0.hasPrefix("Sort ") }
            readsAll = nodes.contains { $0.hasPrefix("Seq Scan") || $0.hasPrefix("Parallel Seq Scan") }
        }

        private static func number(_ name: String, in line: Substring) -> Double? {
            guard let range = line.firstRange(of: name) else { return nil }
            return Double(line[range.upperBound...].prefix { $0.isNumber || $0 == "." })
        }
    }
}
