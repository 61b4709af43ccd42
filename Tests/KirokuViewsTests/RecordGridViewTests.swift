import CGtk
import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// The order of the records, and which of them are shown.
final class RecordGridViewTests: GtkTestCase {
    func testTheCursorStaysInSightWhenThereIsLessRoom() throws {
        try onMain {
            let fixture = try GridFixture(records: 100)
            let rows = fixture.grid.viewport.layout.visibleRows
            fixture.go(rows.upperBound - 3, 3)
            XCTAssertTrue(fixture.grid.viewport.layout.showsWhole(row: rows.upperBound - 3, field: 3))
            gtk_window_resize(fixture.window.object.assumingMemoryBound(to: GtkWindow.self), 300, 180)
            XCTAssertTrue(work(until: { fixture.grid.viewport.layout.viewHeight < 200 }))
            XCTAssertTrue(fixture.grid.viewport.layout.showsWhole(row: rows.upperBound - 3, field: 3))
            fixture.close()
        }
    }

    func testSortingShowsTheRecordsInOrderAndLeavesTheTableAlone() throws {
        try onMain {
            let fixture = try mixed()
            fixture.go(0, 1)
            sort(fixture, 0)
            XCTAssertEqual(fixture.texts(0), ["1", "1", "2", "3", "x", ""])
            XCTAssertEqual(fixture.texts(1), ["b", "a", "c", "a", "e", "d"])
            XCTAssertEqual(fixture.value(0, 0), .int(3))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 1), "the cursor stays on its record")
            XCTAssertEqual(fixture.grid.current.selection.cursor, CellIndex(row: 3, column: 1))
            XCTAssertNil(fixture.document.undoTitle)
            sort(fixture, 0, descending: true)
            XCTAssertEqual(fixture.texts(0), ["3", "2", "1", "1", "x", ""])
            fixture.grid.sort(by: [])
            XCTAssertEqual(fixture.texts(0), ["3", "1", "2", "", "x", "1"])
            fixture.close()
        }
    }

    func testAnEditedRecordStaysInItsRowUntilSortingIsAskedForAgain() throws {
        try onMain {
            let fixture = try mixed()
            sort(fixture, 0)
            fixture.grid.go(to: CellPosition(record: 1, field: 0))
            XCTAssertEqual(fixture.grid.current.selection.cursor.row, 0)
            fixture.window.type("9")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(1, 0), .int(9))
            XCTAssertEqual(fixture.texts(0), ["9", "1", "2", "3", "x", ""])
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 5, field: 0), "Enter goes to the row below")
            sort(fixture, 0)
            XCTAssertEqual(fixture.texts(0), ["1", "2", "3", "9", "x", ""])
            fixture.close()
        }
    }

    func testOnlySomeRecordsAreShown() throws {
        try onMain {
            let fixture = try mixed()
            fixture.go(4, 0)
            fixture.grid.show(records: [4, 2])
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertTrue(fixture.grid.showsSubset)
            XCTAssertEqual(fixture.grid.shownCount, 2)
            XCTAssertEqual(fixture.texts(1), ["c", "e"])
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 4, field: 0))
            XCTAssertFalse(fixture.grid.go(to: CellPosition(record: 0, field: 0)))
            sort(fixture, 1, descending: true)
            XCTAssertEqual(fixture.texts(1), ["e", "c"])
            fixture.grid.show(records: [0, 1, 2])
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.texts(1), ["c", "b", "a"], "what is found later is sorted, too")
            XCTAssertEqual(fixture.grid.current.selection.cursor.row, 0, "the cursor's record is not among them")
            fixture.grid.show(records: nil)
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.grid.shownCount, 6)
            XCTAssertFalse(fixture.grid.showsSubset)
            fixture.close()
        }
    }

    func testNothingFoundIsSaidAndTakesNoKeys() throws {
        try onMain {
            let fixture = try mixed()
            fixture.grid.show(records: [])
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertNil(fixture.grid.cursor)
            XCTAssertNil(fixture.grid.focusedCell)
            for key in [GDK_KEY_Delete, GDK_KEY_F2, GDK_KEY_a, GDK_KEY_Down, GDK_KEY_End, GDK_KEY_space] {
                fixture.window.press(key)
            }
            fixture.window.press(GDK_KEY_d, .control)
            fixture.window.press(GDK_KEY_semicolon, .control)
            fixture.window.press(GDK_KEY_Down, .control)
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 0)
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testRecordsComeAndGoInASortedList() throws {
        try onMain {
            let fixture = try mixed()
            sort(fixture, 0)
            fixture.grid.addRecord()
            XCTAssertEqual(fixture.grid.current.selection.cursor.row, 6, "a new record is at the end")
            XCTAssertEqual(fixture.grid.cursor?.record, 6)
            fixture.window.type("0")
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertEqual(fixture.texts(0), ["1", "1", "2", "3", "x", "", "0"])
            fixture.grid.go(to: CellPosition(record: 1, field: 0))
            fixture.window.press(GDK_KEY_Down, .shift)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 2)
            XCTAssertEqual(fixture.texts(0), ["2", "3", "x", "", "0"])
            XCTAssertEqual(fixture.document.table.count, 5)
            fixture.grid.undo()
            XCTAssertEqual(fixture.texts(0), ["1", "1", "2", "3", "x", "", "0"], "each is where it was")
            XCTAssertEqual(fixture.grid.current.selection.cursor.row, 0)
            fixture.close()
        }
    }

    func testKeysActOnWhatIsShown() throws {
        try onMain {
            let fixture = try mixed()
            sort(fixture, 0, descending: true)
            fixture.grid.go(to: CellPosition(record: 0, field: 1))
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.window.press(GDK_KEY_Delete)
            XCTAssertEqual(fixture.value(0, 1), .empty)
            XCTAssertEqual(fixture.value(2, 1), .empty)
            XCTAssertEqual(fixture.value(1, 1), .string("b"))
            fixture.window.press(GDK_KEY_F8)
            fixture.grid.goToNextCellToFix()
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 4, field: 0))
            XCTAssertNotNil(fixture.message)
            fixture.close()
        }
    }

    func testUndoOutOfSightSaysSo() throws {
        try onMain {
            let fixture = try mixed()
            fixture.enter("z", 0, 1)
            fixture.grid.show(records: [1])
            XCTAssertTrue(fixture.waitUntilArranged())
            fixture.grid.undo()
            XCTAssertEqual(fixture.value(0, 1), .string("a"))
            XCTAssertEqual(fixture.message?.text, "The changed record is not shown now.")
            fixture.close()
        }
    }

    func testFieldsThatGoTakeTheirSortingAlong() throws {
        try onMain {
            let fixture = try mixed()
            sort(fixture, 0)
            fixture.grid.go(to: CellPosition(record: 2, field: 1))
            try fixture.document.removeField(fixture.document.table.schema[0].id)
            XCTAssertEqual(fixture.grid.sortRules, [])
            XCTAssertEqual(fixture.texts(0), ["b", "a", "c", "a", "e", "d"], "the rows stay as they were")
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0), "the cursor stays in its field")
            fixture.close()
        }
    }

    func testEditingGoesOnWhileRecordsAreSorted() throws {
        try onMain {
            let fixture = try mixed()
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id)])
            XCTAssertTrue(fixture.grid.isArranging)
            fixture.begin(0, 1, typing: "typed")
            try fixture.document.deleteRecords(at: RecordIndexes(1))
            try fixture.document.addRecord()
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.editing.editor.gridCell, CellIndex(row: 2, column: 1))
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(0, 1), .string("typed"))
            XCTAssertEqual(fixture.texts(0), ["1", "2", "3", "x", "", ""])
            fixture.close()
        }
    }

    func testEscapeCancelsSorting() throws {
        try onMain {
            let fixture = try mixed()
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id)])
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertFalse(fixture.grid.isArranging)
            workOff()
            XCTAssertEqual(fixture.texts(0), ["3", "1", "2", "", "x", "1"])
            XCTAssertEqual(fixture.grid.sortRules, [])
            fixture.close()
        }
    }

    func testLongSortingShowsItsProgressAndCanBeStopped() throws {
        try onMain {
            let fixture = try mixed()
            fixture.grid.rows.strip.begin("Sorting…")
            fixture.grid.viewport.placeOverlays()
            workOff()
            XCTAssertTrue(fixture.grid.rows.strip.widget.isVisible)
            let place = try XCTUnwrap(fixture.grid.viewport.stripPlace)
            XCTAssertEqual(place.y + place.height, fixture.grid.viewport.layout.viewHeight)
            fixture.grid.rows.strip.onCancel?()
            XCTAssertFalse(fixture.grid.rows.strip.widget.isVisible)
            fixture.close()
        }
    }
}

/// Number 3, 1, 2, none, unfit, 1; Text a, b, c, d, e, a.
@MainActor
private func mixed() throws -> GridFixture {
    var table = try RecordTable(fieldNames: ["Number", "Text"], fieldTypes: [.int, .string])
    let numbers: [CellValue] = [.int(3), .int(1), .int(2), .empty, .unfit("x"), .int(1)]
    for (number, text) in zip(numbers, ["a", "b", "c", "d", "e", "a"]) {
        try table.addRecord([number, .string(text)])
    }
    return GridFixture(table)
}

@MainActor
private func sort(_ fixture: GridFixture, _ field: Int, descending: Bool = false) {
    fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[field].id, isDescending: descending)])
    XCTAssertTrue(fixture.waitUntilArranged())
}
