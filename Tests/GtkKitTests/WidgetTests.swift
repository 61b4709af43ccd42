import CGtk
import Geometry
import TestSupport
import XCTest

@testable import GtkKit

final class WidgetTests: GtkTestCase {
    func testALabelsTextIsItsAccessibleName() {
        onMain {
            let made = label("Hello", role: .error)
            let window = testWindow(made)
            XCTAssertEqual(made.text, "Hello")
            XCTAssertEqual(made.accessibleName, "Hello")
            let context = gtk_widget_get_style_context(made.pointer)
            XCTAssertNotEqual(gtk_style_context_has_class(context, "kiroku-error"), 0)
            window.destroy()
        }
    }

    func testAnIconButtonHasAName() {
        onMain {
            let made = iconButton("list-add-symbolic", name: "Add record")
            let window = testWindow(made)
            XCTAssertEqual(made.accessibleName, "Add record")
            window.destroy()
        }
    }

    func testWhatIsGreySaysWhy() {
        onMain {
            let made = iconButton("list-add-symbolic", name: "Add record", tooltip: "Add record (Ctrl+N)")
            let window = testWindow(made)
            made.setSensitive(unless: "It is full.")
            XCTAssertFalse(made.isSensitive)
            XCTAssertEqual(tooltip(of: made), "Add record (Ctrl+N)\nIt is full.")
            XCTAssertEqual(made.accessibleDescription, "Add record (Ctrl+N)\nIt is full.")
            made.setTooltip("Add (Ctrl+N)")
            made.setSensitive(unless: "It is closed.")
            XCTAssertEqual(tooltip(of: made), "Add (Ctrl+N)\nIt is closed.")
            made.setSensitive(unless: nil)
            XCTAssertTrue(made.isSensitive)
            XCTAssertEqual(tooltip(of: made), "Add (Ctrl+N)")
            XCTAssertEqual(made.accessibleDescription, "Add (Ctrl+N)")
            window.destroy()
        }
    }

    func testADescriptionGivesWayToTheReason() {
        onMain {
            let made = button("Print")
            let window = testWindow(made)
            made.accessibleDescription = "Ctrl+P"
            made.setDisabledReason("There is no paper.")
            XCTAssertEqual(tooltip(of: made), "There is no paper.")
            XCTAssertEqual(made.accessibleDescription, "There is no paper.")
            made.setDisabledReason(nil)
            XCTAssertNil(tooltip(of: made))
            XCTAssertEqual(made.accessibleDescription, "Ctrl+P")
            window.destroy()
        }
    }

    func testAnEntryEditsAtItsCursor() {
        onMain {
            let made = entry(name: "Name")
            let window = testWindow(made)
            made.text = "ab"
            made.grabFocusAtEnd()
            made.insertAtCursor("\n記")
            XCTAssertEqual(made.text, "ab\n記")
            made.grabFocusSelectingAll()
            made.insertAtCursor("x")
            XCTAssertEqual(made.text, "x")
            XCTAssertEqual(made.accessibleName, "Name")
            window.destroy()
        }
    }

    func testAScrollBarKeepsItsOffsetInRange() {
        onMain {
            let made = verticalScrollBar()
            let window = testWindow(made)
            made.setExtent(whole: 1_000, visible: 100, step: 10)
            made.offset = 5_000
            XCTAssertEqual(made.offset, 900)
            made.setExtent(whole: 500, visible: 100, step: 10)
            XCTAssertEqual(made.offset, 400)
            made.setExtent(whole: 50, visible: 100, step: 10)
            XCTAssertEqual(made.offset, 0)
            window.destroy()
        }
    }

    func testAProgressBarStaysBetweenNothingAndAll() {
        onMain {
            let made = progressBar(name: "Progress")
            let window = testWindow(made)
            made.fraction = 3
            XCTAssertEqual(made.fraction, 1)
            made.fraction = -1
            XCTAssertEqual(made.fraction, 0)
            window.destroy()
        }
    }

    func testAnOverlayAsksWhereItsChildIs() {
        onMain {
            let base = Canvas(name: "base")
            let made = overlay(base)
            let child = entry(name: "child")
            made.add(child) { Rectangle(x: 30, y: 40, width: 120, height: 50) }
            let window = testWindow(made)
            var x: Int32 = 0
            var y: Int32 = 0
            gtk_widget_translate_coordinates(child.pointer, made.pointer, 0, 0, &x, &y)
            let width = gtk_widget_get_allocated_width(child.pointer)
            let height = gtk_widget_get_allocated_height(child.pointer)
            XCTAssertEqual([x, y, width, height], [30, 40, 120, 50])
            window.destroy()
        }
    }

    func testAHeaderBarShowsTitleAndSubtitle() {
        onMain {
            let made = headerBar()
            let window = testWindow(made)
            made.title = "Kiroku"
            made.subtitle = "1 record · Saved"
            XCTAssertEqual(made.title, "Kiroku")
            XCTAssertEqual(made.subtitle, "1 record · Saved")
            window.destroy()
        }
    }
}

@MainActor
private func tooltip(of widget: some Widget) -> String? {
    gtk_widget_get_tooltip_text(widget.pointer).map { text in
        defer { g_free(text) }
        return String(cString: text)
    }
}
