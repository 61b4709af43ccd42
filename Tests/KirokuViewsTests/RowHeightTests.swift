import CGtk
import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class RowHeightTests: GtkTestCase {
    /// Keys change the height of all rows; the model is told, and rows stay where they were.
    func testRowsOfSeveralLines() throws {
        try onMain {
            let fixture = try GridFixture()
            let single = fixture.grid.viewport.layout.rowHeight
            var told = 0
            fixture.grid.onSizeChange = { told += 1 }
            fixture.go(4, 0)
            fixture.window.press(GDK_KEY_Page_Down, [.alt, .shift])
            fixture.window.press(GDK_KEY_Page_Down, [.alt, .shift])
            XCTAssertEqual(fixture.grid.rowLines, 3)
            XCTAssertEqual(fixture.document.rowLines, 3)
            XCTAssertGreaterThan(fixture.grid.viewport.layout.rowHeight, 2 * single)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 4, field: 0))
            fixture.window.press(GDK_KEY_Page_Up, [.alt, .shift])
            XCTAssertEqual(fixture.grid.rowLines, 2)
            fixture.grid.rowLines = 99
            XCTAssertEqual(fixture.grid.rowLines, RowHeight.lines.upperBound)
            fixture.grid.rowLines = -1
            XCTAssertEqual(fixture.grid.viewport.layout.rowHeight, single)
            XCTAssertEqual(told, 5)
            workOff()
            fixture.close()
        }
    }

    /// The record is as high as its text until the cursor leaves it.
    func testARecordIsShownWhole() throws {
        try onMain {
            let fixture = try GridFixture()
            try fixture.document.setCells([CellEdit(record: 2, field: 3, value: .string("a\nb\nc\nd"))])
            let layout = { fixture.grid.viewport.layout }
            fixture.go(2, 0)
            fixture.window.press(GDK_KEY_Return, .alt)
            XCTAssertEqual(layout().wholeRow?.row, 2)
            XCTAssertEqual(layout().lines(in: 2), 4)
            fixture.window.press(GDK_KEY_Right)
            XCTAssertEqual(layout().lines(in: 2), 4)
            try fixture.document.setCells([CellEdit(record: 2, field: 3, value: .string("a\nb"))])
            XCTAssertEqual(layout().lines(in: 2), 2)
            fixture.window.press(GDK_KEY_Down)
            XCTAssertNil(layout().wholeRow)
            // A double click on the lower edge, beside the record.
            let place = layout().gutterRectangle(row: 2)
            fixture.grid.viewport.canvas.doubleClick(x: place.x + 5, y: place.y + place.height - 1)
            XCTAssertEqual(layout().wholeRow?.row, 2)
            XCTAssertEqual(fixture.grid.cursorRow, 2)
            try fixture.document.deleteRecords(at: RecordIndexes(0))
            XCTAssertEqual(layout().wholeRow?.row, 1)
            fixture.window.press(GDK_KEY_Return, .alt)
            XCTAssertNil(layout().wholeRow)
            fixture.close()
        }
    }

    /// A screen reader is told of lines, also of those that are hidden.
    func testLinesAreSpoken() throws {
        try onMain {
            let fixture = try GridFixture()
            try fixture.document.setCells([CellEdit(record: 2, field: 3, value: .string("a\nb\nc\nd"))])
            XCTAssertEqual(fixture.grid.cell(at: CellIndex(row: 2, column: 3)).description, "4 lines")
            XCTAssertEqual(fixture.grid.cell(at: CellIndex(row: 1, column: 3)).description, "")
            fixture.close()
        }
    }
}
