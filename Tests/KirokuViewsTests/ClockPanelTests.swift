import CGtk
import FoundationEssentials
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class ClockPanelTests: GtkTestCase {
    private static let start = LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50)

    func testTheButtonShiftsTheClockByHours() throws {
        let start = try XCTUnwrap(Self.start).date
        onMain {
            let clock = AppClock.fixed(at: start)
            let panel = ClockPanel(clock: clock)
            let window = testWindow(panel.widget)
            XCTAssertEqual(panel.resultText, "2015/05/20 20:24:50")
            let button = panel.widget.visibleDescendants.first { kiroku_is_a($0, gtk_button_get_type()) != 0 }
            for (hours, result) in [
                ("24", "2015/05/21 20:24:50"), ("-1.5", "2015/05/20 18:54:50"), (" ２ ", "2015/05/20 22:24:50"),
                ("0", "2015/05/20 20:24:50"),
            ] {
                panel.hoursText = hours
                button.map { gtk_button_clicked(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkButton.self)) }
                XCTAssertEqual(panel.resultText, result)
                XCTAssertNil(panel.message)
            }
            window.destroy()
        }
    }

    func testEnterShifts() throws {
        let start = try XCTUnwrap(Self.start).date
        onMain {
            let panel = ClockPanel(clock: .fixed(at: start))
            let window = testWindow(panel.widget)
            XCTAssertTrue(window.activate())
            // The field is the first that can have the focus.
            panel.hoursText = ""
            window.type("3")
            window.press(GDK_KEY_Return)
            XCTAssertEqual(panel.resultText, "2015/05/20 23:24:50")
            window.destroy()
        }
    }

    func testWhatIsNoNumberOfHoursIsRefused() throws {
        let start = try XCTUnwrap(Self.start).date
        onMain {
            let clock = AppClock.fixed(at: start)
            let panel = ClockPanel(clock: clock)
            let window = testWindow(panel.widget)
            panel.hoursText = "1"
            panel.shift()
            for hours in ["tomorrow", "", " ", "1e300", "nan"] {
                panel.hoursText = hours
                panel.shift()
                XCTAssertEqual(panel.message?.kind, .error, hours)
                XCTAssertEqual(clock.shift, 3_600)
                XCTAssertEqual(panel.resultText, "2015/05/20 21:24:50")
            }
            panel.hoursText = "2"
            panel.shift()
            XCTAssertNil(panel.message)
            window.destroy()
        }
    }
}
