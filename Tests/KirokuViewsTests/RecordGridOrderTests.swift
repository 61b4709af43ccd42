import CGtk
import CoreTestSupport
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// Records that are moved, inserted and duplicated.
final class RecordGridOrderTests: GtkTestCase {
    func testTheKeysMoveTheSelectedRecords() throws {
        try onMain {
            let fixture = try GridFixture(records: 5)
            fixture.go(1, 3)
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            XCTAssertEqual(fixture.texts(0), ["0", "2", "1", "3", "4"])
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 3), "the cursor went along")
            XCTAssertEqual(fixture.document.undoTitle, .moveRecords(1))
            fixture.window.press(GDK_KEY_Up, [.alt, .shift])
            fixture.window.press(GDK_KEY_Up, [.alt, .shift])
            fixture.window.press(GDK_KEY_Up, [.alt, .shift])
            XCTAssertEqual(fixture.texts(0), ["1", "0", "2", "3", "4"], "the first one goes no higher")
            for _ in 0..<3 { fixture.grid.undo() }
            XCTAssertEqual(fixture.texts(0), ["0", "1", "2", "3", "4"])
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testSeveralRecordsStayTogetherAndSelected() throws {
        try onMain {
            let fixture = try GridFixture(records: 6)
            fixture.go(1, 0)
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.window.press(GDK_KEY_space, .shift)
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            XCTAssertEqual(fixture.texts(0), ["0", "3", "4", "1", "2", "5"])
            XCTAssertEqual(fixture.selectedRows, 3..<5)
            XCTAssertEqual(fixture.grid.current.selection.extent, .records)
            fixture.close()
        }
    }

    func testDraggingTheNumbersMovesTheRecords() throws {
        try onMain {
            let fixture = try GridFixture(records: 6)
            let (layout, canvas) = (fixture.grid.viewport.layout, fixture.grid.viewport.canvas)
            let rows = (0..<6).map { layout.gutterRectangle(row: $0) }
            canvas.click(x: 10, y: rows[1].y + 12)
            canvas.click(x: 10, y: rows[2].y + 12, .shift)
            XCTAssertEqual(fixture.selectedRows, 1..<3)
            canvas.point(.press, x: 10, y: rows[1].y + 12)
            canvas.point(.drag, x: 10, y: rows[2].y + 4)
            canvas.point(.drag, x: 10, y: rows[4].y + rows[4].height - 4)
            XCTAssertEqual(fixture.grid.pointer.drag, .movingRecords(gap: 5))
            canvas.redraw()
            workOff()
            canvas.point(.release, x: 10, y: rows[4].y + rows[4].height - 4)
            XCTAssertEqual(fixture.texts(0), ["0", "3", "4", "1", "2", "5"])
            XCTAssertEqual(fixture.selectedRows, 3..<5)
            XCTAssertEqual(fixture.document.undoTitle, .moveRecords(2))
            fixture.close()
        }
    }

    func testAClickOnASelectedNumberSelectsThatRecordAlone() throws {
        try onMain {
            let fixture = try GridFixture(records: 6)
            let (layout, canvas) = (fixture.grid.viewport.layout, fixture.grid.viewport.canvas)
            canvas.click(x: 10, y: layout.top(of: 1) + 12)
            canvas.click(x: 10, y: layout.top(of: 3) + 12, .shift)
            canvas.click(x: 10, y: layout.top(of: 2) + 12)
            XCTAssertEqual(fixture.selectedRows, 2..<3)
            // From a number that is not selected, a drag selects.
            canvas.point(.press, x: 10, y: layout.top(of: 0) + 12)
            canvas.point(.drag, x: 10, y: layout.top(of: 4) + 12)
            canvas.point(.release, x: 10, y: layout.top(of: 4) + 12)
            XCTAssertEqual(fixture.selectedRows, 0..<5)
            XCTAssertEqual(fixture.texts(0), ["0", "1", "2", "3", "4", "5"])
            fixture.close()
        }
    }

