import FoundationEssentials
import KirokuCore

/// The table by which a document is shared.
actor SharedRemote: RemoteTable {
    /// The schema with what Kiroku keeps beside the table.
    nonisolated let documentHome: String
    nonisolated var home: String? { documentHome }
    /// What the document looks like there, as far as it is known.
    private var layout: SharedLayout?
    private var check = TableCheck()
    /// Whether a field is gone that says which part of the table the document has.
    private var isPartUnknown = false
    /// When it is asked next whether there is anything to be removed.
    private var pruningTime: ClockReading?

    /// - Parameter home: the schema with what Kiroku keeps beside the table.
    init(home: String) { documentHome = home }

    var notice: SharingNotice? {
        check.notice ?? (isPartUnknown ? SharingNotice(.partUnknown, compared: nil) : nil)
    }

    var lastPoll: (end: ClockReading, cost: Duration)? { nil }

    func current() throws(ServerError) -> SharedLayout {
        guard let layout else { throw .lost(server: "") }
        return layout
    }

    /// Notes what the document looks like as of what was read of it.
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
        // Transactions have other numbers there, so what was committed since could be overlooked.
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

    /// How often it is asked whether there is anything to be removed: the server has an answer once a day.
    private static let pruningPause = Duration.seconds(3_600)
    /// How much is removed before others' edits are looked for again.
    private static let pruningBatches = 20

    /// As long as nothing waits to be sent; see ``SharedPruning``.
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
            // There is more.
            pruningTime = nil
        } catch {
            guard await exchange.session.isOpen else { throw error }
            // A right that is missing, for example.
        }
    }
}
