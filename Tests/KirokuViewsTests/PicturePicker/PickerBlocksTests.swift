import CGtk
import Geometry
import GtkKit
import TestSupport
import XCTest

@testable import KirokuViews

/// A narrow picker, with one block in sight.
final class PickerBlocksTests: GtkTestCase {
    func testOneBlockIsInSightWhereThereIsLittleRoom() throws {
        try onMain {
            let fixture = try PickerFixture(width: 500)
            XCTAssertTrue(work(until: { fixture.picker.items.count == 4 && fixture.picker.showsOneBlock }))
            XCTAssertEqual(shown(fixture), [.items])
            XCTAssertTrue(fixture.picker.backButton.isVisible)
            XCTAssertEqual(fixture.picker.titleLabel.text, "Pictures · pictures")
            gtk_button_clicked(fixture.picker.backButton.object.assumingMemoryBound(to: GtkButton.self))
            XCTAssertEqual(shown(fixture), [.albums])
            XCTAssertFalse(fixture.picker.backButton.isVisible)
            XCTAssertFalse(fixture.picker.filter.isVisible)
            XCTAssertEqual(fixture.picker.titleLabel.text, "Pictures · Albums")
            fixture.close()
        }
    }

    func testWithTheKeyboardOneGoesOnAndBack() throws {
        try onMain {
            let fixture = try PickerFixture(width: 500)
            XCTAssertTrue(work(until: { fixture.picker.items.count == 4 && fixture.picker.showsOneBlock }))
            XCTAssertTrue(fixture.window.activate())
            fixture.picker.grabFocus()
            fixture.window.press(GDK_KEY_Right, [.alt])
            XCTAssertEqual(shown(fixture), [.items], "no picture is chosen yet")
            fixture.window.press(GDK_KEY_Home)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(shown(fixture), [.preview])
            XCTAssertTrue(fixture.picker.preview.canvas.hasFocus)
            XCTAssertEqual(fixture.picker.titleLabel.text, "Pictures · a.png")
            fixture.window.press(GDK_KEY_Left, [.alt])
            XCTAssertTrue(fixture.picker.itemView.canvas.hasFocus)
            fixture.window.press(GDK_KEY_Left, [.alt])
            XCTAssertEqual(shown(fixture), [.albums])
            XCTAssertTrue(fixture.picker.albumView.canvas.hasFocus)
            fixture.window.press(GDK_KEY_Down)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(shown(fixture), [.items])
            XCTAssertTrue(work(until: { fixture.names == ["c.png"] }))
            fixture.close()
        }
    }

    func testAClickGoesOn() throws {
        try onMain {
            let fixture = try PickerFixture(width: 500)
            XCTAssertTrue(work(until: { fixture.picker.items.count == 4 && fixture.picker.showsOneBlock }))
            gtk_button_clicked(fixture.picker.backButton.object.assumingMemoryBound(to: GtkButton.self))
            click(fixture.picker.albumView, 0)
            XCTAssertEqual(shown(fixture), [.items])
            click(fixture.picker.itemView, 1)
            XCTAssertEqual(shown(fixture), [.preview])
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b2.png")
            fixture.picker.clearChoice()
            XCTAssertEqual(shown(fixture), [.items], "there is nothing more to see of a picture that has gone")
            fixture.close()
        }
    }

    func testEnterOnAPictureIsForTheProgramIfItWantsThat() throws {
        try onMain {
            let fixture = try PickerFixture(width: 500)
            XCTAssertTrue(work(until: { fixture.picker.items.count == 4 && fixture.picker.showsOneBlock }))
            var count = 0
            fixture.picker.onActivate = { count += 1 }
            XCTAssertTrue(fixture.window.activate())
            fixture.picker.grabFocus()
            fixture.window.press(GDK_KEY_Home)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(count, 1)
            XCTAssertEqual(shown(fixture), [.items])
            fixture.window.press(GDK_KEY_Right, [.alt])
            XCTAssertEqual(shown(fixture), [.preview])
            fixture.close()
        }
    }

    func testAllBlocksComeBackWithTheRoom() throws {
        try onMain {
            let fixture = try PickerFixture(width: 500)
            XCTAssertTrue(work(until: { fixture.picker.items.count == 4 && fixture.picker.showsOneBlock }))
            gtk_window_resize(fixture.window.object.assumingMemoryBound(to: GtkWindow.self), 900, 400)
            XCTAssertTrue(work(until: { !fixture.picker.showsOneBlock }))
            XCTAssertEqual(shown(fixture), [.albums, .items, .preview])
            XCTAssertFalse(fixture.picker.backButton.isVisible)
            XCTAssertEqual(fixture.picker.titleLabel.text, "Pictures · pictures")
            fixture.close()
        }
    }
}

@MainActor
private func shown(_ fixture: PickerFixture) -> [PickerBlock] {
    let picker = fixture.picker
    let widgets = [
        AnyWidget(picker.albumView.widget), AnyWidget(picker.itemView.widget), AnyWidget(picker.previewPane),
    ]
    return zip(PickerBlock.allCases, widgets).filter { $0.1.isVisible }.map(\.0)
}

@MainActor
private func click(_ view: TileView, _ index: Int) {
    XCTAssertTrue(work(until: { gdk_window_is_viewable(gtk_widget_get_window(view.canvas.pointer)) != 0 }))
    guard let place = view.rectangle(of: CellIndex(row: index, column: 0)) else { return XCTFail("no tile") }
    view.canvas.click(x: place.x + 5, y: place.y + 5)
}
