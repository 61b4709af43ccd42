import FoundationEssentials
import KirokuCore

/// Checks whether a server reports all changes of a shared table: its triggers may be missing or switched off, and
/// changes without them are in no list; nor are records that were hidden from this user without being changed.
struct TableCheck {
    /// The notice about what is wrong.
    private(set) var notice: SharingNotice?
    /// The time of the next check; `nil` for now.
    private var time: ClockReading?
    /// Why the table must be compared each time.
    private var cause: SharingNotice.Cause?

    /// How often the triggers are checked and the records counted, and how often the table is compared if triggers are
    /// missing; comparing takes at most a twentieth of the time.
    private static let (pause, comparingPause, costFactor) = (Duration.seconds(3_600), Duration.seconds(600), 20)
    /// The pause before another check, if something has changed meanwhile.
    private static let busyPause = Duration.seconds(60)

    func isTime(at now: ClockReading) -> Bool { time.map { $0 <= now } ?? true }

    /// Makes the next check due at once.
    mutating func reset() { time = nil }

    /// Whether the records need not be counted, because they were counted or compared recently.
    static func isRecent(_ compared: Date?) -> Bool {
        compared.map { abs($0.timeIntervalSince(AppClock.shared.now)) < pause / .seconds(1) } ?? false
    }

    /// Processes the answer to the question.
    ///
    /// - Returns: whether the triggers are in order.
    mutating func take(_ answer: Answer, _ layout: SharedLayout, at now: ClockReading) -> Bool {
        let events = SharedScript.events
        guard answer.enabled < events.count else {
            (notice, cause) = (nil, nil)
            // Later changes are not counted. While others are editing, counting at each check would take long.
            time = now + (answer.hasNews ? Self.busyPause : Self.pause)
            return true
        }
        let missing = events.filter { !answer.triggers.contains("kiroku_" + $0) }
        cause =
            missing.isEmpty
            ? .triggersOff(sql: "ALTER TABLE \(layout.table) ENABLE TRIGGER USER")
            : .triggersMissing(sql: SharedScript.triggers(missing, layout).joined(separator: " "))
        return false
    }

    /// Records that the document was compared with the table.
    ///
    /// - Parameter cost: how long that took.
    mutating func markCompared(_ date: Date, cost: Duration, at now: ClockReading) {
        notice = cause.map { SharingNotice($0, compared: date) }
        time = now + (cause == nil ? Self.pause : min(max(Self.comparingPause, cost * Self.costFactor), Self.pause))
    }

    // MARK: The query

    /// The server's answer about the triggers and the records.
    struct Answer {
        /// The names of the existing triggers.
        let triggers: Set<String>
        /// How many of them are switched on.
        let enabled: Int
        /// Whether anything has changed since the cursor.
        let hasNews: Bool
        /// The number of records that can be kept here; `nil` if not counted.
        let count: Int?
        /// How many records are too long.
        let longCount: Int

        /// - Returns: `nil` if it makes no sense.
        init?(_ row: ServerRow) {
            guard let enabled = row.number(1) else { return nil }
            triggers = Set((row[0] ?? "").split(separator: ",").map(String.init))
            (self.enabled, hasNews, count, longCount) = (enabled, row.flag(2), row.number(3), row.number(4) ?? 0)
        }
    }

    /// The statement for an ``Answer``; its parameter is a cursor.
    static func question(_ layout: SharedLayout, _ limits: ServerLimits, counting: Bool) -> String {
        let isHeld = layout.isHeld(limits)
        let counts = ["", "NOT "].map {
            counting ? "(SELECT count(*) FROM \(layout.table) WHERE \($0)(\(isHeld)))" : "NULL"
        }
        let names = SharedScript.events.map { "'kiroku_\($0)'" }.joined(separator: ", ")
        return """
            SELECT string_agg(t.tgname::text, ','), count(*) FILTER (WHERE t.tgenabled IN ('O', 'A')), EXISTS (
                SELECT FROM \(layout.home).changes WHERE xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
                  AND xid < pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
                UNION ALL SELECT FROM \(layout.home).changes
                WHERE xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
              ), \(counts.joined(separator: ", "))
            FROM pg_catalog.pg_trigger t
            WHERE t.tgrelid = \(SQLText.literal(layout.table))::pg_catalog.regclass AND t.tgname IN (\(names))
            """
    }
}
