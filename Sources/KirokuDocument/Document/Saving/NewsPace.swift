/// When to read what others have written: a program that writes all the time must not keep this one at it.
struct NewsPace {
    /// Whether others may have written since it was read last.
    private(set) var isWanted = false
    private var earliest: ClockReading?

    /// However long reading has taken, it is done again after this time.
    private static let longestPause = Duration.seconds(10)

    mutating func want() { isWanted = true }

    /// It is read now.
    mutating func begin() { isWanted = false }

    /// It was read; what takes long is not done again before as much time has passed.
    mutating func end(after time: Duration, at now: ClockReading) {
        earliest = Self.pause(after: time).map { now + $0 }
    }

    /// How long to wait after reading that has taken this long, which the machine may have slept through; `nil` for not at all.
    static func pause(after time: Duration) -> Duration? {
        time > .milliseconds(20) ? min(time, longestPause) : nil
    }

    /// When it is to be read, if that is later than now.
    func pending(at now: ClockReading) -> ClockReading? {
        guard isWanted, let earliest, earliest > now, earliest - now <= Self.longestPause else { return nil }
        return earliest
    }

    func isDue(at now: ClockReading) -> Bool { isWanted && pending(at: now) == nil }
}
