import CGtk
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetLeakTests: GtkTestCase {
    func testAThousandTimesOpenedAndClosedNothingIsLeft() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try withSetting("gtk-enable-animations", false) {
                try fixture.sheet.open()
                try fixture.sheet.close()
                workOff()
                let before = ClosureBoxes.live
                for round in 0..<1_000 {
                    try fixture.sheet.open()
                    fixture.sheet.show(Message("text", .error, passes: true))
                    if round % 100 == 0 { workOff() }
                    try fixture.sheet.close()
                }
                workOff()
                XCTAssertEqual(ClosureBoxes.live, before)
                XCTAssertEqual(fixture.pressed.count(of: "closed"), 1_001)
            }
            fixture.end()
        }
    }

    func testAThousandSheetsLeaveNoObjectAndNoClosure() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let before = ClosureBoxes.live
            let gone = GoneObjects()
            weak var last: ModalSheet?
            try withSetting("gtk-enable-animations", false) {
                for _ in 0..<1_000 {
                    let content = column()
                    content.append(entry(name: "first"))
                    let sheet = ModalSheet(over: fixture.host, name: "Sheet", content: content)
                    sheet.onOK = { [weak sheet] in try? sheet?.close() }
                    for object in [sheet.surface.object, sheet.shield.object, content.object, sheet.parts.ok.object] {
                        gone.count(object)
                    }
                    last = sheet
                    try sheet.open()
                    fixture.window.press(GDK_KEY_Return)
                    XCTAssertEqual(sheet.state, .closed)
                }
            }
            workOff()
            XCTAssertNil(last)
            XCTAssertEqual(gone.number, 4_000)
            XCTAssertEqual(ClosureBoxes.live, before)
            fixture.end()
        }
    }

    func testSlidingLeavesNothingEither() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let before = ClosureBoxes.live
            for _ in 0..<5 {
                let sheet = ModalSheet(over: fixture.host, name: "Sheet", content: label("text"))
                try sheet.setSlideTime(0.1)
                try sheet.open()
                // Its host keeps it as long as it is on the screen.
                XCTAssertTrue(work(until: { sheet.state == .open }))
                try sheet.close()
                try sheet.open()
                try sheet.close()
                XCTAssertTrue(work(until: { sheet.state == .closed }))
            }
            workOff()
            XCTAssertEqual(ClosureBoxes.live, before)
            fixture.end()
        }
    }

    func testTheHostKeepsASheetThatIsOnTheScreen() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            weak var seen: ModalSheet?
            try {
                let sheet = ModalSheet(over: fixture.host, name: "Sheet", content: label("text"))
                seen = sheet
                try sheet.open()
            }()
            XCTAssertTrue(work(until: { seen?.state == .open }))
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(work(until: { seen == nil }))
            fixture.end()
        }
    }

    func testAWindowThatGoesWithItsSheetLeavesNothing() throws {
        try onMain {
            workOff()
            let before = ClosureBoxes.live
            weak var host: SheetHost?
            weak var sheet: ModalSheet?
            try {
                let fixture = SheetFixture(entry(name: "first"))
                (host, sheet) = (fixture.host, fixture.sheet)
                try fixture.sheet.open()
                XCTAssertTrue(work(until: { fixture.sheet.shownPart > 0 }))
                fixture.end()
            }()
            workOff()
            XCTAssertNil(host)
            XCTAssertNil(sheet)
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}

/// Counts the objects that are finalised.
private final class GoneObjects {
    private(set) var number = 0

    func count(_ object: UnsafeMutableRawPointer) {
        g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { data, _ in
                guard let data else { return }
                Unmanaged<GoneObjects>.fromOpaque(data).takeUnretainedValue().number += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
