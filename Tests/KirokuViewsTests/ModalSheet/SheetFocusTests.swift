import CGtk
import CoreTestSupport
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetFocusTests: GtkTestCase {
    func testItEntersAtTheFirstControlThatCanHaveIt() throws {
        try onMain {
            let (first, second) = (entry(name: "first"), entry(name: "second"))
            let content = column()
            content.append(label("text"))
            content.append(first)
            content.append(second)
            first.isSensitive = false
            let fixture = SheetFixture(content)
            try fixture.open()
            XCTAssertTrue(second.hasFocusInWindow)
            try fixture.close()
            first.isSensitive = true
            try fixture.open()
            XCTAssertTrue(first.hasFocusInWindow)
            fixture.end()
        }
    }

    func testItReturnsToTheWidgetItCameFrom() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            XCTAssertTrue(fixture.window.activate())
            for widget in [AnyWidget(fixture.entry), AnyWidget(fixture.button)] {
                widget.grabFocus()
                for _ in 0..<2 {
                    try fixture.open()
                    XCTAssertFalse(widget.hasFocusInWindow)
                    fixture.window.press(GDK_KEY_Tab)
                    try fixture.close()
                    XCTAssertTrue(widget.hasFocus)
                }
            }
            fixture.end()
        }
    }

    func testNothingUnderItCanHaveIt() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            try fixture.sheet.open()
            fixture.button.grabFocus()
            fixture.entry.grabFocusAtEnd()
            XCTAssertTrue(first.hasFocusInWindow)
            let window = fixture.window.object.assumingMemoryBound(to: GtkWindow.self)
            for direction in [GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD, GTK_DIR_DOWN, GTK_DIR_UP] {
                for _ in 0..<6 {
                    gtk_widget_child_focus(fixture.window.pointer, direction)
                    guard let focus = fixture.window.focusInWindow else { continue }
                    XCTAssertTrue(fixture.sheet.surface.holds(focus))
                }
            }
            gtk_window_set_focus(window, nil)
            try fixture.close()
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testAPopoverThatIsNotSeenDoesNotKeepTheFocus() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            XCTAssertTrue(fixture.window.activate())
            let popover = try XCTUnwrap(gtk_popover_new(fixture.button.pointer))
            let item = button("Item")
            gtk_container_add(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), item.pointer)
            gtk_widget_show(item.pointer)
            fixture.entry.grabFocus()
            // As a menu does that turns back to its first page when it has gone.
            item.grabFocus()
            XCTAssertTrue(item.hasFocusInWindow)
            workOff()
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testOpenedFromAPopoverItReturnsToWhereItWasBeforeThePopover() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            XCTAssertTrue(fixture.window.activate())
            let popover = try XCTUnwrap(gtk_popover_new(fixture.button.pointer))
            let item = button("Item") { try? fixture.sheet.open() }
            gtk_container_add(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), item.pointer)
            gtk_widget_show_all(popover)
            item.grabFocus()
            XCTAssertTrue(item.hasFocusInWindow)
            gtk_button_clicked(item.object.assumingMemoryBound(to: GtkButton.self))
            XCTAssertTrue(work(until: { fixture.sheet.state == .open }))
            XCTAssertEqual(gtk_widget_get_mapped(popover), 0)
            XCTAssertNil(gtk_grab_get_current())
            try fixture.close()
            XCTAssertTrue(fixture.entry.hasFocusInWindow)
            fixture.end()
        }
    }

    func testWhereTheWidgetHasGoneItReturnsToTheNearest() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.entry.grabFocus()
            try fixture.open()
            fixture.entry.destroy()
            try fixture.close()
            XCTAssertTrue(fixture.button.hasFocusInWindow)
            fixture.button.isVisible = false
            try fixture.open()
            try fixture.close()
            XCTAssertNil(fixture.window.focusInWindow)
            fixture.end()
        }
    }

    func testAGridsEditingIsCommittedAndTheCursorReturns() throws {
        try onMain {
            let grid = try GridUnderASheet()
            XCTAssertTrue(grid.window.activate())
            let place = CellPosition(record: 1, field: 0)
            grid.grid.go(to: place)
            grid.grid.grabFocus()
            grid.window.press(GDK_KEY_F2)
            grid.grid.editing.editor.entry.text = "77"
            XCTAssertTrue(grid.grid.isEditing)
            try grid.sheet.open()
            XCTAssertTrue(work(until: { grid.sheet.state == .open }))
            XCTAssertFalse(grid.grid.isEditing)
            XCTAssertEqual(grid.document.table[1, 0], .int(77))
            // Keys of the grid do nothing now.
            grid.window.press(GDK_KEY_Down)
            grid.window.press(GDK_KEY_Delete)
            XCTAssertEqual(grid.grid.cursor, place)
            XCTAssertEqual(grid.document.table[1, 0], .int(77))
            grid.window.press(GDK_KEY_Escape)
            XCTAssertTrue(grid.grid.viewport.canvas.hasFocus)
            XCTAssertEqual(grid.grid.cursor, place)
            XCTAssertFalse(grid.grid.isEditing)
            grid.window.press(GDK_KEY_Down)
            XCTAssertEqual(grid.grid.cursor, CellPosition(record: 2, field: 0))
            grid.end()
        }
    }

    func testADragInTheGridEndsWithTheSheet() throws {
        try onMain {
            let grid = try GridUnderASheet()
            let canvas = grid.grid.viewport.canvas
            canvas.point(.press, x: 80, y: 45)
            canvas.point(.drag, x: 120, y: 75)
            let selection = grid.grid.current.selection
            try grid.sheet.open()
            XCTAssertTrue(work(until: { grid.sheet.state == .open }))
            // The release does not come to the grid.
            grid.window.press(GDK_KEY_Escape)
            XCTAssertTrue(work(until: { grid.sheet.state == .closed }))
            canvas.point(.move, x: 150, y: 200)
            XCTAssertEqual(grid.grid.current.selection, selection)
            grid.end()
        }
    }
}

/// A grid in a window, and a sheet over it.
@MainActor
private struct GridUnderASheet {
    let document: Document
    let grid: RecordGrid
    let window: TestWindow
    let sheet: ModalSheet

    init() throws {
        var table = try RecordTable(fieldNames: ["Number", "Text"], fieldTypes: [.int, .string])
        for number in 0..<10 { try table.addRecord([.int(number), .string("text \(number)")]) }
        document = Document(title: "a", inMemory: DocumentContents(table: table))
        grid = RecordGrid(model: document, name: "Cards")
        let host = SheetHost()
        host.setContent(grid.widget)
        sheet = ModalSheet(over: host, name: "Sheet", content: entry(name: "first"))
        window = testWindow(host.widget, width: 500, height: 300)
        grid.grabFocus()
    }

    func end() {
        workOff()
        window.destroy()
        workOff()
    }
}
