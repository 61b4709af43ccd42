import KirokuCore

/// How often to poll for changes that others have made.
struct PollPace {
    /// When others were last seen to be active.
    private var lastSeen: ClockReading?

    /// Intervals between polls, in seconds: the usual one, while others are active, and the longest.
    private static let pauses = (usual: 10.0, lively: 2.0, longest: 300.0)
    /// How long to poll frequently after a remote change.
    private static let liveliness = Duration.seconds(60)
    /// A poll that takes no longer than this is never skipped.
    private static let cheapPoll = Duration.milliseconds(250)

    /// Records that others are active, so that polls are frequent for a while.
    mutating func seeOthers(at now: ClockReading) { lastSeen = now }

    /// When to poll next.
    ///
    /// Polls whose cost grows with the table take at most a twentieth of the server's time.
    ///
    /// - Parameter poll: the last one of that kind.
    func next(after poll: (end: ClockReading, cost: Duration)?, at now: ClockReading) -> ClockReading {
        let isLively = lastSeen.map { $0 + Self.liveliness > now } ?? false
        let pause = Duration.seconds(isLively ? Self.pauses.lively : Self.pauses.usual)
        guard let poll else { return now + pause }
        return poll.end + min(max(pause, poll.cost * 20), .seconds(Self.pauses.longest))
    }

    /// Whether to skip a poll now, because it is expensive for the server and was done recently.
    func spares(after poll: (end: ClockReading, cost: Duration)?, at now: ClockReading) -> Bool {
        guard let poll, poll.cost > Self.cheapPoll else { return false }
        return next(after: poll, at: now) > now
    }
}
