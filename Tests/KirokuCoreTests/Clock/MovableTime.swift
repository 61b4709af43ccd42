import FoundationEssentials
import Synchronization

@testable import KirokuCore

/// A real time that a test moves; whoever sleeps by it is woken by hand, too.
final class MovableTime: RealTime {
    private let moment: Mutex<Date>
    private let sleeps = Mutex<[Double]>([])
    private let alarms = Mutex(0)

    init(_ moment: Date) {
        self.moment = Mutex(moment)
    }

    var now: Date { moment.withLock { $0 } }

    /// For how long somebody has slept, one sleep after the other.
    var askedFor: [Double] { sleeps.withLock { $0 } }

    func pass(_ seconds: Double) {
        moment.withLock { $0 += seconds }
    }

    /// Ends one sleep, the one under way or the next.
    func wakeOne() {
        alarms.withLock { $0 += 1 }
    }

    func sleep(seconds: Double) async throws {
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
