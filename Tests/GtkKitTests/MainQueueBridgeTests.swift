import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class MainQueueBridgeTests: GtkTestCase {
    func testMainActorTasksRunUnderTheGLibLoop() {
        onMain {
            var steps: [Int] = []
            Task {
                steps.append(1)
                try? await Task.sleep(for: .milliseconds(5))
                steps.append(2)
                steps.append(await Task.detached { 3 }.value)
            }
            XCTAssertTrue(work(until: { steps.count == 3 }))
            XCTAssertEqual(steps, [1, 2, 3])
        }
    }

    func testAnIdleLoopSleeps() {
        onMain {
            var isOver = false
            Task { isOver = true }
            work(until: { isOver })
            workOff()
            let before = MainQueueBridge.wakeUps
            let rounds = 1_000
            for _ in 0..<rounds { g_main_context_iteration(nil, 0) }
            // What an earlier test has left may still come; a loop that does not sleep is woken each time.
            XCTAssertLessThan(MainQueueBridge.wakeUps - before, rounds / 2)
        }
    }

    func testInstallingTwiceIsInstallingOnce() {
        onMain {
            MainQueueBridge.install()
            let before = MainQueueBridge.wakeUps
            var isDone = false
            Task { isDone = true }
            work(until: { isDone })
            XCTAssertLessThanOrEqual(MainQueueBridge.wakeUps - before, 2)
        }
    }

    func testIdleWorkIsDoneOnceAndItsBoxFreed() {
        onMain {
            let before = ClosureBoxes.live
            var count = 0
            MainLoop.whenIdle { count += 1 }
            XCTAssertEqual(ClosureBoxes.live, before + 1)
            work(until: { count > 0 })
            workOff()
            XCTAssertEqual(count, 1)
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}
