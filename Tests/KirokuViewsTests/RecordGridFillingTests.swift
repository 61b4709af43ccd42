import CGtk
import CoreTestSupport
import FoundationEssentials
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridFillingTests: GtkTestCase {
    func testFillingDown() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 0)
            for _ in 0..<2 { fixture.window.press(GDK_KEY_Down, .shift) }
            fixture.window.press(GDK_KEY_Right, .shift)
            fixture.window.press(GDK_KEY_d, .control)
            XCTAssertEqual((2...5).map { fixture.value($0, 0) }, [.int(2), .int(2), .int(2), .int(5)])
            XCTAssertEqual(fixture.value(4, 1), .float(2.5))
            XCTAssertEqual(fixture.document.undoTitle, .fillDown(4))
            fixture.go(6, 3)
            fixture.window.press(GDK_KEY_d, .control)
            XCTAssertEqual(fixture.value(6, 3), .string("text 5"), "a single row takes what is above it")
            fixture.go(0, 3)
            fixture.window.press(GDK_KEY_d, .control)
            XCTAssertEqual(fixture.value(0, 3), .string("text 0"))
            fixture.close()
        }
    }

    func testRepeatingTheValueAbove() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(3, 1)
            fixture.window.press(GDK_KEY_apostrophe, .control)
            XCTAssertEqual(fixture.value(3, 1), .float(2.5))
            fixture.go(3, 3)
            fixture.window.type("before ")
            fixture.window.press(GDK_KEY_apostrophe, .control)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "before text 2")
            fixture.close()
        }
    }

    func testDateAndTimeComeFromTheClock() throws {
        try onMain {
            let fixture = try GridFixture()
            let moment = try XCTUnwrap(LocalTime(year: 2015, month: 5, day: 20, hour: 20, minute: 24, second: 50))
            fixture.grid.clock = AppClock.fixed(at: moment.date)
            fixture.go(0, 3)
            fixture.window.press(GDK_KEY_semicolon, .control)
            XCTAssertEqual(fixture.value(0, 3), .string(moment.dateText))
            fixture.go(1, 3)
            fixture.window.press(GDK_KEY_colon, [.control, .shift])
            XCTAssertEqual(fixture.value(1, 3), .string(moment.timeText))
            fixture.go(2, 3)
            fixture.window.type("at ")
            fixture.window.press(GDK_KEY_colon, [.control, .shift])
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "at " + moment.timeText)
            fixture.close()
        }
    }

    func testEscapeTwiceTakesTheRecordBack() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 0)
            fixture.window.type("42")
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.type("1.25")
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.value(2, 0), .int(42), "once is not enough")
            XCTAssertNotNil(fixture.message)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            XCTAssertEqual(fixture.value(2, 1), .float(2.5))
            fixture.grid.undo()
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.close()
        }
    }

    func testEscapeOnceTheCellTwiceTheRecord() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 0)
            fixture.window.type("42")
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.type("9")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.value(2, 1), .float(2.5))
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            // Another record is not touched by what was done to this one.
            fixture.enter("77", 5, 0)
            fixture.go(6, 0)
            fixture.window.press(GDK_KEY_Escape)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.value(5, 0), .int(77))
            fixture.close()
        }
    }

    func testANewRecordIsTakenBackAsAWhole() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.grid.addRecord()
            fixture.window.type("5")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.count, 11)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.count, 10)
            fixture.grid.redo()
            XCTAssertEqual(fixture.document.table.count, 11)
            fixture.close()
        }
    }

    func testPinnedFieldsGoOnInTheNextRecord() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(3, 0)
            fixture.window.press(GDK_KEY_P, [.control, .shift])
            fixture.grid.setPinned(true, fixture.document.table.schema[3].id)
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.value(10, 0), .int(3))
            XCTAssertEqual(fixture.value(10, 1), .empty)
            XCTAssertEqual(fixture.value(10, 3), .string("text 3"))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 10, field: 1), "the first field that is open")
            fixture.window.type("1")
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.document.table.count, 12, "Tab out of the last cell adds the next one")
            XCTAssertEqual(fixture.value(11, 3), .string("text 3"))
            fixture.go(0, 0)
            fixture.window.press(GDK_KEY_P, [.control, .shift])
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.value(12, 0), .empty)
            XCTAssertEqual(fixture.grid.cursor?.field, 0)
            fixture.close()
        }
    }

    func testANewRecordWithoutEntriesIsTakenBackAtOnce() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("42", 2, 0)
            fixture.grid.addRecord()
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.count, 10)
            XCTAssertEqual(fixture.document.undoTitle, .editCells(1), "it leaves no step behind")
            fixture.close()
        }
    }

    func testANewRecordThatWasFilledInElsewhereIsAskedAbout() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.grid.addRecord()
            try fixture.document.setCells([CellEdit(record: 10, field: 0, value: .int(5))])
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.count, 11, "once is not enough")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.count, 10)
            fixture.close()
        }
    }

    func testAPinOutlivesTheGrid() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(0, 1)
            fixture.window.press(GDK_KEY_P, [.control, .shift])
            let other = RecordGrid(model: fixture.document, name: "Cards")
            XCTAssertTrue(other.isPinned(fixture.document.table.schema[1].id))
            other.widget.destroy()
            fixture.close()
        }
    }

    func testEnterGoesOnWhereTabBegan() throws {
        try onMain {
            let fixture = try GridFixture(records: 2)
            fixture.go(0, 1)
            fixture.window.type("1")
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.type("abc")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(0, 3), .string("abc"))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 1, field: 1))
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.table.count, 2, "nothing was entered into the last record")
            fixture.go(1, 1)
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.type("def")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.table.count, 3, "Enter goes on to a new record")
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 1))
            fixture.close()
        }
    }

    func testTypingIntoAnEmptyTableMakesItsFirstRecord() throws {
        try onMain {
            let fixture = try GridFixture(records: 0)
            fixture.window.type("42")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.table.count, 1)
            XCTAssertEqual(fixture.value(0, 0), .int(42))
            fixture.close()
        }
    }

    func testThePlusRowAddsARecord() throws {
        try onMain {
            let fixture = try GridFixture(records: 2)
            let plus = try XCTUnwrap(fixture.grid.viewport.layout.addRowRectangle)
            let second = fixture.grid.viewport.layout.headerRectangle(field: 1)
            fixture.grid.viewport.canvas.click(x: second.x + 4, y: plus.y + 4)
            XCTAssertEqual(fixture.document.table.count, 3)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 1))
            let long = try GridFixture(records: 1_000)
            let bottom = try XCTUnwrap(long.grid.viewport.layout.addRowRectangle)
            XCTAssertEqual(bottom.y + bottom.height, long.grid.viewport.layout.viewHeight, "it stays in sight")
            let readOnly = try GridFixture(isReadOnly: true)
            XCTAssertNil(readOnly.grid.viewport.layout.addRowRectangle)
            for fixture in [fixture, long, readOnly] { fixture.close() }
        }
    }

    func testAKeyThatOnlyBeginsSomethingDoesNotEmptyTheCell() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 3)
            fixture.window.press(GDK_KEY_Zenkaku_Hankaku)
            fixture.window.press(GDK_KEY_Right)
            fixture.window.press(GDK_KEY_Left)
            XCTAssertEqual(fixture.value(2, 3), .string("text 2"))
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }
}
