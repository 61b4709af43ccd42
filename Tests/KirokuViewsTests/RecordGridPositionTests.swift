import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// Going back to where somebody was in a grid.
final class RecordGridPositionTests: GtkTestCase {
    func testCursorAndWhatIsInSightComeBack() throws {
        try onMain {
            let first = try GridFixture(records: 200)
            first.go(120, 1)
            first.grid.viewport.scroll(x: 0, y: 90.5 * first.grid.viewport.layout.rowHeight)
            let position = first.grid.position
            XCTAssertEqual(position.rowsAbove, 90.5, accuracy: 0.05)
            first.close()

            let second = try GridFixture(records: 200)
            second.grid.restore(position)
            XCTAssertEqual(second.grid.cursor, CellPosition(record: 120, field: 1))
            XCTAssertEqual(second.grid.position, position)
            second.close()
        }
    }

    func testWhileTheRecordsAreOrderedTheRestFollows() throws {
        try onMain {
            let fixture = try GridFixture(records: 200)
            let field = fixture.document.table.schema[0].id
            let record = fixture.document.table.ids[10]
            fixture.grid.sort(by: [SortRule(field: field, isDescending: true)])
            XCTAssertTrue(fixture.grid.isArranging)
            fixture.grid.restore(GridPosition(record: record, field: field, rowsAbove: 150))
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 10, field: 0))
            XCTAssertEqual(fixture.grid.current.selection.cursor.row, 189)
            XCTAssertEqual(fixture.grid.position.rowsAbove, 150, accuracy: 0.05)
            fixture.close()
        }
    }

    func testWhoMovesOnMeanwhileIsLeftInPeace() throws {
        try onMain {
            let fixture = try GridFixture(records: 200)
            let field = fixture.document.table.schema[0].id
            fixture.grid.sort(by: [SortRule(field: field)])
            fixture.grid.restore(
                GridPosition(record: fixture.document.table.ids[10], field: field, rowsAbove: 150))
            fixture.go(0, 0)
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            XCTAssertEqual(fixture.grid.position.rowsAbove, 0)
            fixture.close()
        }
    }

    func testAPositionThatIsGoneIsOfNoHarm() throws {
        try onMain {
            let fixture = try GridFixture(records: 200)
            fixture.grid.restore(
                GridPosition(
                    record: RecordID(rawValue: 1), field: FieldID(rawValue: 99), rowsAbove: 1e9, left: 1e9))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 0))
            XCTAssertGreaterThan(fixture.grid.position.rowsAbove, 100)
            XCTAssertLessThan(fixture.grid.position.rowsAbove, 200)
            fixture.grid.restore(GridPosition(record: nil, field: nil, rowsAbove: .nan, left: .infinity))
            fixture.close()
        }
    }
}
