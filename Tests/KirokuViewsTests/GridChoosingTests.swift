import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class GridChoosingTests: GtkTestCase {
    func testWhereCellsAreChosenNothingIsTyped() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            var chosen: [CellPosition] = []
            fixture.grid.onChoose = { chosen.append($0) }
            fixture.grid.go(to: CellPosition(record: 2, field: 0))
            let before = fixture.grid.model.table
            for command in [GridCommand.open, .edit(.asItIs), .edit(.emptied)] { _ = fixture.grid.perform(command) }
            XCTAssertFalse(fixture.grid.isEditing)
            fixture.grid.activate(CellIndex(row: 1, column: 0))
            XCTAssertEqual(chosen, [CellPosition(record: 2, field: 0), CellPosition(record: 1, field: 0)])
            XCTAssertEqual(fixture.grid.model.table, before)
            fixture.close()
        }
    }

    func testAGivenOrderStays() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            fixture.grid.show(inOrder: [3, 0, 2])
            XCTAssertEqual(fixture.grid.shownRecords, [3, 0, 2])
            let field = fixture.grid.model.table.schema[0].id
            _ = fixture.grid.perform(.field(.toggleSorting(by: 0, adds: false)))
            _ = fixture.grid.perform(.field(.sort([SortRule(field: field)])))
            fixture.grid.activate(CellIndex(row: -1, column: 0))
            XCTAssertFalse(fixture.grid.isArranging)
            XCTAssertEqual(fixture.grid.shownRecords, [3, 0, 2])
            XCTAssertTrue(fixture.grid.sortRules.isEmpty)
            fixture.close()
        }
    }
}
