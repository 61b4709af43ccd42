import KirokuCore

/// The connection of a shared document: the settings that determine the text form of values, and the identity of the
/// server.
struct SharedConnection: Sendable {
    let session: ServerSession
    /// Whether the connection is through a pool, so that only statements of one transaction stay together.
    let isPooled: Bool
    /// Identifies the server.
    let system: String
    let timeline: String
    /// The role as which the user has connected.
    let role: String
    /// The number of the oldest transaction that has not begun yet.
    let transactions: Int
    /// The server process to end if this connection breaks in the middle of an edit; `nil` behind a pool, which handles
    /// that itself, and where others may use the process by then.
    let backend: String?
    /// The encoding in which texts are exchanged.
    private let encoding: String

    /// Connects, and checks that changes can be made there and are visible in their order.
    init(_ address: ServerAddress) async throws(ServerError) {
        let session = try await ServerSession.open(address)
        do throws(ServerError) {
            self = try await session.line { (line) throws(ServerError) in try SharedConnection(session, line) }
        } catch {
            await session.close()
            throw error
        }
    }

    /// Identifies the server of a session.
    init(_ session: ServerSession, _ line: ServerLine) throws(ServerError) {
        self.session = session
        let who = try line.rows(
            """
            SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid(),
              (SELECT backend_start::text FROM pg_catalog.pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid()),
              pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE'), session_user
            """
        ).first
        guard let who, let process = who.number(1), let role = who[4] else {
            throw .unintelligible(server: line.plan.server)
        }
        guard !who.flag(0) else { throw .readOnly(line.plan.server, .standby) }
        isPooled = process != Int(line.backend)
        backend = isPooled ? nil : "\(process) \(who[2] ?? "")"
        encoding = line.encoding
        self.role = role
        let past = try line.rows(
            """
            SELECT pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()),
              'since ' || pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time()),
              \(who.flag(3) ? "(SELECT system_identifier FROM pg_catalog.pg_control_system())" : "NULL")
            """
        ).first
        guard let past, let transactions = past.number(0), let start = past[1] else {
            throw .unintelligible(server: line.plan.server)
        }
        self.transactions = transactions
        // A server that does not tell its identity counts as a different one after each start: then more than necessary
        // is compared, but nothing is missed.
        system = past[2] ?? start
        timeline = try Self.timeline(line) ?? start
        if !isPooled {
            try line.execute(
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; "
                    + settings(isLocal: false))
        }
    }

    /// The timeline; `nil` if the server does not tell, as some hosted ones do not.
    private static func timeline(_ line: ServerLine) throws(ServerError) -> String? {
        do throws(ServerError) {
            // Not the control file, which shows the old timeline for a while after a failover.
            return try line.rows(
                "SELECT left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8)"
            ).first?[0]
        } catch {
            guard line.isOpen else { throw error }
            return nil
        }
    }

    /// The statements at the beginning of each transaction.
    var preamble: [ServerStatement] {
        isPooled ? [ServerStatement(sql: settings(isLocal: true), values: [])] : []
    }

    private func settings(isLocal: Bool) -> String {
        let settings = [
            ("client_encoding", encoding), ("DateStyle", "ISO, YMD"), ("TimeZone", "UTC"),
            ("IntervalStyle", "postgres"), ("extra_float_digits", "1"),
            ("bytea_output", "hex"), ("standard_conforming_strings", "on"), ("jit", "off"), ("lock_timeout", "2s"),
            ("statement_timeout", "60s"), ("idle_in_transaction_session_timeout", "10s"), ("tcp_keepalives_idle", "20"),
            ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3"),
        ]
        return "SELECT "
            + settings.map { "pg_catalog.set_config('\($0)', '\($1)', \(isLocal))" }.joined(separator: ", ")
    }

    /// Runs a single query, with the settings.
    ///
    /// - Parameter isUsual: whether it is repeated so often that preparing it is worthwhile.
    func ask(
        _ sql: String, _ values: [String?] = [], isUsual: Bool = false
    ) async throws(ServerError) -> [ServerRow] {
        let preamble = preamble
        return try await session.line { (line) throws(ServerError) in
            guard !preamble.isEmpty else {
                return try isUsual ? line.preparedRows(sql, values) : line.rows(sql, values)
            }
            var rows: [ServerRow] = []
            let statements = preamble + [ServerStatement(sql: sql, values: values)]
            let failure = try line.pipelines([statements]) { _, number, result in
                if number == preamble.count { rows += ServerRow.all(of: result) }
            }
            if let failure = failure[0] { throw failure.error }
            return rows
        }
    }

    /// Ends an earlier connection of this copy, which may still hold locks, and waits until it is gone.
    ///
    /// - Parameter backend: the value of ``backend`` at that time.
    func end(_ backend: String) async throws(ServerError) {
        let parts = backend.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, Int(parts[0]) != nil, backend != self.backend else { return }
        let sql = """
            SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity
            WHERE pid = $1::integer AND backend_start = $2::timestamptz AND usename = session_user
            """
        for _ in 0..<100 {
            guard try await !ask(sql, [String(parts[0]), String(parts[1])]).isEmpty else { return }
            try? await AppClock.shared.sleep(for: .milliseconds(20))
        }
    }

    /// Asks the server for notifications, if possible; it is polled from time to time anyway.
    func listen(to home: String) async throws(ServerError) {
        guard !isPooled else { return }
        try await session.line { (line) throws(ServerError) in
            do throws(ServerError) {
                try line.execute("LISTEN \(home)")
            } catch {
                guard line.isOpen else { throw error }
            }
        }
    }

    func close() async { await session.close() }
}
