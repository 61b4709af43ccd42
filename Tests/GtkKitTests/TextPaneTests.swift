import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class TextPaneTests: GtkTestCase {
    func testLinesComeAndTheOldestGo() {
        onMain {
            let pane = TextPane(name: "Log", limit: 3)
            let window = testWindow(pane)
            for number in 1...5 { pane.append("line \(number)", role: number == 5 ? .error : .normal) }
            XCTAssertEqual(pane.text, "line 3\nline 4\nline 5\n")
            pane.append("東京")
            XCTAssertEqual(pane.text, "line 4\nline 5\n東京\n")
            pane.removeAll()
            XCTAssertEqual(pane.text, "")
            window.destroy()
            pane.append("nobody sees this")
            XCTAssertEqual(pane.text, "")
        }
    }

    func testTheNewestLineIsInSightUnlessSomebodyHasScrolledUp() {
        onMain {
            let pane = TextPane(name: "Log")
            let window = testWindow(pane, width: 200, height: 100)
            for number in 1...200 { pane.append("line \(number)") }
            let bar = gtk_scrolled_window_get_vadjustment(pane.cast(to: GtkScrolledWindow.self))
            func end() -> Double { gtk_adjustment_get_upper(bar) - gtk_adjustment_get_page_size(bar) }
            XCTAssertTrue(work(until: { end() > 1_000 && gtk_adjustment_get_value(bar) == end() }))
            // As long as lines are laid out, the end follows.
            workOff()
            gtk_adjustment_set_value(bar, 500)
            workOff()
            let height = end()
            for number in 1...50 { pane.append("line \(number)") }
            XCTAssertTrue(work(until: { end() > height }))
            workOff()
            XCTAssertEqual(gtk_adjustment_get_value(bar), 500, accuracy: 1)
            window.destroy()
        }
    }
}
