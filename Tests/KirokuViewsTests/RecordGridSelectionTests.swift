import CGtk
import CoreTestSupport
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridSelectionTests: GtkTestCase {
    func testEverythingIsSelected() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 1)
            fixture.window.press(GDK_KEY_a, .control)
            XCTAssertEqual(fixture.selectedRows, 0..<10)
            XCTAssertEqual(fixture.selectedFields, 0..<4)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 1))
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.grid.current.selection.isSingleCell)
            fixture.grid.viewport.canvas.click(x: 4, y: 4)
            XCTAssertEqual(fixture.grid.current.selection.extent, .all)
            XCTAssertEqual(fixture.grid.deleteSelectedRecords(), 10)
            XCTAssertEqual(fixture.document.table.count, 0)
            fixture.close()
        }
    }

    func testWhileEditingSelectAllIsAboutTheText() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 3)
            fixture.window.press(GDK_KEY_a, .control)
            fixture.window.type("x")
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "x")
            XCTAssertTrue(fixture.grid.current.selection.isSingleCell)
            fixture.close()
        }
    }

    func testWholeRecordsByKeyAndByClick() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 1)
            fixture.window.press(GDK_KEY_Down, .shift)
            fixture.window.press(GDK_KEY_space, .shift)
            XCTAssertEqual(fixture.selectedRows, 2..<4)
            XCTAssertEqual(fixture.selectedFields, 0..<4)
            fixture.grid.viewport.canvas.click(x: 4, y: fixture.grid.viewport.layout.top(of: 5) + 3)
            XCTAssertEqual(fixture.selectedRows, 5..<6)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 5, field: 1))
            fixture.grid.viewport.canvas.click(x: 4, y: fixture.grid.viewport.layout.top(of: 3) + 3, .shift)
            XCTAssertEqual(fixture.selectedRows, 3..<6)
            fixture.window.press(GDK_KEY_space, .control)
            XCTAssertEqual(fixture.grid.current.selection.extent, .all)
            fixture.close()
        }
    }

    func testControlAndAnArrowStopAtTheEdgesOfBlocks() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(4, 3)
            fixture.window.press(GDK_KEY_Delete)
            fixture.go(0, 3)
            fixture.window.press(GDK_KEY_Down, .control)
            XCTAssertEqual(fixture.grid.cursor?.record, 3)
            fixture.window.press(GDK_KEY_Down, .control)
            XCTAssertEqual(fixture.grid.cursor?.record, 5)
            fixture.window.press(GDK_KEY_Down, [.control, .shift])
            XCTAssertEqual(fixture.selectedRows, 5..<10)
            fixture.close()
        }
    }

    func testDraggingBeyondTheEdgeScrolls() throws {
        try onMain {
            let fixture = try GridFixture(records: 1_000)
            let canvas = fixture.grid.viewport.canvas
            let cell = fixture.grid.viewport.layout.rectangle(row: 2, field: 0)
            canvas.point(.press, x: cell.x + 3, y: cell.y + 3)
            canvas.point(.drag, x: cell.x + 3, y: fixture.grid.viewport.layout.viewHeight + 60)
            // It goes on without the pointer moving.
            XCTAssertTrue(work(until: { fixture.selectedRows.upperBound > 60 }))
            XCTAssertEqual(fixture.selectedRows.lowerBound, 2)
            XCTAssertGreaterThan(fixture.grid.viewport.layout.scrollY, 500)
            canvas.point(.release, x: cell.x + 3, y: fixture.grid.viewport.layout.viewHeight + 60)
            XCTAssertTrue(work(until: { !fixture.grid.pointer.isAutoscrolling }))
            fixture.close()
        }
    }
}
