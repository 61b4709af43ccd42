import CGtk
import GtkKit
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetAccessibleTests: GtkTestCase {
    func testAScreenReaderMeetsAModalDialogWithAName() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.open()
            let surface = accessible(fixture.sheet.surface)
            XCTAssertEqual(atk_object_get_role(surface), ATK_ROLE_DIALOG)
            XCTAssertEqual(fixture.sheet.surface.accessibleName, "Sheet")
            XCTAssertTrue(has(ATK_STATE_MODAL, fixture.sheet.surface))
            XCTAssertTrue(has(ATK_STATE_SHOWING, fixture.sheet.surface))
            XCTAssertEqual(fixture.sheet.parts.cancel.accessibleName, "Cancel")
            XCTAssertEqual(fixture.sheet.parts.ok.accessibleName, "OK")
            fixture.sheet.setCaptions(cancel: "Cancel", ok: "_Register")
            XCTAssertEqual(fixture.sheet.parts.ok.accessibleName, "Register")
            fixture.sheet.setName("シート")
            XCTAssertEqual(fixture.sheet.surface.accessibleName, "シート")
            XCTAssertTrue(isInTree(fixture.sheet.surface, of: fixture.window))
            try fixture.close()
            XCTAssertFalse(isInTree(fixture.sheet.surface, of: fixture.window))
            fixture.end()
        }
    }

    func testTheRestOfTheWindowCannotBeOperatedByAScreenReader() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let under = [AnyWidget(fixture.entry), AnyWidget(fixture.button)]
            for widget in under { XCTAssertTrue(has(ATK_STATE_SENSITIVE, widget)) }
            try fixture.sheet.open()
            for widget in under {
                XCTAssertFalse(has(ATK_STATE_SENSITIVE, widget))
                XCTAssertFalse(has(ATK_STATE_ENABLED, widget))
                atk_component_grab_focus(OpaquePointer(accessible(widget)))
                XCTAssertFalse(widget.hasFocusInWindow)
            }
            XCTAssertEqual(atk_action_do_action(OpaquePointer(accessible(fixture.button)), 0), 0)
            workOff()
            XCTAssertEqual(fixture.pressed.count(of: "under"), 0)
            try fixture.sheet.close()
            for widget in under { XCTAssertTrue(has(ATK_STATE_SENSITIVE, widget)) }
            fixture.end()
        }
    }

    func testWhereNothingCanHaveTheFocusTheDialogItselfHasIt() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            XCTAssertTrue(fixture.sheet.surface.hasFocus)
            XCTAssertTrue(has(ATK_STATE_FOCUSED, fixture.sheet.surface))
            fixture.end()
        }
    }

    func testATextThatIsLargerThanItsRoomCanBeScrolledByKey() throws {
        try onMain {
            let large = label("text")
            gtk_widget_set_size_request(large.pointer, 100, 2_000)
            let fixture = SheetFixture(large)
            try fixture.open()
            XCTAssertTrue(fixture.sheet.parts.content.hasFocusInWindow)
            fixture.window.press(GDK_KEY_Page_Down)
            XCTAssertTrue(work(until: { large.frame(in: fixture.window).y < 0 }))
            fixture.end()
        }
    }

    func testWhatGetsTheFocusIsScrolledIntoSight() throws {
        try onMain {
            let content = column(spacing: 100)
            let entries = (0..<20).map { entry(name: "\($0)") }
            for entry in entries { content.append(entry) }
            let fixture = SheetFixture(content)
            try fixture.open()
            for _ in 0..<12 { fixture.window.press(GDK_KEY_Tab) }
            XCTAssertTrue(entries[12].hasFocusInWindow)
            let room = fixture.sheet.parts.content.frame(in: fixture.window)
            XCTAssertTrue(
                work(until: {
                    let frame = entries[12].frame(in: fixture.window)
                    return frame.y >= room.y && frame.maxY <= room.maxY
                }))
            fixture.end()
        }
    }
}

@MainActor
private func accessible(_ widget: some Widget) -> UnsafeMutablePointer<AtkObject>? {
    gtk_widget_get_accessible(widget.pointer)
}

@MainActor
private func has(_ state: AtkStateType, _ widget: some Widget) -> Bool {
    guard let states = atk_object_ref_state_set(accessible(widget)) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(states)) }
    return atk_state_set_contains_state(states, state) != 0
}

/// Whether a screen reader that looks at the whole window meets the widget.
@MainActor
private func isInTree(_ widget: some Widget, of window: some Widget) -> Bool {
    let wanted = accessible(widget)
    func search(_ object: UnsafeMutablePointer<AtkObject>?) -> Bool {
        if object == wanted { return true }
        return (0..<atk_object_get_n_accessible_children(object)).contains { index in
            let child = atk_object_ref_accessible_child(object, index)
            defer { if let child { g_object_unref(UnsafeMutableRawPointer(child)) } }
            return search(child)
        }
    }
    return search(accessible(window))
}
