import FoundationEssentials
import Synchronization

/// The source of new identities, which are unique without any coordination.
///
/// Each consists of the time, in steps of 10 ms since 2020, the number of a *desk*, and a counter, which begins at a
/// random value in each step. No two processes of one installation have the same desk at the same time
/// (`RecordIDLease`), and two installations almost never do; even then, their counters would have to collide. The time
/// never goes back: if the clock is set back, or many identities are taken at once, it is counted up instead.
public final class RecordIDSource: Sendable {
    /// The source of the program.
    public static let shared = RecordIDSource()

    /// The possible numbers of a desk.
    package static let desks = 0..<1 << deskBits

    private struct State {
        var desk: Int
        /// The folder for leasing a desk, before leasing was tried.
        var folder: String?
        /// The same folder, kept permanently.
        var sharedFolder: String?
        var lease: RecordIDLease?
        /// The number of the next identity without the desk: the time, and below it the counter.
        var next: Int64 = 0
    }

    private static let deskBits = 14
    private static let counterBits = 11
    private static let countersPerTick: Int64 = 1 << 11
    /// The clock is not followed beyond this time, so that identities stay in their range whatever it shows.
    private static let lastTick: Int64 = 1 << 37 - 1 << 24

    private let state: Mutex<State>
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - desk: its number; `nil` for one drawn at random.
    ///   - now: the clock.
    public init(desk: Int? = nil, now: @escaping @Sendable () -> Date = { AppClock.shared.now }) {
        state = Mutex(State(desk: desk ?? Int.random(in: Self.desks)))
        self.now = now
    }

    /// The number of the current desk.
    public var desk: Int {
        let tick = tickOfClock
        return state.withLock { state in
            Self.lease(&state, tick)
            return state.desk
        }
    }

    /// Makes the first use of an identity or of the desk lease a desk in this folder, which all processes of the
    /// installation share.
    ///
    /// If that is not possible, the desk remains a random one.
    public func leaseIDs(in folder: String) {
        state.withLock { ($0.folder, $0.sharedFolder) = (folder, folder) }
    }

    /// The number of the desk that has created an identity.
    package static func desk(of id: RecordID) -> Int { Int(id.rawValue >> Int64(counterBits)) & (desks.count - 1) }

    /// Whether another running process has the desk.
    ///
    /// Detects only processes that share the folder of desks.
    package func isAtWork(elsewhere desk: Int) -> Bool {
        let folder = state.withLock { $0.sharedFolder }
        return desk != self.desk && folder.map { RecordIDLease.isHeld(desk, in: $0) } == true
    }

    /// A new identity.
    public func next() -> RecordID {
        take(1)[0]
    }

    /// This many new identities, ascending.
    public func take(_ count: Int) -> [RecordID] {
        guard count > 0 else { return [] }
        let tick = tickOfClock
        return state.withLock { state in
            Self.lease(&state, tick)
            let first = tick * Self.countersPerTick
            if state.next < first { state.next = first + Int64.random(in: 0..<Self.countersPerTick) }
            if (state.next + Int64(count)) / Self.countersPerTick > Self.lastTick { Self.startElsewhere(&state) }
            let start = state.next
            state.next += Int64(count)
            state.lease?.reserve(state.next / Self.countersPerTick)
            let desk = Int64(state.desk) << Int64(Self.counterBits)
            return (start..<state.next).map { number in
                let (tick, counter) = (number / Self.countersPerTick, number % Self.countersPerTick)
                return RecordID(rawValue: tick << Int64(Self.deskBits + Self.counterBits) | desk | counter)
            }
        }
    }

    /// Leases a desk, before another number is used.
    private static func lease(_ state: inout State, _ tick: Int64) {
        guard let folder = state.folder.take(), let lease = RecordIDLease(in: folder, now: tick) else { return }
        state.desk = lease.desk
        state.next = lease.firstTick * countersPerTick
        state.lease = lease
    }

    /// Switches to another desk at another time, far from all others.
    private static func startElsewhere(_ state: inout State) {
        state = State(desk: Int.random(in: desks), next: Int64.random(in: 1 << 30..<1 << 36) * countersPerTick)
    }

    private var tickOfClock: Int64 { Self.tick(of: now()) }

    /// Whether an identity was created at about this time, so that a record with it is new, not restored.
    package static func isNew(_ id: RecordID, at time: Date) -> Bool {
        let age = Self.tick(of: time) - id.rawValue >> Int64(deskBits + counterBits)
        return abs(age) < ticksOfNews
    }

    /// Ten minutes, because saving an entry may be delayed.
    private static let ticksOfNews: Int64 = 60_000

    private static func tick(of time: Date) -> Int64 {
        let tick = (time.timeIntervalSince1970 - 1_577_836_800) * 100
        // A clock that shows an impossible time is ignored.
        return tick >= 1 && tick < Double(lastTick) ? Int64(tick) : 1
    }
}
