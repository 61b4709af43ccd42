import FoundationEssentials
import Synchronization

/// The clock of the program, which can be set.
///
/// `now = start + (real − start) × ratio + shift + warp`
///
/// All code takes the time from this clock instead of the system, and waits by it. The clock can be shifted, sped up or
/// slowed down from a start moment, and warped to any date; everything that waits follows:
///
/// ```swift
/// let clock = AppClock.fixed(at: date)
/// let timer = clock.after(5) { line.clear() }
/// clock.advance(by: 5)  // The line is cleared without any waiting.
/// ```
///
/// A program creates one clock and passes it on; ``shared`` is for code that gets none.
public final class AppClock: Sendable {
    /// The default clock.
    public static let shared = AppClock()

    let realTime: any RealTime
    let state: Mutex<State>

    /// A clock that shows the real time until it is set.
    public init(realTime: any RealTime = SystemTime()) {
        self.realTime = realTime
        state = Mutex(State(start: realTime.now, steadyStart: realTime.steady))
    }

    /// A clock that stands still until it is set, for tests.
    public static func fixed(at date: Date) -> AppClock {
        AppClock(realTime: FixedTime(at: date))
    }

    /// The current time.
    public var now: Date {
        let real = realTime.now
        return state.withLock { $0.now(real: real) }
    }

    // MARK: Current setting

    /// The moment from which the ratio counts, in real time.
    ///
    /// Initially the moment when the clock was made.
    public var start: Date { state.withLock { $0.start } }

    /// How many seconds of the clock pass in a real second; initially 1.
    public var ratio: Double { state.withLock { $0.ratio } }

    /// How many seconds are added to the time; initially 0.
    public var shift: Double { state.withLock { $0.shift } }

    /// How many seconds lie between ``start`` and the date that replaces it; initially 0.
    public var warp: Double { state.withLock { $0.warp } }

    // MARK: Setting it

    /// Sets the clock ahead of the real time, or behind it if `seconds` is negative.
    ///
    /// Replaces an earlier shift.
    ///
    /// - Throws: ``ClockError/timeOutOfRange``.
    public func setShift(_ seconds: Double) throws(ClockError) {
        guard seconds.magnitude <= Self.furthest else { throw Reports.refused("KRK_CL_SS", .timeOutOfRange) }
        move { $0.shift = seconds }
    }

    /// Adds to the shift, or subtracts from it if `seconds` is negative.
    ///
    /// Does nothing if the shift would be out of range.
    public func advance(by seconds: Double) {
        move { state in
            let shift = state.shift + seconds
            if shift.magnitude <= Self.furthest { state.shift = shift }
        }
    }

    /// Makes the ratio count from the current real time.
    func setStartToNow() {
        let (real, steady) = (realTime.now, realTime.steady)
        move { ($0.start, $0.steadyStart) = (real, steady) }
    }

    /// Speeds time up, or slows it down if the ratio is below 1; 0 stops it.
    ///
    /// The start does not change, so two ratios can be used in turn by setting one before each reading of the time.
    ///
    /// - Parameter ratio: 0 to 1,000,000.
    /// - Throws: ``ClockError/ratioOutOfRange``.
    public func setRatio(_ ratio: Double) throws(ClockError) {
        guard Self.ratios.contains(ratio) else { throw Reports.refused("KRK_CL_SR", .ratioOutOfRange) }
        move { $0.ratio = ratio }
    }

    /// Replaces the start by `date`, with a warp of `date − start`.
    ///
    /// - Throws: ``ClockError/timeOutOfRange``.
    public func setStartDate(_ date: Date) throws(ClockError) {
        guard date.timeIntervalSince1970.magnitude <= Self.furthest else {
            throw Reports.refused("KRK_CL_SD", .timeOutOfRange)
        }
        move { $0.warp = date.timeIntervalSince($0.start) }
    }

    /// Resets the clock to the real time: no shift, no warp, and a ratio of 1 that counts from now.
    public func reset() {
        let (real, steady) = (realTime.now, realTime.steady)
        move { state in
            (state.start, state.steadyStart) = (real, steady)
            state.ratio = 1
            state.shift = 0
            state.warp = 0
        }
    }

    // MARK: As text

    /// The current date in the user's time zone: "2015/05/20".
    public var dateText: String { LocalTime(now).dateText }

    /// The current time of day in the user's time zone: "20:24:50".
    public var timeText: String { LocalTime(now).timeText }

    /// In seconds; beyond this, neither calendars nor the arithmetic give sensible results.
    private static let furthest = 1e12
    private static let ratios = 0.0...1e6

    /// The clock's setting, and the tasks that wait by it.
    struct State {
        var start: Date
        /// ``start`` by the time that cannot be set.
        var steadyStart: Double
        var ratio = 1.0
        var shift = 0.0
        var warp = 0.0
        var sleepers: [UInt64: Sleeper] = [:]
        var lastSleeper: UInt64 = 0

        init(start: Date, steadyStart: Double) {
            self.start = start
            self.steadyStart = steadyStart
        }

        func now(real: Date) -> Date {
            start + real.timeIntervalSince(start) * ratio + shift + warp
        }

        func reading(steady: Double) -> ClockReading {
            ClockReading(seconds: steadyStart + (steady - steadyStart) * ratio + shift + warp)
        }
    }
}
