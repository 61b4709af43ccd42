import CGtk
import GtkKit
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetPointerTests: GtkTestCase {
    func testNoClickScrollOrMovementReachesWhatIsUnderIt() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            let window = fixture.window
            for signal in ["button-press-event", "button-release-event", "scroll-event", "motion-notify-event"] {
                for widget in [AnyWidget(fixture.entry), AnyWidget(fixture.button), AnyWidget(window)] {
                    Signals.connectEvent(widget.object, signal) { _ in
                        fixture.pressed.add(signal)
                        return false
                    }
                }
            }
            let middle = fixture.button.frame(in: window)
            XCTAssertTrue(window.isPointing(x: middle.x + 5, y: middle.y + 5, at: fixture.button))
            // From the call on, also where the sheet has not come to yet.
            try fixture.sheet.setSlideTime(5)
            try fixture.sheet.open()
            fixture.host.widget.layOutWindow()
            XCTAssertEqual(fixture.sheet.surface.frame(in: window).y, 480)
            for _ in 0..<2 {
                XCTAssertFalse(window.isPointing(x: middle.x + 5, y: middle.y + 5, at: fixture.button))
                window.clickAndScroll(x: middle.x + 5, y: middle.y + 5)
                withSetting("gtk-enable-animations", false) {
                    XCTAssertTrue(work(until: { fixture.sheet.state == .open }))
                }
                workOff()
            }
            XCTAssertEqual(fixture.pressed.names, [])
            try fixture.sheet.setSlideTime(0.1)
            try fixture.close()
            XCTAssertTrue(window.isPointing(x: middle.x + 5, y: middle.y + 5, at: fixture.button))
            fixture.end()
        }
    }

    func testAClickOnTheFreeSurfaceLeavesTheSheetOpenAndTheFocusWhereItIs() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            try fixture.open()
            fixture.window.clickAndScroll(x: 10, y: 300)
            XCTAssertEqual(fixture.sheet.state, .open)
            XCTAssertTrue(first.hasFocusInWindow)
            fixture.end()
        }
    }

    func testTheButtonsDoWhatTheySay() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.sheet.onOK = { fixture.pressed.add("ok") }
            fixture.sheet.onCancel = { fixture.pressed.add("cancel") }
            try fixture.open()
            fixture.window.click(on: fixture.sheet.parts.ok)
            XCTAssertEqual(fixture.sheet.state, .open)
            fixture.window.click(on: fixture.sheet.parts.cancel)
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertEqual(fixture.pressed.names, ["ok", "cancel", "closed"])
            fixture.end()
        }
    }

    func testOnItsWayDownItsButtonsAndContentDoNothing() throws {
        try onMain {
            let counter = Counter()
            let inside = button("_Inside") { counter.add("inside") }
            let fixture = SheetFixture(inside)
            fixture.sheet.onOK = {
                counter.add("ok")
                try? fixture.sheet.close()
            }
            fixture.sheet.onCancel = { counter.add("cancel") }
            try fixture.open()
            fixture.window.click(on: fixture.sheet.parts.ok)
            XCTAssertEqual(counter.names, ["ok"])
            // The second click of a double click.
            for widget in [fixture.sheet.parts.ok, fixture.sheet.parts.cancel] as [any Widget] + [inside] {
                fixture.window.click(on: widget)
            }
            let window = fixture.window.object.assumingMemoryBound(to: GtkWindow.self)
            XCTAssertEqual(gtk_window_mnemonic_activate(window, guint(GDK_KEY_i), GDK_MOD1_MASK), 0)
            XCTAssertEqual(counter.names, ["ok"])
            XCTAssertTrue(work(until: { fixture.sheet.state == .closed }))
            fixture.end()
        }
    }

    func testCancelMayCloseTheSheetItself() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.sheet.onCancel = { try? fixture.sheet.close() }
            try fixture.open()
            let said = reports { fixture.window.click(on: fixture.sheet.parts.cancel) }
            XCTAssertEqual(said, [])
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    func testNothingCanBeDroppedThroughIt() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            try fixture.open()
            let window = try XCTUnwrap(gtk_widget_get_window(fixture.window.pointer))
            let drag = try XCTUnwrap(gdk_drag_begin(window, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(drag)) }
            for layer in [AnyWidget(fixture.sheet.surface), fixture.sheet.shield] {
                XCTAssertTrue(emit("drag-motion", of: drag, on: layer))
                XCTAssertEqual(gdk_drag_context_get_selected_action(drag).rawValue, 0)
                XCTAssertFalse(emit("drag-motion", of: drag, on: fixture.host.widget))
                XCTAssertTrue(emit("drag-drop", of: drag, on: layer))
            }
            fixture.end()
        }
    }
}

extension TestWindow {
    /// Whether the pointer is on this widget when it is at a place of the window.
    fileprivate func isPointing(x: Double, y: Double, at widget: some Widget) -> Bool {
        self.widget(atX: x, y: y)?.pointer == widget.pointer
    }
}

/// Has a drag come to a widget, or end there; returns whether the widget deals with it.
@MainActor
private func emit(_ signal: String, of drag: OpaquePointer, on widget: some Widget) -> Bool {
    var values = (0..<5).map { _ in GValue() }
    g_value_init(&values[0], gtk_widget_get_type())
    g_value_set_object(&values[0], widget.object)
    g_value_init(&values[1], gdk_drag_context_get_type())
    g_value_set_object(&values[1], UnsafeMutableRawPointer(drag))
    for index in 2...3 { g_value_init(&values[index], g_type_from_name("gint")) }
    g_value_init(&values[4], g_type_from_name("guint"))
    var result = GValue()
    g_value_init(&result, g_type_from_name("gboolean"))
    g_signal_emitv(&values, g_signal_lookup(signal, gtk_widget_get_type()), 0, &result)
    defer { for index in values.indices { g_value_unset(&values[index]) } }
    return g_value_get_boolean(&result) != 0
}
