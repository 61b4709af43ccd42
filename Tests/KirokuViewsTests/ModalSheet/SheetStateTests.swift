import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetStateTests: GtkTestCase {
    func testItSlidesUpAndDown() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            XCTAssertEqual(fixture.sheet.state, .closed)
            try fixture.sheet.open()
            XCTAssertEqual(fixture.sheet.state, .opening)
            XCTAssertTrue(fixture.host.openSheet === fixture.sheet)
            XCTAssertTrue(work(until: { fixture.sheet.state == .open }))
            workOff()
            XCTAssertEqual(
                fixture.sheet.surface.frame(in: fixture.window), PixelFrame(x: 0, y: 0, width: 640, height: 480))
            try fixture.sheet.close()
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertNil(fixture.host.openSheet)
            XCTAssertTrue(work(until: { fixture.sheet.state == .closed }))
            XCTAssertEqual(fixture.pressed.names, ["closed"])
            fixture.end()
        }
    }

    func testFocusEntersAndReturns() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            XCTAssertTrue(fixture.window.activate())
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            try fixture.open()
            XCTAssertTrue(first.hasFocusInWindow)
            fixture.window.press(0xff1b)
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }
}
