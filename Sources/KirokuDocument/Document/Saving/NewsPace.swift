/// When to read what others have written: a program that writes constantly must not keep this one busy.
struct NewsPace {
    /// Whether others may have written since the last read.
    private(set) var isWanted = false
    private var earliest: ClockReading?

    /// The longest pause, however long reading has taken.
    private static let longestPause = Duration.seconds(10)

    mutating func want() { isWanted = true }

    /// Reading begins now.
    mutating func begin() { isWanted = false }

    /// Reading has ended; after a long read, the same time must pass before the next one.
    mutating func end(after time: Duration, at now: ClockReading) {
        earliest = Self.pause(after: time).map { now + $0 }
    }

    /// How long to wait after a read of this duration, during which the machine may have slept; `nil` for no pause.
    static func pause(after time: Duration) -> Duration? {
        time > .milliseconds(20) ? min(time, longestPause) : nil
    }

    /// When to read next, if that is later than now.
    func pending(at now: ClockReading) -> ClockReading? {
        guard isWanted, let earliest, earliest > now, earliest - now <= Self.longestPause else { return nil }
        return earliest
    }

    func isDue(at now: ClockReading) -> Bool { isWanted && pending(at: now) == nil }
}
