import CGtk
import GtkKit
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridShortcutTests: GtkTestCase {
    func testTheGridTakesEveryKeyThatIsListed() throws {
        try onMain {
            let opensMenu = ["Menu", "<Shift>F10", "<Alt>Down"]
            for key in RecordGrid.shortcuts.flatMap(\.shortcuts).flatMap(\.keys) {
                let fixture = try GridFixture()
                fixture.grid.onFilter = { _, _ in }
                XCTAssertTrue(fixture.window.activate())
                fixture.go(3, 1)
                let take = try XCTUnwrap(fixture.grid.viewport.canvas.onKey)
                var isTaken = false
                fixture.grid.viewport.canvas.onKey = { event in
                    isTaken = take(event)
                    return isTaken
                }
                var code: guint = 0
                var modifiers = GdkModifierType(rawValue: 0)
                gtk_accelerator_parse(key, &code, &modifiers)
                fixture.window.press(Int32(bitPattern: code), Modifiers(rawValue: modifiers.rawValue))
                XCTAssertTrue(isTaken, key)
                if opensMenu.contains(key) {
                    XCTAssertTrue(work(until: { openMenu() != nil }), key)
                    closeMenu()
                }
                fixture.close()
            }
        }
    }
}
