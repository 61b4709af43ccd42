import FoundationEssentials
import KirokuCore
import Synchronization

/// A real time that a test moves; whoever sleeps by it is woken by hand, too.
public final class MovableTime: RealTime {
    private let moment: Mutex<Date>
    private let sleeps = Mutex<[Double]>([])
    private let alarms = Mutex(0)

    /// - Parameter moment: the time that it shows at first.
    public init(_ moment: Date) {
        self.moment = Mutex(moment)
    }

    /// The time that it shows.
    public var now: Date { moment.withLock { $0 } }

    /// For how long somebody has slept, one sleep after the other.
    public var askedFor: [Double] { sleeps.withLock { $0 } }

    /// Moves it on.
    public func pass(_ seconds: Double) {
        moment.withLock { $0 += seconds }
    }

    /// Ends one sleep, the one under way or the next.
    public func wakeOne() {
        alarms.withLock { $0 += 1 }
    }

    /// Returns when ``wakeOne()`` was called for it.
    public func sleep(seconds: Double) async throws {
        sleeps.withLock { $0.append(seconds) }
        try await until { takeAlarm() }
    }

    private func takeAlarm() -> Bool {
        alarms.withLock { count in
            if count > 0 { count -= 1 } else { return false }
            return true
        }
    }
}
