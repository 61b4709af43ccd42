import FoundationEssentials
import KirokuCore

/// Looking whether the server tells of everything that is changed: its triggers may be gone or switched off, and what happens
/// without them, or is hidden from this user without being changed, is in no list.
extension SharedDesk {
    /// How often the triggers are looked at and the records counted, and how often all is compared if triggers are missing:
    /// then at most a twentieth of the time is spent with it.
    private static let (pause, comparingPause, costFactor) = (Duration.seconds(3_600), Duration.seconds(600), 20)
    /// When it is tried again if something has been changed meanwhile.
    private static let busyPause = Duration.seconds(60)

    /// Looks, if it is time.
    func checkTable() async throws(ServerError) {
        guard checkTime.map({ $0 <= clock.reading }) ?? true else { return }
        let (state, layout) = (try await state(), try current())
        guard let cursor = state.cursor else { return }
        let isRecent = state.compared.map { abs($0.timeIntervalSince(AppClock.shared.now)) < Self.pause / .seconds(1) }
        let isCounted = state.part == nil && isRecent != true
        let asked = try await open().ask(
            Self.question(layout, try open().session.limits, counting: isCounted), [cursor])
        guard let answer = asked.first, let there = answer.number(0), let enabled = answer.number(1) else { return }
        let events = SharedScript.events
        if there < events.count || enabled < events.count {
            let names = Set((answer[4] ?? "").split(separator: ",").map(String.init))
            let missing = events.filter { !names.contains("kiroku_" + $0) }
            return try await compare(
                there < events.count
                    ? .triggersMissing(sql: SharedScript.triggers(missing, layout).joined(separator: " "))
                    : .triggersOff(sql: "ALTER TABLE \(layout.table) ENABLE TRIGGER USER"))
        }
        if case .partUnknown? = notice?.cause {} else { notice = nil }
        guard !answer.flag(2) else {
            // What has been changed since is not counted. While all are at work, counting at each look would take long.
            checkTime = clock.reading + Self.busyPause
            return
        }
        if let count = answer.number(3) {
            try await noteLong(answer.number(5) ?? 0)
            let here = try await stored(await file.settledCount(asOf: cursor))
            guard let here else { return }
            if here != count { try await receiveAll() }
            try await note { $0.compared = AppClock.shared.now }
        }
        checkTime = clock.reading + Self.pause
    }

    private func compare(_ cause: SharingNotice.Cause) async throws(ServerError) {
        let begin = clock.reading
        try await receiveAll()
        let cost = clock.reading - begin
        let now = AppClock.shared.now
        try await note { $0.compared = now }
        notice = SharingNotice(cause, compared: now)
        checkTime = clock.reading + min(max(Self.comparingPause, cost * Self.costFactor), Self.pause)
    }

    /// How many of the triggers there are, and are switched on; whether anything has changed since a cursor, the parameter;
    /// how many records there are that are held here; which triggers; how many records are too long.
    private static func question(_ layout: SharedLayout, _ limits: ServerLimits, counting: Bool) -> String {
        let isHeld = layout.isHeld(limits)
        let counts = ["", "NOT "].map { "(SELECT count(*) FROM \(layout.table) WHERE \($0)(\(isHeld)))" }
        let names = SharedScript.events.map { "'kiroku_\($0)'" }.joined(separator: ", ")
        return """
            SELECT count(*), count(*) FILTER (WHERE t.tgenabled IN ('O', 'A')), EXISTS (
                SELECT FROM \(layout.home).changes WHERE xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
                  AND xid < pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
                UNION ALL SELECT FROM \(layout.home).changes
                WHERE xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
              ), \(counting ? counts[0] : "NULL"), string_agg(t.tgname::text, ','), \(counting ? counts[1] : "NULL")
            FROM pg_catalog.pg_trigger t
            WHERE t.tgrelid = \(SQLText.literal(layout.table))::pg_catalog.regclass AND t.tgname IN (\(names))
            """
    }
}
