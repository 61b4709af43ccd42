import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridAccessibleTests: GtkTestCase {
    func testTheTableIsReadCellByCell() throws {
        try onMain {
            let fixture = try GridFixture()
            let table = fixture.table
            XCTAssertEqual(fixture.grid.viewport.canvas.accessibleName, "Cards")
            XCTAssertEqual(table.rowCount, 10)
            XCTAssertEqual(table.columnCount, 4)
            XCTAssertEqual((0..<4).map(table.columnTitle), ["Number", "Rate", "Done", "Text"])
            XCTAssertEqual(
                (0..<4).map { table.cell(at: CellIndex(row: 3, column: $0)).text }, ["3", "3.5", "true", "text 3"])
            fixture.close()
        }
    }

    func testThePlusRowIsAButtonOfTheTable() throws {
        try onMain {
            let fixture = try GridFixture(records: 3)
            XCTAssertEqual(fixture.table.buttonTitle, "New Record")
            let plus = CellIndex(row: 3, column: 0)
            XCTAssertEqual(fixture.table.rectangle(of: plus), fixture.grid.viewport.layout.addRowRectangle)
            let accessible = gtk_widget_get_accessible(fixture.grid.viewport.canvas.pointer)
            XCTAssertEqual(atk_object_get_n_accessible_children(accessible), 4 * 4 + 1)
            let button = atk_object_ref_accessible_child(accessible, 16)
            XCTAssertEqual(atk_object_get_role(button), ATK_ROLE_PUSH_BUTTON)
            XCTAssertEqual(atk_object_get_name(button).map { String(cString: $0) }, "New Record")
            g_object_unref(button)
            fixture.table.activate(plus)
            XCTAssertEqual(fixture.document.table.count, 4)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 3, field: 0))
            fixture.close()
            let readOnly = try GridFixture(isReadOnly: true)
            XCTAssertNil(readOnly.table.buttonTitle)
            readOnly.close()
        }
    }

    func testCellsTellTheirKindAndState() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("", 0, 2)
            fixture.enter("abc", 1, 0)
            fixture.enter("maybe", 2, 2)
            let cells = [(0, 0), (0, 2), (1, 0), (1, 2), (2, 2), (4, 2)].map {
                fixture.table.cell(at: CellIndex(row: $0.0, column: $0.1))
            }
            XCTAssertEqual(cells.map(\.kind), [.text, .checkBox(nil), .text, .checkBox(true), .text, .checkBox(false)])
            XCTAssertEqual(cells.map(\.text), ["0", "", "abc", "true", "maybe", "false"])
            XCTAssertEqual(cells.map(\.isInvalid), [false, false, true, false, true, false])
            XCTAssertEqual(cells[2].description, "“abc” is not a whole number.")
            XCTAssertEqual(cells[4].description, "“maybe” is not true or false.")
            XCTAssertTrue(cells.allSatisfy(\.isEditable))
            fixture.close()
        }
    }

    func testCellsOfAReadOnlyDocumentAreNotEditable() throws {
        try onMain {
            let fixture = try GridFixture(isReadOnly: true)
            XCTAssertFalse(fixture.table.cell(at: CellIndex(row: 0, column: 0)).isEditable)
            fixture.close()
        }
    }

    func testAVeryLongTextIsReadInPart() throws {
        try onMain {
            let fixture = try GridFixture()
            let long = String(repeating: "日本\0", count: 100_000)
            try fixture.document.setCells([CellEdit(record: 0, field: 3, value: .string(long))])
            let text = fixture.table.cell(at: CellIndex(row: 0, column: 3)).text
            XCTAssertTrue((9_900...10_100).contains(text.replacing("␀", with: "0").utf8.count))
            XCTAssertFalse(text.contains("\0"))
            fixture.close()
        }
    }

    func testSelectionAndFocusAreTold() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 1)
            fixture.window.press(GDK_KEY_Down, .shift)
            XCTAssertEqual(fixture.table.focusedCell, CellIndex(row: 3, column: 1))
            XCTAssertTrue(fixture.table.isSelected(CellIndex(row: 2, column: 1)))
            XCTAssertTrue(fixture.table.isSelected(CellIndex(row: 3, column: 1)))
            XCTAssertFalse(fixture.table.isSelected(CellIndex(row: 3, column: 0)))
            XCTAssertFalse(fixture.table.isSelected(CellIndex(row: 4, column: 1)))
            fixture.close()
        }
    }

    func testCellsAreFoundWhereTheyAre() throws {
        try onMain {
            let fixture = try GridFixture(records: 1_000)
            for index in [CellIndex(row: 0, column: 0), CellIndex(row: 3, column: 2), CellIndex(row: -1, column: 1)] {
                let place = try XCTUnwrap(fixture.table.rectangle(of: index))
                let found = fixture.table.cell(atX: place.x + place.width / 2, y: place.y + place.height / 2)
                XCTAssertEqual(found, index)
            }
            XCTAssertNil(fixture.table.cell(atX: 3, y: 100))
            XCTAssertNil(fixture.table.rectangle(of: CellIndex(row: 900, column: 0)))
            XCTAssertNil(fixture.table.rectangle(of: CellIndex(row: 1_000, column: 1)))
            XCTAssertNil(fixture.table.rectangle(of: CellIndex(row: 0, column: 4)))
            fixture.go(900, 0)
            XCTAssertNotNil(fixture.table.rectangle(of: CellIndex(row: 900, column: 0)))
            XCTAssertNil(fixture.table.rectangle(of: CellIndex(row: 0, column: 0)))
            fixture.close()
        }
    }

    func testACellIsFocusedAndActivated() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(0, 0, typing: "42")
            fixture.table.focus(CellIndex(row: 5, column: 1))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 5, field: 1))
            XCTAssertEqual(fixture.value(0, 0), .int(42))
            fixture.table.activate(CellIndex(row: 5, column: 3))
            XCTAssertEqual(fixture.grid.editing.editor.gridCell, CellIndex(row: 5, column: 3))
            fixture.table.activate(CellIndex(row: 5, column: 2))
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.value(5, 2), .bool(false))
            for index in [CellIndex(row: -1, column: 0), CellIndex(row: 10, column: 0)] {
                fixture.table.activate(index)
                XCTAssertFalse(fixture.grid.isEditing)
            }
            fixture.close()
        }
    }

    func testTheBusSeesTheSame() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("abc", 1, 0)
            let accessible = try XCTUnwrap(gtk_widget_get_accessible(fixture.grid.viewport.canvas.pointer))
            let cell = try XCTUnwrap(atk_table_ref_at(OpaquePointer(accessible), 1, 0))
            XCTAssertEqual(String(cString: atk_object_get_name(cell)), "abc")
            XCTAssertEqual(String(cString: atk_object_get_description(cell)), "“abc” is not a whole number.")
            let states = atk_object_ref_state_set(cell)
            XCTAssertNotEqual(atk_state_set_contains_state(states, ATK_STATE_INVALID_ENTRY), 0)
            g_object_unref(UnsafeMutableRawPointer(states))
            g_object_unref(cell)
            fixture.close()
        }
    }

    func testDrawingMeetsEveryKindOfCell() throws {
        try onMain {
            let fixture = try GridFixture(records: 1_000)
            fixture.enter("abc", 1, 0)
            fixture.enter("maybe", 2, 2)
            fixture.enter("a\nb\tc", 0, 3)
            fixture.window.press(GDK_KEY_Up, .shift)
            var drawings = 0
            let draw = fixture.grid.viewport.canvas.onDraw
            fixture.grid.viewport.canvas.onDraw = { painter in
                drawings += 1
                draw?(painter)
            }
            fixture.grid.viewport.canvas.redraw()
            XCTAssertTrue(work(until: { drawings > 0 }))
            fixture.close()
        }
    }
}
