import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class SignalTests: GtkTestCase {
    func testAHandlerIsCalledAndFreedWithItsObject() {
        onMain {
            let before = ClosureBoxes.live
            var presses = 0
            let made = button("Go") { presses += 1 }
            let window = testWindow(made)
            kiroku_emit_plain(made.object, "clicked")
            XCTAssertEqual(presses, 1)
            XCTAssertGreaterThan(ClosureBoxes.live, before)
            window.destroy()
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    func testADisconnectedHandlerIsFreed() {
        onMain {
            let before = ClosureBoxes.live
            let made = label("x")
            let window = testWindow(made)
            var count = 0
            let handler = Signals.connectNotify(made.object, "label") { count += 1 }
            made.text = "y"
            XCTAssertEqual(count, 1)
            Signals.disconnect(made.object, handler)
            made.text = "z"
            XCTAssertEqual(count, 1)
            XCTAssertEqual(ClosureBoxes.live, before)
            window.destroy()
        }
    }

    func testWhatIsDestroyedHasNoHandlerToTakeOff() {
        onMain {
            let made = entry(name: "x")
            let window = testWindow(made)
            let owner = ObjectRef(retaining: made.object)
            let handler = Signals.connect(owner.pointer, "activate") {}
            made.destroy()
            Signals.disconnect(owner.pointer, handler)
            window.destroy()
        }
    }

    func testAMisspeltSignalFreesItsDataToo() {
        onMain {
            let made = label("x")
            let owner = ObjectRef(adopting: made.object)
            let before = ClosureBoxes.live
            let data = Unmanaged.passRetained(ClosureBox<Signals.Plain> {}).toOpaque()
            XCTAssertEqual(ClosureBoxes.live, before + 1)
            let handler: @convention(c) () -> Void = {}
            let id = kiroku_signal_connect(owner.pointer, "clickd", handler, data, { data, _ in releaseBox(data) }, 0)
            XCTAssertEqual(id, 0)
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    func testOpeningAndClosingWindowsLeavesNothingBehind() {
        onMain {
            @MainActor func round() {
                let made = column()
                made.append(button("a") {})
                made.append(entry(name: "b"))
                let canvas = Canvas(name: "c")
                made.append(canvas)
                testWindow(made).destroy()
                workOff()
            }
            round()
            let before = ClosureBoxes.live
            for _ in 0..<100 { round() }
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}
