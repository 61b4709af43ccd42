import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// The values of a field, to choose from.
final class ValuePopoverTests: GtkTestCase {
    func testWhatIsTickedIsTheConditionOfTheBar() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let popover = try fixture.openValues(of: "Age")
            XCTAssertFalse(fixture.bar.isOpen, "nothing is asked for yet")
            XCTAssertEqual(popover.names, ["To fix: 1", "12: 1", "31: 1", "45: 1"])
            popover.parts.lines.checks[2].isOn = false
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Bob", "Cy", "Dan"])
            fixture.click(popover.parts.none)
            popover.parts.lines.checks[0].isOn = true
            popover.parts.lines.checks[1].isOn = true
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Cy", "Dan"])
            XCTAssertEqual(fixture.bar.form.rows.map(\.values.accessibleName), ["Values: To fix · 12"])
            fixture.close()
        }
    }

    func testNothingTickedAsksForNothingAndIsGoneWhenTheListCloses() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let popover = try fixture.openValues(of: "Name")
            fixture.click(popover.parts.none)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names.count, 4)
            popover.close()
            XCTAssertTrue(work(until: { fixture.bar.values.popover == nil }))
            XCTAssertEqual(fixture.bar.form.rows.count, 0)
            fixture.close()
        }
    }

    func testALongListSaysHowManyMoreThereAreAndTypingFindsThem() throws {
        try onMain {
            let rows = (0..<ValuePopover.limit + 50).map {
                [.string("n\($0)"), .int($0), .empty, .empty] as [CellValue]
            }
            let fixture = try FindBarFixture(rows)
            let popover = try fixture.openValues(of: "Age")
            XCTAssertEqual(popover.parts.lines.checks.count, ValuePopover.limit)
            XCTAssertEqual(popover.parts.status.text, "50 more values: type to find them")
            popover.parts.search.text = "99"
            XCTAssertTrue(work(until: { popover.isAtRest }))
            XCTAssertEqual(popover.names, ["99: 1"])
            XCTAssertEqual(popover.parts.status.text, "")
            fixture.close()
        }
    }

    func testLinesComeAFewAtATimeAndAreUsedAgain() throws {
        try onMain {
            let rows = (0..<ValuePopover.limit).map { [.string("n\($0)"), .int($0), .empty, .empty] as [CellValue] }
            let fixture = try FindBarFixture(rows)
            let popover = try fixture.openValues(of: "Age") { !$0.parts.lines.checks.isEmpty }
            XCTAssertLessThan(popover.parts.lines.checks.count, ValuePopover.limit)
            XCTAssertTrue(work(until: { popover.isAtRest }))
            XCTAssertEqual(popover.parts.lines.checks.count, ValuePopover.limit)
            let first = popover.parts.lines.checks[0].pointer
            popover.parts.search.text = "49"
            XCTAssertTrue(work(until: { popover.isAtRest }))
            XCTAssertEqual(popover.names, ["49: 1"])
            XCTAssertEqual(popover.parts.lines.checks[0].pointer, first)
            popover.parts.search.text = ""
            XCTAssertTrue(work(until: { popover.parts.lines.checks.count > 1 }))
            popover.parts.lines.checks[0].isOn = false
            XCTAssertEqual(popover.list.contents, [.value(.int(0))])
            popover.close()
            XCTAssertTrue(work(until: { fixture.bar.values.popover == nil }))
            fixture.close()
        }
    }

    func testAListInTheBarIsChosenAsAComparisonAndOpensItsValues() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.bar.parts.conditions.isOn = true
            let row = try XCTUnwrap(fixture.bar.form.rows.first)
            row.comparison.chosen = Comparison.all(for: .string).count
            XCTAssertEqual(row.line.list, FindList())
            XCTAssertEqual(row.values.caption, "Choose Values…")
            fixture.click(row.values)
            let popover = try XCTUnwrap(fixture.bar.values.popover)
            XCTAssertTrue(work(until: { popover.isAtRest }))
            popover.parts.lines.checks[0].isOn = true
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann"])
            XCTAssertEqual(row.values.caption, "Ann")
            fixture.bar.parts.asCard.isOn = true
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann"], "the card leaves the list alone")
            fixture.close()
        }
    }

    func testTheListEndsWithItsGrid() throws {
        try onMain {
            let fixture = try FindBarFixture()
            _ = try fixture.openValues(of: "Name")
            fixture.close()
            workOff()
        }
    }

    func testNarrowingBeginsWithAllRecordsWhereTheBarIsClosed() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertTrue(fixture.find("Ann"))
            fixture.bar.close()
            let name = fixture.document.table.schema[0].id
            fixture.bar.narrow(name, to: .value(.string("Bob")), hides: true)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Cy", "Dan"])
            XCTAssertEqual(fixture.bar.parts.text.text, "")
            fixture.close()
        }
    }
}

extension FindBarFixture {
    /// Opens the values of a field, and waits for them.
    fileprivate func openValues(
        of field: String, until isThere: (ValuePopover) -> Bool = { $0.isAtRest }
    ) throws -> ValuePopover {
        let index = try XCTUnwrap(document.table.schema.index(named: field))
        bar.showValues(of: document.table.schema[index].id, below: Rectangle(x: 40, y: 0, width: 80, height: 20))
        let popover = try XCTUnwrap(bar.values.popover)
        XCTAssertTrue(work(until: { isThere(popover) }))
        return popover
    }
}

extension ValuePopover {
    /// What is listed, with the counts.
    fileprivate var names: [String] { parts.lines.checks.map(\.accessibleName) }
}
