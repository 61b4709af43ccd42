import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class GridAnnotationTests: GtkTestCase {
    func testScreenReadersAreToldWhatRowsAndCellsAreMarkedFor() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            let before = fixture.table.cell(at: CellIndex(row: 1, column: 3)).description
            fixture.grid.annotations = GridAnnotations { record in
                record == 1 ? GridAnnotations.Row(sign: "−", role: .here, meaning: "only here") : nil
            } cell: { record, field in
                record == 1 && field == 3
                    ? GridAnnotations.Cell(role: .here, corner: .lower, meaning: "differs") : nil
            }
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 1, column: 3)).description, "only here, differs")
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 1, column: 0)).description, "only here")
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 2, column: 3)).description, before)
            fixture.grid.annotations = nil
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 1, column: 3)).description, before)
            fixture.close()
        }
    }

    func testAnnotationsFollowTheOrderOfTheRows() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            fixture.grid.annotations = GridAnnotations { record in
                GridAnnotations.Row(number: 10 * record, meaning: "record \(record)", beginsGroup: true)
            } cell: { _, _ in
                nil
            }
            fixture.grid.show(records: [2, 3])
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 0, column: 0)).description, "record 2")
            fixture.close()
        }
    }

    func testThereIsRoomForTheHighestNumber() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            let width = fixture.grid.viewport.layout.gutterWidth
            fixture.grid.annotations = GridAnnotations(highestNumber: 1_000_000) { _ in
                nil
            } cell: { _, _ in
                nil
            }
            XCTAssertGreaterThan(fixture.grid.viewport.layout.gutterWidth, width + 20)
            fixture.close()
        }
    }
}
