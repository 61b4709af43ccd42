import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

/// The others who are in cells.
final class GridPeopleTests: GtkTestCase {
    func testScreenReadersAreToldWhoIsInACell() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            let table = fixture.document.table
            let place = PresentPlace(record: table.ids[2], field: table.schema[1].id)
            let before = fixture.table.cell(at: CellIndex(row: 2, column: 1)).description
            fixture.grid.people = [
                PresentPerson(id: "1", name: "Aiko", place: place), PresentPerson(id: "2", name: "Ken", place: place),
                PresentPerson(id: "3", name: "Mio", place: nil),
            ]
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 2, column: 1)).description, "Aiko, Ken are here")
            XCTAssertFalse(fixture.table.cell(at: CellIndex(row: 1, column: 1)).description.contains("here"))
            fixture.grid.show(records: [2, 3])
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 0, column: 1)).description, "Aiko, Ken are here")
            fixture.grid.people = []
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 0, column: 1)).description, before)
            fixture.close()
        }
    }

    func testACellThatIsToBeFixedHasItsReasonToo() throws {
        try onMain {
            let fixture = try GridFixture(records: 2)
            fixture.enter("abc", 1, 0)
            let table = fixture.document.table
            let place = PresentPlace(record: table.ids[1], field: table.schema[0].id)
            fixture.grid.people = [PresentPerson(id: "1", name: "Aiko", place: place)]
            XCTAssertEqual(
                fixture.table.cell(at: CellIndex(row: 1, column: 0)).description,
                "Aiko is here, “abc” is not a whole number.")
            fixture.close()
        }
    }

    func testThePlaceOfTheCursorIsKnown() throws {
        try onMain {
            let fixture = try GridFixture(records: 4)
            let table = fixture.document.table
            fixture.grid.go(to: CellPosition(record: 3, field: 2))
            XCTAssertEqual(
                fixture.grid.place, PresentPlace(record: table.ids[3], field: table.schema[2].id))
            fixture.close()
        }
    }

    func testSomebodyHasAlwaysTheSameColour() {
        onMain {
            let ids = (1...100).map { PresentPerson(id: "desk \($0)", name: "", place: nil) }
            let colors = ids.map { $0.role }
            XCTAssertEqual(colors, ids.map { $0.role })
            XCTAssertEqual(Set(colors).count, 6)
        }
    }
}
