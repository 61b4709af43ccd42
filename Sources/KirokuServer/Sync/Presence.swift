import KirokuCore

/// Who else has the document open, and where this user is.
///
/// On the server, each copy in a window has a row in an unlogged table: the person, their place, and the process that
/// serves their connection, which shows who has left without a message. The row is written when the place changes. Then
/// the others are notified and read all rows, as they also do when they poll. Nothing depends on it.
struct Presence {
    /// Where the user is.
    private(set) var place: PresentPlace?
    /// The others, as of the last query.
    private(set) var others: [PresentPerson] = []
    /// The server process of the connection.
    private var backend = ""
    /// Whether presence is available: not through a pool, and not without the permissions.
    private var isPossible = true
    /// Whether people may have come or left.
    private var isWorthAsking = true
    /// The last position sent, and when.
    private var sent: (place: PresentPlace?, at: ClockReading)?
    private var asked: ClockReading?

    /// Minimum interval between presence updates.
    ///
    /// It grows with the number of others, because an update wakes all of them.
    private var pause: Duration { max(.milliseconds(500), .milliseconds(50) * others.count) }
    /// The largest number of others shown.
    static let limit = 100

    /// - Returns: whether the place has changed.
    mutating func move(to place: PresentPlace?) -> Bool {
        guard place != self.place else { return false }
        self.place = place
        return true
    }

    /// Starts on another connection, on which the others know nothing yet.
    ///
    /// - Returns: whether presence is available.
    mutating func begin(on backend: String) -> Bool {
        if backend != self.backend {
            let place = place
            self = Presence()
            (self.place, self.backend) = (place, backend)
        }
        return isPossible
    }

    /// Records that presence is not available on this connection.
    mutating func giveUp() {
        isPossible = false
        others = []
    }

    /// Records that people may have come or left.
    mutating func wantOthers() { isWorthAsking = true }

    /// Updates the others from the server's answer.
    ///
    /// - Returns: whether anything has changed.
    mutating func hear(_ people: [PresentPerson], at now: ClockReading) -> Bool {
        (asked, isWorthAsking) = (now, false)
        let isNews = people != others
        others = people
        return isNews
    }

    /// Records that the others know the position.
    mutating func didSend(_ place: PresentPlace?, at now: ClockReading) { sent = (place, now) }

    /// Records that the others know that this copy has left.
    mutating func didLeave() { sent = nil }

    /// When to send the position; `nil` if the others know it.
    private func sendTime(at now: ClockReading) -> ClockReading? {
        guard let sent else { return now }
        return sent.place == place ? nil : sent.at + pause
    }

    /// When to read the positions of the others; `nil` if there is no need.
    private func askTime(at now: ClockReading) -> ClockReading? {
        isWorthAsking ? asked.map { $0 + pause } ?? now : nil
    }

    func mustSend(at now: ClockReading) -> Bool { sendTime(at: now).map { $0 <= now } ?? false }

    func mustAsk(at now: ClockReading) -> Bool { askTime(at: now).map { $0 <= now } ?? false }

    /// Whether others may want to know at once.
    var isNews: Bool { sent == nil || isWorthAsking || !others.isEmpty }

    /// Whether others may want to know that this copy leaves.
    var isLeavingNews: Bool { sent != nil && isNews }

    /// How long until the next update; `nil` if none is due.
    func due(at now: ClockReading) -> Duration? {
        guard isPossible else { return nil }
        return [sendTime(at: now), askTime(at: now)].compactMap(\.self).min().map { max(.zero, $0 - now) }
    }

    /// A number that no field has, sent instead of a position by a copy that leaves.
    static let leaving = "0"

    /// The statement for the others whose connection still exists, and who are not leaving; the parameter is this copy.
    static func statement(_ home: String) -> String {
        """
        SELECT p.desk, p.person, p.record, p.field, p.who FROM \(home).present p WHERE p.desk <> $1::uuid
          AND (p.record IS NOT NULL OR p.field IS DISTINCT FROM \(leaving)) AND EXISTS (
          SELECT FROM pg_catalog.pg_stat_activity a WHERE a.pid = p.pid AND a.usename = p.who
            AND a.datname = pg_catalog.current_database())
        ORDER BY p.person, p.desk LIMIT \(limit)
        """
    }

    /// The people in the answer of the statement; their names are untrusted.
    static func people(_ rows: [ServerRow], _ names: ShownNames) -> [PresentPerson] {
        rows.compactMap { row in
            guard let id = row[0], let person = row[1] else { return nil }
            let name = names.shown(person, role: row[4])
            var place: PresentPlace?
            if let record = row.number(2), RecordID.range.contains(Int64(record)), let field = row.number(3) {
                place = PresentPlace(record: RecordID(rawValue: Int64(record)), field: FieldID(rawValue: field))
            }
            return PresentPerson(id: id, name: name.isEmpty ? "?" : name, place: place)
        }
    }
}

extension SyncEngine {
    /// Sets the position of the user; it is sent to the others soon.
    public func setPosition(_ place: PresentPlace?) {
        guard presence.move(to: place) else { return }
        connection?.session.wake()
    }

    /// Sends the position of the user and reads those of the others, if due.
    ///
    /// - Throws: only errors that have ended the connection.
    func updatePresence() async throws(ServerError) {
        // Nothing is added to another program's database, and behind a pool the server process is unknown.
        guard let connection, let home = remote.home, let backend = connection.backend else {
            presence.giveUp()
            return
        }
        do throws(ServerError) {
            guard presence.begin(on: backend) else { return }
            if presence.mustAsk(at: clock.reading) { try await askForOthers(connection, home) }
            if presence.mustSend(at: clock.reading) {
                let place = presence.place
                try await send(
                    connection, home, place.map { String($0.record.rawValue) },
                    place.map { String($0.field.rawValue) })
                presence.didSend(place, at: clock.reading)
            }
        } catch {
            guard await connection.session.isOpen else { throw error }
            // A missing permission, for example.
            presence.giveUp()
        }
    }

    /// Tells the others that this copy is leaving, if that is possible at once; otherwise they will notice later.
    func leave() async {
        guard presence.isLeavingNews, let connection, let home = remote.home else { return }
        // In a new task, because this one has been cancelled.
        let sending = Task { try? await send(connection, home, nil, Presence.leaving) }
        let limit = Task { [clock] in
            try await clock.sleep(for: .seconds(5))
            sending.cancel()
        }
        _ = await sending.value
        limit.cancel()
        presence.didLeave()
    }

    private func send(
        _ connection: SharedConnection, _ home: String, _ record: String?, _ field: String?
    ) async throws(ServerError) {
        let values = [try await file.state().desk, CommitAuthor.current.person, record, field]
        _ = try await connection.ask("SELECT \(home).be_here($1::uuid, $2, $3::bigint, $4::bigint)", values)
        if presence.isNews { try await wakeOthers(.people) }
    }

    private func askForOthers(_ connection: SharedConnection, _ home: String) async throws(ServerError) {
        let desk = try await file.state().desk
        let people = Presence.people(
            try await connection.ask(Presence.statement(home), [desk]), ShownNames(own: connection.role))
        guard presence.hear(people, at: clock.reading) else { return }
        // Others are active, so frequent polls are worthwhile.
        pace.seeOthers(at: clock.reading)
    }
}
