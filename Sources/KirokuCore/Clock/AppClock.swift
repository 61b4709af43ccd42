import FoundationEssentials
import Synchronization

/// The one place that says what time it is.
///
/// `now = start + (real − start) × ratio + shift + warp`
///
/// All code asks this for the current time instead of the system, and waits by it. So the time can be shifted, sped up
/// or slowed from a start moment, and warped to any date, and whoever waits follows:
///
/// ```swift
/// let clock = AppClock.standing(at: date)
/// let timer = clock.after(5) { line.clear() }
/// clock.advance(by: 5)  // the line is cleared; nobody has waited
/// ```
///
/// A program has one of these and hands it around; ``shared`` is for those whom nobody hands one.
public final class AppClock: Sendable {
    /// The clock that is used where no other was given.
    public static let shared = AppClock()

    let realTime: any RealTime
    let state: Mutex<State>

    /// A clock that shows the real time until it is set.
    public init(realTime: any RealTime = SystemTime()) {
        self.realTime = realTime
        state = Mutex(State(start: realTime.now))
    }

    /// A clock that moves only when it is moved, for tests.
    public static func standing(at date: Date) -> AppClock {
        AppClock(realTime: StandingTime(at: date))
    }

    /// The current time.
    public var now: Date {
        let real = realTime.now
        return state.withLock { $0.now(real: real) }
    }

    // MARK: How it is set

    /// The moment from which the ratio counts, in real time.
    ///
    /// At first when the clock was made.
    public var start: Date { state.withLock { $0.start } }

    /// How many seconds pass in a real one; 1 at first.
    public var ratio: Double { state.withLock { $0.ratio } }

    /// By how many seconds the clock is ahead; 0 at first.
    public var shift: Double { state.withLock { $0.shift } }

    /// How many seconds lie between ``start`` and the date that was put in its place; 0 at first.
    public var warp: Double { state.withLock { $0.warp } }

    // MARK: Setting it

    /// Sets the clock ahead, or with a negative number back.
    ///
    /// Takes the place of an earlier shift.
    ///
    /// - Throws: ``ClockError/timeOutOfRange``.
    public func setShift(_ seconds: Double) throws(ClockError) {
        guard seconds.magnitude <= Self.furthest else { throw Reports.refused("KRK_CL_SS", .timeOutOfRange) }
        move { $0.shift = seconds }
    }

    /// Shifts the clock by some more seconds, or with a negative number by fewer.
    ///
    /// A shift that would become too large stays as it was.
    public func advance(by seconds: Double) {
        move { state in
            let shift = state.shift + seconds
            if shift.magnitude <= Self.furthest { state.shift = shift }
        }
    }

    /// Lets the ratio count from the real time of now.
    public func setStartToNow() {
        let real = realTime.now
        move { $0.start = real }
    }

    /// Speeds time up, or with a ratio below 1 slows it down; with 0 it stands still.
    ///
    /// The start stays, so two ratios can be used in turn by setting one of them before each look at the time.
    ///
    /// - Parameter ratio: 0 to 1,000,000.
    /// - Throws: ``ClockError/ratioOutOfRange``.
    public func setRatio(_ ratio: Double) throws(ClockError) {
        guard Self.ratios.contains(ratio) else { throw Reports.refused("KRK_CL_SR", .ratioOutOfRange) }
        move { $0.ratio = ratio }
    }

    /// Puts `date` in the place of the start, by a warp of `date − start`.
    ///
    /// - Throws: ``ClockError/timeOutOfRange``.
    public func setStartDate(_ date: Date) throws(ClockError) {
        guard date.timeIntervalSince1970.magnitude <= Self.furthest else {
            throw Reports.refused("KRK_CL_SD", .timeOutOfRange)
        }
        move { $0.warp = date.timeIntervalSince($0.start) }
    }

    /// Shows the real time again: no shift, no warp, the ratio 1, counting from now.
    public func reset() {
        let real = realTime.now
        move { state in
            state.start = real
            state.ratio = 1
            state.shift = 0
            state.warp = 0
        }
    }

    // MARK: As text

    /// The current date as the user's time zone has it: "2015/05/20".
    public var dateText: String { LocalTime(now).dateText }

    /// The current time of day as the user's time zone has it: "20:24:50".
    public var timeText: String { LocalTime(now).timeText }

    /// Beyond this many seconds neither a calendar nor the arithmetic says anything sensible.
    private static let furthest = 1e12
    private static let ratios = 0.0...1e6

    /// How the clock is set, and who waits by it.
    struct State {
        var start: Date
        var ratio = 1.0
        var shift = 0.0
        var warp = 0.0
        var sleepers: [UInt64: Sleeper] = [:]
        var lastSleeper: UInt64 = 0

        init(start: Date) {
            self.start = start
        }

        func now(real: Date) -> Date {
            start + real.timeIntervalSince(start) * ratio + shift + warp
        }
    }
}