    func testEscEndsADrag() throws {
        try onMain {
            let fixture = try GridFixture(records: 6)
            let (layout, canvas) = (fixture.grid.viewport.layout, fixture.grid.viewport.canvas)
            canvas.click(x: 10, y: layout.top(of: 1) + 12)
            canvas.point(.press, x: 10, y: layout.top(of: 1) + 12)
            canvas.point(.drag, x: 10, y: layout.top(of: 4) + 12)
            fixture.window.press(GDK_KEY_Escape)
            canvas.point(.release, x: 10, y: layout.top(of: 4) + 12)
            XCTAssertEqual(fixture.texts(0), ["0", "1", "2", "3", "4", "5"])
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testSortedRecordsAreNotMovedAndThatIsSaid() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id, isDescending: true)])
            XCTAssertTrue(fixture.waitUntilArranged())
            fixture.go(2, 0)
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            XCTAssertEqual(fixture.texts(0), ["3", "2", "1", "0"])
            XCTAssertEqual(fixture.message?.text.contains("sorted"), true)
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testAmongFoundRecordsOneGoesPastThoseThatAreNotShown() throws {
        try onMain {
            let fixture = try GridFixture(records: 8)
            fixture.grid.show(records: [1, 4, 6])
            XCTAssertTrue(fixture.waitUntilArranged())
            fixture.go(1, 0)
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            XCTAssertEqual(fixture.texts(0), ["4", "1", "6"])
            XCTAssertEqual(fixture.message?.text, "Moved past 2 hidden records.")
            XCTAssertEqual((0..<8).map { fixture.value($0, 0) }, [0, 2, 3, 4, 1, 5, 6, 7].map { .int($0) })
            fixture.grid.undo()
            XCTAssertEqual(fixture.texts(0), ["1", "4", "6"])
            fixture.close()
        }
    }

    func testARecordIsInsertedAboveOrBelow() throws {
        try onMain {
            let fixture = try GridFixture(records: 3)
            fixture.go(1, 3)
            fixture.grid.insertRecord(above: true)
            XCTAssertEqual(fixture.texts(0), ["0", "", "1", "2"])
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 1, field: 0))
            fixture.window.type("7")
            fixture.grid.commitEditing()
            fixture.grid.insertRecord(above: false)
            XCTAssertEqual(fixture.texts(0), ["0", "7", "", "1", "2"])
            fixture.go(4, 0)
            fixture.grid.insertRecord(above: false)
            XCTAssertEqual(fixture.texts(0), ["0", "7", "", "1", "2", ""])
            XCTAssertEqual(fixture.grid.cursorRow, 5)
            fixture.close()
        }
    }

    func testAmongSortedRecordsOneIsInsertedBesideTheCursorAndThatIsSaid() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id, isDescending: true)])
            XCTAssertTrue(fixture.waitUntilArranged())
            fixture.go(2, 0)
            fixture.grid.insertRecord(above: false)
            XCTAssertEqual(fixture.texts(0), ["3", "2", "", "1", "0"])
            XCTAssertEqual(fixture.message?.text, "It stays here until the records are sorted again.")
            XCTAssertEqual(fixture.grid.cursorRow, 2)
            fixture.grid.undo()
            fixture.grid.redo()
            XCTAssertEqual(fixture.texts(0), ["3", "2", "", "1", "0"])
            fixture.close()
        }
    }

    func testCopiesAreBelowTheRecordsAndSelected() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            fixture.go(1, 0)
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.grid.duplicateSelectedRecords()
            XCTAssertEqual(fixture.texts(3), ["text 0", "text 1", "text 2", "text 1", "text 2", "text 3"])
            XCTAssertEqual(fixture.selectedRows, 3..<5)
            XCTAssertEqual(Set(fixture.document.table.ids).count, 6)
            XCTAssertEqual(fixture.document.undoTitle, .duplicateRecords(2))
            XCTAssertEqual(fixture.message?.text, "Duplicated 2 records.")
            fixture.grid.undo()
            XCTAssertEqual(fixture.texts(0), ["0", "1", "2", "3"])
            fixture.close()
        }
    }

    func testWithoutTheRightNothingMovesAndThatIsSaid() throws {
        try onMain {
            let fixture = try GridFixture(records: 3, isReadOnly: true)
            fixture.go(0, 0)
            fixture.window.press(GDK_KEY_Down, [.alt, .shift])
            fixture.grid.insertRecord(above: true)
            fixture.grid.duplicateSelectedRecords()
            XCTAssertEqual(fixture.texts(0), ["0", "1", "2"])
            XCTAssertEqual(fixture.message?.kind, .error)
            fixture.close()
        }
    }

    func testThePlusAfterTheLastHeaderAsksForAField() throws {
        try onMain {
            let fixture = try GridFixture(records: 3)
            var count = 0
            fixture.grid.onAddField = { count += 1 }
            fixture.grid.viewport.scroll(x: 10_000, y: 0)
            let place = try XCTUnwrap(fixture.grid.viewport.layout.addFieldRectangle)
            fixture.grid.viewport.canvas.click(x: place.x + 16, y: 8)
            XCTAssertEqual(count, 1)
            fixture.close()
        }
    }
}
