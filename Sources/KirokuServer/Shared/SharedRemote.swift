import FoundationEssentials
import KirokuCore

/// The table through which a document is shared.
actor SharedRemote: RemoteTable {
    /// The schema with Kiroku's own data.
    nonisolated let documentHome: String
    nonisolated var home: String? { documentHome }
    /// The layout of the document there, if known.
    private var layout: SharedLayout?
    private var check = TableCheck()
    /// Whether a field is gone that defines the part of the table that the document has.
    private var isPartUnknown = false
    /// When to check next for anything to remove.
    private var pruningTime: ClockReading?

    /// - Parameter home: the schema with Kiroku's own data.
    init(home: String) { documentHome = home }

    var notice: SharingNotice? {
        check.notice ?? (isPartUnknown ? SharingNotice(.partUnknown, compared: nil) : nil)
    }

    var lastPoll: (end: ClockReading, cost: Duration)? { nil }

    func current() throws(ServerError) -> SharedLayout {
        guard let layout else { throw .lost(server: "") }
        return layout
    }

    /// Records the layout of the document as just read.
    func setLayout(_ layout: SharedLayout) { self.layout = layout }

    func setPart(isUnknown: Bool) { isPartUnknown = isUnknown }

    // MARK: Connecting

    func didConnect(_ exchange: inout Exchange, _ known: SyncState) async throws(ServerError) {
        var state = known
        let connection = exchange.connection
        let layout = try await layout(connection, state)
        let past = try await ServerEpoch.name(documentHome, connection)
        let isOther = state.system != connection.system || state.timeline != connection.timeline || state.past != past
        let isOlder = state.cursor.map { connection.transactions < Self.transactions(of: $0) } ?? false
        (state.system, state.timeline, state.past) = (connection.system, connection.timeline, past)
        let lost = try await settle(&exchange, state)
        exchange.report.sentAgain += lost.count
        // Transactions have other numbers there, so later commits could be missed.
        if isOther || isOlder || !lost.isEmpty { state.cursor = nil }
        state.backend = try await stored(await exchange.file.waitingCount()) > 0 ? connection.backend : nil
        try await exchange.update { [state] in
            ($0.system, $0.timeline, $0.cursor) = (state.system, state.timeline, state.cursor)
            ($0.backend, $0.past) = (state.backend, state.past)
        }
        self.layout = layout
        pruningTime = nil
        check.reset()
    }

    private static func transactions(of cursor: String) -> Int {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    }

    func layout(_ connection: SharedConnection, _ state: SyncState) async throws(ServerError) -> SharedLayout {
        let home = documentHome
        let there = try await connection.ask("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", [home])
        guard !there.isEmpty else { throw .documentGone(connection.session.address.name) }
        let layout = try await connection.session.line { (line) throws(ServerError) in
            try SharedTable(line: line).layout(home)
        }
        guard layout.document == state.document else { throw .documentGone(connection.session.address.name) }
        return layout
    }

    // MARK: Checking

    func check(_ exchange: inout Exchange) async throws(ServerError) -> RemoteReading? {
        guard check.isTime(at: exchange.clock.reading) else { return nil }
        let (state, layout) = (try await exchange.file.state(), try current())
        guard let cursor = state.cursor else { return nil }
        let isCounted = state.part == nil && !TableCheck.isRecent(state.compared)
        let limits = exchange.session.limits
        let asked = try await exchange.connection.ask(
            TableCheck.question(layout, limits, counting: isCounted), [cursor])
        guard let answer = asked.first.flatMap(TableCheck.Answer.init) else { return nil }
        guard check.take(answer, layout, at: exchange.clock.reading) else { return .differences(by: nil) }
        guard !answer.hasNews, let count = answer.count else { return nil }
        try await exchange.update(long: answer.longCount)
        let here = try await stored(await exchange.file.settledCount(asOf: cursor))
        guard let here else {
            check.reset()
            return nil
        }
        if here != count { return .differences(by: nil) }
        try await markCompared(exchange, cost: .zero)
        return nil
    }

    func markCompared(_ exchange: Exchange, cost: Duration) async throws(ServerError) {
        let now = AppClock.shared.now
        check.markCompared(now, cost: cost, at: exchange.clock.reading)
        try await exchange.update { $0.compared = now }
    }

    // MARK: Pruning

    /// How often to check for anything to remove; the server has something once a day.
    private static let pruningPause = Duration.seconds(3_600)
    /// The number of batches removed before checking for others' edits again.
    private static let pruningBatches = 20

    /// Removes old data while no edits are pending; see ``SharedPruning``.
    func prune(_ exchange: Exchange) async throws(ServerError) {
        let now = exchange.clock.reading
        guard pruningTime.map({ $0 <= now }) ?? true else { return }
        pruningTime = now + Self.pruningPause
        do throws(ServerError) {
            for _ in 0..<Self.pruningBatches {
                let answer = try await exchange.connection.ask("SELECT \(documentHome).prune()")
                guard answer.first?.flag(0) ?? false else { return }
                guard try await stored(await exchange.file.waitingCount()) == 0 else { break }
            }
            // There is more to remove.
            pruningTime = nil
        } catch {
            guard await exchange.session.isOpen else { throw error }
            // A missing permission, for example.
        }
    }
}
