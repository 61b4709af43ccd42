import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridCommandTests: GtkTestCase {
    func testGoingToACellBringsItIntoSight() throws {
        try onMain {
            let fixture = try GridFixture(records: 1_000)
            fixture.go(700, 3)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 700, field: 3))
            let whole = fixture.grid.viewport.layout.rectangle(row: 700, field: 3)
            XCTAssertEqual(fixture.grid.viewport.layout.visiblePart(row: 700, field: 3), whole)
            fixture.go(0, 0)
            XCTAssertEqual(fixture.grid.viewport.layout.scrollY, 0)
            fixture.close()
        }
    }

    func testGoingBeyondTheTableEndsAtItsBorder() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(99, 99)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 9, field: 3))
            fixture.go(-1, -1)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            fixture.close()
        }
    }

    func testANewRecordIsTheLastAndHasTheCursor() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.document.table.count, 11)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 10, field: 0))
            XCTAssertEqual(fixture.value(10, 0), .empty)
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            XCTAssertNotNil(fixture.grid.viewport.layout.visiblePart(row: 10, field: 0))
            fixture.close()
        }
    }

    func testTheFirstRecordOfAnEmptyTable() throws {
        try onMain {
            let fixture = try GridFixture(records: 0)
            XCTAssertNil(fixture.grid.focusedCell)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 0)
            for key in [GDK_KEY_Delete, GDK_KEY_F2, GDK_KEY_Down, GDK_KEY_End] {
                fixture.window.press(key)
            }
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.document.table.count, 0)
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.grid.focusedCell, CellIndex(row: 0, column: 0))
            fixture.grid.undo()
            XCTAssertNil(fixture.grid.focusedCell)
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.grid.focusedCell, CellIndex(row: 0, column: 0))
            fixture.close()
        }
    }

    func testTheSelectedRecordsAreDeleted() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(3, 1)
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.window.press(GDK_KEY_Down, .shift)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 3)
            XCTAssertEqual(fixture.document.table.count, 7)
            XCTAssertEqual(fixture.value(3, 0), .int(6))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 3, field: 1))
            XCTAssertTrue(fixture.grid.current.selection.isSingleCell)
            XCTAssertEqual(fixture.document.undoTitle, .deleteRecords(3))
            fixture.close()
        }
    }

    func testDeletingTheLastRecordsLeavesTheCursorInTheTable() throws {
        try onMain {
            let fixture = try GridFixture(records: 2)
            fixture.go(1, 2)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 1)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 2))
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 1)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 0)
            XCTAssertEqual(fixture.document.table.count, 0)
            fixture.close()
        }
    }

    func testTheCursorGoesToWhatIsTakenBackAndDoneAgain() throws {
        try onMain {
            let fixture = try GridFixture(records: 100)
            fixture.enter("42", 2, 0)
            fixture.enter("new", 90, 3)
            fixture.go(50, 1)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 1)
            fixture.go(0, 2)

            fixture.grid.undo()
            XCTAssertEqual(fixture.grid.cursor?.record, 50)
            XCTAssertEqual(fixture.value(50, 0), .int(50))
            fixture.grid.undo()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 90, field: 3))
            XCTAssertEqual(fixture.value(90, 3), .string("text 90"))
            fixture.grid.undo()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0))
            XCTAssertNotNil(fixture.grid.viewport.layout.visiblePart(row: 2, field: 0))
            fixture.grid.undo()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0))

            fixture.grid.redo()
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.grid.redo()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 90, field: 3))
            fixture.grid.redo()
            XCTAssertEqual(fixture.grid.cursor?.record, 50)
            XCTAssertEqual(fixture.document.table.count, 99)
            fixture.close()
        }
    }

    func testUndoTakesBackWhatIsBeingTypedFirst() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("42", 2, 0)
            fixture.begin(3, 0, typing: "43")
            fixture.grid.undo()
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.value(3, 0), .int(3))
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.grid.undo()
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            fixture.close()
        }
    }

    func testTheNextCellToFixIsFoundAndAfterTheLastTheFirst() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.grid.goToNextCellToFix()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            fixture.enter("abc", 2, 1)
            fixture.enter("def", 7, 0)
            fixture.go(0, 0)
            let visits = [(2, 1, "“abc” is not a number."), (7, 0, "“def” is not a whole number.")]
            for (record, field, reason) in visits + visits {
                fixture.grid.goToNextCellToFix()
                XCTAssertEqual(fixture.grid.cursor, CellPosition(record: record, field: field))
                XCTAssertEqual(fixture.message, Message(reason, .error))
            }
            fixture.close()
        }
    }

    func testTheOnlyCellToFixSaysWhyEachTime() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("abc", 2, 1)
            fixture.go(2, 1)
            fixture.grid.onMessage?(nil)
            fixture.grid.goToNextCellToFix()
            XCTAssertEqual(fixture.message, Message("“abc” is not a number.", .error))
            fixture.close()
        }
    }

    func testSelectedCellsAreEmptiedInOneStep() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(1, 0)
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.window.press(GDK_KEY_Right, .shift)
            fixture.window.press(GDK_KEY_Delete)
            for record in 1...2 {
                for field in 0...1 { XCTAssertEqual(fixture.value(record, field), .empty) }
            }
            XCTAssertEqual(fixture.value(1, 2), .bool(true))
            XCTAssertEqual(fixture.document.undoTitle, .editCells(4))
            fixture.window.press(GDK_KEY_Delete)
            XCTAssertEqual(fixture.document.undoTitle, .editCells(4))
            fixture.grid.undo()
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testOtherWindowsOfTheDocumentAreFollowed() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(9, 3)
            try fixture.document.removeField(fixture.document.table.schema[3].id)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 9, field: 2))
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths.count, 3)
            XCTAssertEqual(fixture.table.columnCount, 3)
            fixture.close()
        }
    }

    // MARK: Leaving nothing behind

    func testOpeningAndClosingLeavesNothingBehind() throws {
        try onMain {
            try openAndClose()
            let before = ClosureBoxes.live
            weak var last: RecordGrid?
            for _ in 0..<200 {
                last = try openAndClose()
                XCTAssertNil(last)
            }
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    func testAGridThatOutlivesItsWindowDoesNothing() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.window.destroy()
            try fixture.document.addRecord()
            fixture.go(5, 0)
            fixture.grid.addRecord()
            fixture.begin(1, 0)
            workOff()
        }
    }

    func testAGridThatIsClosedWhileEditingLeavesNothingBehind() throws {
        try onMain {
            try openAndClose { $0.begin(1, 0, typing: "42") }
            let before = ClosureBoxes.live
            XCTAssertNil(try openAndClose { $0.begin(1, 0, typing: "42") })
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}

/// Returns the grid if it still lives.
@MainActor
@discardableResult
private func openAndClose(_ work: (GridFixture) -> Void = { _ in }) throws -> RecordGrid? {
    weak var grid: RecordGrid?
    do {
        let fixture = try GridFixture(records: 3)
        grid = fixture.grid
        work(fixture)
        fixture.window.destroy()
    }
    workOff()
    return grid
}
