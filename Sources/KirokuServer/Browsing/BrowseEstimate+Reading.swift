import Dispatch
import KirokuCore

extension BrowseEstimate {
    /// What takes less than this is not slow, in seconds.
    private static let patience = 1.0
    /// How much of the planner's cost a server does in a second, about: it counts a page that is read in order as 1.
    private static let costPerSecond = 150_000.0
    /// About how many records a sample has.
    private static let sample = 20_000.0

    /// Asks the planner, and where records are searched for a sample of the table, which it knows less of than it thinks.
    init(_ query: BrowseQuery, isSampled: Bool, _ line: ServerLine) throws(ServerError) {
        let whole = try Plan(of: query.whole, line)
        count = whole.rows
        slowness = nil
        let table = "SELECT 1 FROM \(query.layout.source.quotedName)"
        let all = query.request.condition == nil ? whole.rows : try Plan(of: table, line).rows
        var found = Double(whole.rows)
        var seconds = whole.cost / Self.costPerSecond
        // An index leads to what is searched for, or else all is read until a page is full.
        let isSearched = query.request.condition != nil && whole.readsAll
        if isSearched, isSampled, all > Int(Self.sample) {
            let start = AppClock.shared.reading
            let counts = try line.rows(query.sample(percent: Self.sample / Double(all) * 100)).first
            let time = (AppClock.shared.reading - start) / .seconds(1)
            if let read = counts?.number(0), read > 0, let met = counts?.number(1) {
                let scale = Double(all) / Double(read)
                found = Double(met) * scale
                seconds = time * scale
                // Of what is rare, a sample does not see anything.
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

    /// What the server's planner says of a statement.
    private struct Plan {
        let rows: Int
        let cost: Double
        /// Whether all rows are put in order before the first one comes.
        let sorts: Bool
        /// Whether no index leads to the rows.
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
