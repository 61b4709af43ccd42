import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class TileTests: GtkTestCase {
    func testATilesLinesAreItsNameAndDescription() {
        onMain {
            var presses = 0
            let tile = tile("3 Clock", name: "Slot 3: Clock") { presses += 1 }
            let window = testWindow(tile)
            tile.detail = "101"
            XCTAssertEqual(tile.title, "3 Clock")
            XCTAssertEqual(tile.accessibleName, "Slot 3: Clock")
            let description = atk_object_get_description(gtk_widget_get_accessible(tile.pointer))
            XCTAssertEqual(description.map { String(cString: $0) }, "101")
            gtk_button_clicked(tile.cast(to: GtkButton.self))
            XCTAssertEqual(presses, 1)
            window.destroy()
        }
    }
}
