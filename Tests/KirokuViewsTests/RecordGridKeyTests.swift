import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridKeyTests: GtkTestCase {
    func testKeysMoveTheCursor() throws {
        try onMain {
            let fixture = try GridFixture()
            let moves: [(Int32, Modifiers, Int, Int)] = [
                (GDK_KEY_Right, [], 0, 1), (GDK_KEY_Down, [], 1, 1), (GDK_KEY_Left, [], 1, 0), (GDK_KEY_Up, [], 0, 0),
                (GDK_KEY_Tab, [], 0, 1), (GDK_KEY_ISO_Left_Tab, .shift, 0, 0), (GDK_KEY_Return, [], 1, 0),
                (GDK_KEY_Return, .shift, 0, 0), (GDK_KEY_End, [], 0, 3), (GDK_KEY_End, .control, 9, 3),
                (GDK_KEY_Home, [], 9, 0), (GDK_KEY_Home, .control, 0, 0), (GDK_KEY_Down, .control, 9, 0),
                (GDK_KEY_Right, .control, 9, 3), (GDK_KEY_Up, .control, 0, 3), (GDK_KEY_Left, .control, 0, 0),
                (GDK_KEY_KP_Down, [], 1, 0),
            ]
            for (key, modifiers, record, field) in moves {
                fixture.window.press(key, modifiers)
                XCTAssertEqual(fixture.grid.cursor, CellPosition(record: record, field: field), "key \(key)")
            }
            fixture.close()
        }
    }

    func testPagesAreAsLongAsTheViewIsHigh() throws {
        try onMain {
            let fixture = try GridFixture(records: 1_000)
            fixture.window.press(GDK_KEY_Page_Down)
            let page = fixture.grid.viewport.layout.pageSize
            XCTAssertGreaterThan(page, 3)
            XCTAssertEqual(fixture.grid.cursor?.record, page)
            fixture.window.press(GDK_KEY_Page_Down)
            fixture.window.press(GDK_KEY_Page_Up)
            XCTAssertEqual(fixture.grid.cursor?.record, page)
            fixture.close()
        }
    }

    func testTabAtTheEndAddsARecord() throws {
        try onMain {
            let fixture = try GridFixture(records: 2)
            fixture.go(1, 3)
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.document.table.count, 3)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0))
            fixture.close()
        }
    }

    func testTypingReplacesTheCell() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 3)
            fixture.window.type("new")
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "new")
            // The arrows leave a cell that was typed into.
            fixture.window.press(GDK_KEY_Left)
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.value(2, 3), .string("new"))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 2))
            fixture.close()
        }
    }

    func testF2EditsTheTextItself() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 3)
            fixture.window.press(GDK_KEY_F2)
            fixture.window.press(GDK_KEY_Home)
            fixture.window.type("a ")
            fixture.window.press(GDK_KEY_Left)
            XCTAssertTrue(fixture.grid.isEditing)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(2, 3), .string("a text 2"))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 3, field: 3))
            fixture.close()
        }
    }

    func testBackspaceOpensTheCellEmptied() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 0)
            fixture.window.press(GDK_KEY_BackSpace)
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "")
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.value(2, 0), .empty)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 1))
            fixture.close()
        }
    }

    func testEscapeTakesBack() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 0)
            fixture.window.type("42")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0))
            // The keys go to the grid again.
            fixture.window.press(GDK_KEY_Down)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 3, field: 0))
            fixture.close()
        }
    }

    func testAltEnterBreaksTheLine() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 3)
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_Return, .alt)
            fixture.window.type("b")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(2, 3), .string("a\nb"))
            fixture.close()
        }
    }

    func testKeysThatAreNoneOfTheGridsGoOn() throws {
        try onMain {
            let fixture = try GridFixture()
            let before = fixture.document.table
            let keys: [(Int32, Modifiers)] = [
                (GDK_KEY_a, .control), (GDK_KEY_a, .alt), (GDK_KEY_F5, []), (GDK_KEY_Shift_L, []),
                (GDK_KEY_Escape, []), (GDK_KEY_Delete, .control),
            ]
            for (key, modifiers) in keys {
                fixture.window.press(key, modifiers)
                XCTAssertFalse(fixture.grid.isEditing)
                XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            }
            XCTAssertEqual(fixture.document.table, before)
            fixture.close()
        }
    }

    func testControlTabLeavesTheGrid() throws {
        try onMain {
            let other = entry(name: "other")
            let fixture = try GridFixture()
            fixture.grid.widget.attach(other, column: 0, row: 5)
            fixture.window.showAll()
            fixture.grid.grabFocus()
            fixture.window.press(GDK_KEY_Tab, .control)
            XCTAssertNotEqual(gtk_widget_is_focus(other.pointer), 0)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            fixture.close()
        }
    }

    // MARK: Pointer

    func testClicksAndDragsSelect() throws {
        try onMain {
            let fixture = try GridFixture()
            let from = fixture.grid.viewport.layout.rectangle(row: 1, field: 0)
            let to = fixture.grid.viewport.layout.rectangle(row: 4, field: 1)
            let canvas = fixture.grid.viewport.canvas
            canvas.point(.press, x: from.x + 3, y: from.y + 3)
            canvas.point(.drag, x: to.x + 3, y: to.y + 3)
            canvas.point(.release, x: to.x + 3, y: to.y + 3)
            XCTAssertEqual(fixture.selectedRows, 1..<5)
            XCTAssertEqual(fixture.selectedFields, 0..<2)
            canvas.click(x: from.x + 3, y: from.y + 3)
            XCTAssertTrue(fixture.grid.current.selection.isSingleCell)
            canvas.click(x: to.x + 3, y: to.y + 3, .shift)
            XCTAssertEqual(fixture.selectedRows, 1..<5)
            fixture.close()
        }
    }

    func testTheRecordNumbersSelectRecords() throws {
        try onMain {
            let fixture = try GridFixture()
            let canvas = fixture.grid.viewport.canvas
            canvas.point(.press, x: 4, y: fixture.grid.viewport.layout.top(of: 4) + 3)
            canvas.point(.drag, x: 4, y: fixture.grid.viewport.layout.top(of: 2) + 3)
            canvas.point(.release, x: 4, y: fixture.grid.viewport.layout.top(of: 2) + 3)
            XCTAssertEqual(fixture.selectedRows, 2..<5)
            XCTAssertEqual(fixture.selectedFields, 0..<4)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 3)
            fixture.close()
        }
    }

    func testADoubleClickEdits() throws {
        try onMain {
            let fixture = try GridFixture()
            let cell = fixture.grid.viewport.layout.rectangle(row: 2, field: 1)
            fixture.grid.viewport.canvas.doubleClick(x: cell.x + 5, y: cell.y + 5)
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.editing.editor.gridCell, CellIndex(row: 2, column: 1))
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "2.5")
            fixture.close()
        }
    }

    func testTheEdgeOfAHeaderChangesTheWidth() throws {
        try onMain {
            let fixture = try GridFixture()
            let header = fixture.grid.viewport.layout.headerRectangle(field: 0)
            let canvas = fixture.grid.viewport.canvas
            canvas.point(.press, x: header.x + header.width, y: 5)
            canvas.point(.drag, x: header.x + header.width + 33, y: 5)
            canvas.point(.release, x: header.x + header.width + 33, y: 5)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[0], header.width + 33)
            XCTAssertEqual(fixture.document.fieldWidths, [FieldID(rawValue: 1): Int(header.width) + 33])
            canvas.point(.press, x: header.x + header.width + 33, y: 5)
            canvas.point(.drag, x: 0, y: 5)
            canvas.point(.release, x: 0, y: 5)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[0], GridLayout.leastColumnWidth)
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }
}
