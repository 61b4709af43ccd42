import FoundationEssentials
import Synchronization

/// Where new identities come from: unique without asking anybody.
///
/// Each is made of the time, in steps of 10 ms since 2020, of the number of a *desk*, and of a counter. No two processes of
/// one installation have the same desk at a time (`DeskLease`), and two installations as good as never do. The clock is
/// only ever read forwards: where it is set back, or many identities are taken at once, time runs on by itself.
public final class RecordIDSource: Sendable {
    /// The source of the program.
    public static let shared = RecordIDSource()

    /// The numbers that a desk can have.
    static let desks = 0..<1 << deskBits

    private struct State {
        var desk: Int
        var folder: String?
        var lease: DeskLease?
        /// The number of the next identity without the desk: the time, and below it the counter.
        var next: Int64 = 0
    }

    private static let deskBits = 14
    private static let counterBits = 11
    private static let countersPerTick: Int64 = 1 << 11
    /// Later times are not taken from the clock, so that identities stay in their range whatever it shows.
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

    /// The number of the desk that identities are taken for now.
    public var desk: Int { state.withLock { $0.desk } }

    /// Has the first identity that is taken lease a desk in this folder, where all processes of the installation do.
    ///
    /// Where that is not possible, the desk stays one that was drawn at random.
    public func leaseDesk(in folder: String) {
        state.withLock { $0.folder = folder }
    }

    /// One new identity.
    public func next() -> RecordID {
        take(1)[0]
    }

    /// So many new identities, ascending.
    public func take(_ count: Int) -> [RecordID] {
        guard count > 0 else { return [] }
        let tick = tickOfClock
        return state.withLock { state in
            if let folder = state.folder.take(), let lease = DeskLease(in: folder, now: tick) {
                state.desk = lease.desk
                state.next = (lease.firstTick) * Self.countersPerTick
                state.lease = lease
            }
            state.next = max(state.next, tick * Self.countersPerTick)
            if (state.next + Int64(count)) / Self.countersPerTick > Self.lastTick { Self.startAnew(&state) }
            let first = state.next
            state.next += Int64(count)
            state.lease?.reserve(state.next / Self.countersPerTick)
            let desk = Int64(state.desk) << Int64(Self.counterBits)
            return (first..<state.next).map { number in
                let (tick, counter) = (number / Self.countersPerTick, number % Self.countersPerTick)
                return RecordID(rawValue: tick << Int64(Self.deskBits + Self.counterBits) | desk | counter)
            }
        }
    }

    /// Another desk at another time, far from all others.
    private static func startAnew(_ state: inout State) {
        state = State(desk: Int.random(in: desks), next: Int64.random(in: 1 << 30..<1 << 36) * countersPerTick)
    }

    private var tickOfClock: Int64 {
        let tick = (now().timeIntervalSince1970 - 1_577_836_800) * 100
        // A clock that shows no time at which Kiroku can run says nothing.
        return tick >= 1 && tick < Double(Self.lastTick) ? Int64(tick) : 1
    }
}
