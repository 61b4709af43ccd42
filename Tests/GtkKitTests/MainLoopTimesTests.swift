import Glibc
import TestSupport
import XCTest

@testable import GtkKit

final class MainLoopTimesTests: GtkTestCase {
    func testALongStretchIsRecordedWithWhatThreadAndClockSay() {
        onMain {
            MainLoopTimes.record()
            workOff()
            let before = MainLoopTimes.entries.count
            var isDone = false
            MainLoop.whenIdle {
                Self.beBusy(milliseconds: 20)
                isDone = true
            }
            work(until: { isDone })
            workOff()
            let longest = MainLoopTimes.entries.dropFirst(before).max { $0.milliseconds < $1.milliseconds }
            XCTAssertGreaterThanOrEqual(longest?.milliseconds ?? 0, 20)
            XCTAssertGreaterThan(longest?.processor ?? 0, 0)
            XCTAssertEqual(longest?.name, "")
        }
    }

    func testMomentsStandAmongTheStretches() {
        onMain {
            MainLoopTimes.record()
            MainLoopTimes.record("a moment")
            XCTAssertEqual(MainLoopTimes.entries.last?.name, "a moment")
            XCTAssertEqual(MainLoopTimes.entries.last?.milliseconds, 0)
        }
    }

    private static func beBusy(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {}
    }
}
