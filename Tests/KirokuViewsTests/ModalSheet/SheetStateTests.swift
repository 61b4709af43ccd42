import CGtk
import Geometry
import GtkKit
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetStateTests: GtkTestCase {
    func testItSlidesUpOverTheWholeWindowAndDownAgain() {
        onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let sheet = fixture.sheet
            XCTAssertEqual(sheet.state, .closed)
            XCTAssertFalse(sheet.isOpen)
            XCTAssertEqual(sheet.slideTime.seconds, 0.5)
            var tops = fixture.tops(of: sheet) { try? sheet.open() }
            XCTAssertEqual(sheet.state, .open)
            XCTAssertTrue(fixture.host.openSheet === sheet)
            XCTAssertEqual(sheet.surface.frame(in: fixture.window), Rectangle(x: 0, y: 0, width: 640, height: 480))
            XCTAssertEqual(tops.first, 480)
            XCTAssertEqual(tops.last, 0)
            XCTAssertEqual(tops, tops.sorted(by: >))
            XCTAssertGreaterThan(Set(tops).count, 3)
            tops = fixture.tops(of: sheet) { try? sheet.close() }
            XCTAssertEqual(sheet.state, .closed)
            XCTAssertNil(fixture.host.openSheet)
            XCTAssertEqual(tops, tops.sorted(by: <))
            XCTAssertGreaterThan(Set(tops).count, 3)
            XCTAssertFalse(sheet.surface.isMapped)
            XCTAssertEqual(fixture.pressed.names, ["closed"])
            fixture.end()
        }
    }

    func testOpeningWhenOpenAndClosingWhenClosedAreErrors() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            let sheet = fixture.sheet
            let said = try reports {
                XCTAssertThrowsError(try sheet.close()) { XCTAssertEqual($0 as? SheetError, .isClosed) }
                XCTAssertEqual(sheet.state, .closed)
                try sheet.open()
                XCTAssertThrowsError(try sheet.open()) { XCTAssertEqual($0 as? SheetError, .isOpen) }
                XCTAssertEqual(sheet.state, .opening)
                XCTAssertTrue(work(until: { sheet.state == .open }))
                XCTAssertThrowsError(try sheet.open()) { XCTAssertEqual($0 as? SheetError, .isOpen) }
                XCTAssertEqual(sheet.state, .open)
                try sheet.close()
                XCTAssertThrowsError(try sheet.close()) { XCTAssertEqual($0 as? SheetError, .isClosed) }
                XCTAssertEqual(sheet.state, .closing)
            }
            XCTAssertEqual(
                said,
                [
                    "KRK_SH_CL: the sheet is closed already", "KRK_SH_OP: the sheet is open already",
                    "KRK_SH_OP: the sheet is open already", "KRK_SH_CL: the sheet is closed already",
                ])
            XCTAssertTrue(work(until: { sheet.state == .closed }))
            fixture.end()
        }
    }

    func testTheSlideTimeIsATenthToFiveSeconds() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            for seconds in [0.1, 2, 5] {
                try fixture.sheet.setSlideTime(seconds)
                XCTAssertEqual(fixture.sheet.slideTime.seconds, seconds)
            }
            let said = try reports {
                for seconds in [0, 0.0999, 5.001, -1, .infinity, .nan] {
                    XCTAssertThrowsError(try fixture.sheet.setSlideTime(seconds))
                    XCTAssertEqual(fixture.sheet.slideTime.seconds, 5)
                }
            }
            XCTAssertEqual(said.count, 6)
            XCTAssertEqual(said.first, "KRK_SH_ST: slide time out of range: 0.0")
            fixture.end()
        }
    }

    func testOpenedOnItsWayDownAndClosedOnItsWayUpItTurnsRound() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let sheet = fixture.sheet
            try sheet.open()
            XCTAssertTrue(work(until: { sheet.shownPart > 0.2 }))
            let part = sheet.shownPart
            try sheet.close()
            XCTAssertEqual(sheet.shownPart, part)
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            try sheet.open()
            try sheet.close()
            try sheet.open()
            XCTAssertEqual(sheet.state, .opening)
            XCTAssertEqual(sheet.shownPart, part)
            XCTAssertTrue(work(until: { sheet.state == .open }))
            XCTAssertEqual(fixture.pressed.names, ["closed", "closed"])
            try sheet.close()
            XCTAssertTrue(work(until: { sheet.shownPart < 0.8 }))
            try sheet.open()
            XCTAssertTrue(work(until: { sheet.state == .open }))
            try sheet.close()
            try sheet.open()
            try sheet.close()
            XCTAssertTrue(work(until: { sheet.state == .closed }))
            XCTAssertEqual(fixture.pressed.names, Array(repeating: "closed", count: 5))
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testWithoutAnimationsItIsThereAtOnceAndGoneAtOnce() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try withSetting("gtk-enable-animations", false) {
                for _ in 0..<2 {
                    try fixture.sheet.open()
                    XCTAssertEqual(fixture.sheet.state, .open)
                    workOff()
                    XCTAssertEqual(fixture.sheet.surface.frame(in: fixture.window).y, 0)
                    try fixture.sheet.close()
                    XCTAssertEqual(fixture.sheet.state, .closed)
                }
                // The room that it took is the window's again.
                workOff()
                XCTAssertEqual(fixture.host.widget.frame(in: fixture.window).height, 480)
                XCTAssertTrue(fixture.entry.hasFocusInWindow)
            }
            fixture.end()
        }
    }

    func testAnimationsSwitchedOffOnTheWayEndIt() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.sheet.setSlideTime(5)
            for isUp in [true, false] {
                if isUp { try fixture.sheet.open() } else { try fixture.sheet.close() }
                let start = fixture.sheet.shownPart
                XCTAssertTrue(work(until: { fixture.sheet.shownPart != start }))
                withSetting("gtk-enable-animations", false) {
                    // The next step is the last one.
                    let sheet = fixture.sheet
                    let (part, end): (Double, ModalSheet.State) = (sheet.shownPart, isUp ? .open : .closed)
                    XCTAssertTrue(work(until: { sheet.shownPart != part || sheet.state == end }))
                    XCTAssertEqual(sheet.state, end)
                }
            }
            // Switched off while it is open, they are off when it closes.
            try withSetting("gtk-enable-animations", false) { try fixture.sheet.open() }
            XCTAssertEqual(fixture.sheet.state, .open)
            try fixture.sheet.close()
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    func testInAWindowThatIsNotShownNothingSlides() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.window.isVisible = false
            workOff()
            try fixture.sheet.open()
            XCTAssertEqual(fixture.sheet.state, .open)
            fixture.window.isVisible = true
            XCTAssertTrue(work(until: { fixture.sheet.surface.isMapped }))
            workOff()
            XCTAssertEqual(fixture.sheet.surface.frame(in: fixture.window).y, 0)
            try fixture.close()
            fixture.end()
        }
    }

    func testAWindowThatIsHiddenOnTheWayEndsIt() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.sheet.setSlideTime(5)
            try fixture.sheet.open()
            fixture.window.isVisible = false
            XCTAssertEqual(fixture.sheet.state, .open)
            fixture.window.isVisible = true
            workOff()
            try fixture.sheet.close()
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.window.isVisible = false
            XCTAssertEqual(fixture.sheet.state, .closed)
            fixture.end()
        }
    }

    func testAnotherSheetOpensWhileItSlidesOut() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.open()
            let next = ModalSheet(over: fixture.host, name: "next", content: entry(name: "second"))
            fixture.sheet.onClosed = { try? next.open() }
            try fixture.sheet.close()
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertTrue(fixture.host.openSheet === next)
            XCTAssertTrue(work(until: { fixture.sheet.state == .closed && next.state == .open }))
            try next.close()
            XCTAssertTrue(work(until: { next.state == .closed }))
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testClosedBeforeItWasToBeSeen() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.sheet.open()
            try fixture.sheet.close()
            XCTAssertTrue(work(until: { fixture.sheet.state == .closed }))
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            try fixture.open()
            try fixture.close()
            XCTAssertEqual(fixture.pressed.names, ["closed", "closed"])
            fixture.end()
        }
    }

    func testTheWindowGoesWhileTheSheetIsOpenOrSliding() throws {
        try onMain {
            for part in [0, 0.1, 1] {
                let fixture = SheetFixture(entry(name: "first"))
                try fixture.sheet.open()
                XCTAssertTrue(work(until: { fixture.sheet.shownPart >= part }))
                fixture.window.destroy()
                XCTAssertEqual(fixture.sheet.state, .closed)
                XCTAssertNil(fixture.host.openSheet)
                XCTAssertEqual(fixture.pressed.names, ["closed"])
                workOff()
                let said = try reports {
                    XCTAssertThrowsError(try fixture.sheet.open()) { XCTAssertEqual($0 as? SheetError, .windowIsGone) }
                    XCTAssertThrowsError(try fixture.sheet.close()) { XCTAssertEqual($0 as? SheetError, .isClosed) }
                }
                XCTAssertEqual(said.first, "KRK_SH_OP: the window has gone")
                fixture.sheet.setLayout(size: .s, x: .l, y: .m)
                fixture.sheet.show(Message("text"))
            }
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.open()
            try fixture.sheet.close()
            fixture.window.destroy()
            XCTAssertEqual(fixture.sheet.state, .closed)
            XCTAssertEqual(fixture.pressed.names, ["closed"])
            workOff()
        }
    }

    func testASheetOverASheet() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            let second = entry(name: "second")
            let upper = ModalSheet(over: fixture.host, name: "Upper", content: second)
            try fixture.open()
            try upper.open()
            XCTAssertTrue(work(until: { upper.state == .open }))
            XCTAssertTrue(fixture.host.openSheet === upper)
            XCTAssertTrue(second.hasFocusInWindow)
            XCTAssertFalse(first.isSensitive)
            XCTAssertFalse(fixture.entry.isSensitive)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(upper.state, .closing)
            XCTAssertEqual(fixture.sheet.state, .open)
            XCTAssertTrue(first.hasFocusInWindow)
            XCTAssertFalse(fixture.entry.isSensitive)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testASheetThatIsClosedUnderAnotherLeavesTheFocusThere() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let second = entry(name: "second")
            let upper = ModalSheet(over: fixture.host, name: "Upper", content: second)
            try fixture.open()
            try upper.open()
            try fixture.close()
            XCTAssertTrue(second.hasFocusInWindow)
            XCTAssertFalse(fixture.entry.isSensitive)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.entry.isSensitive)
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }
}

extension SheetFixture {
    /// Where the sheet's upper edge was at each frame, until it came to rest.
    fileprivate func tops(of sheet: ModalSheet, after begin: () -> Void) -> [Int] {
        begin()
        var tops: [Int] = []
        work(until: {
            if sheet.surface.isMapped { tops.append(Int(sheet.surface.frame(in: window).y)) }
            return sheet.state == .open || sheet.state == .closed
        })
        workOff()
        if sheet.surface.isMapped { tops.append(Int(sheet.surface.frame(in: window).y)) }
        return tops
    }
}
