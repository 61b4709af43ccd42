import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// Finding in a bar above a grid.
final class FindBarTests: GtkTestCase {
    func testATextIsFoundInAllFieldsWhileTyping() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertFalse(fixture.bar.isOpen)
            fixture.bar.open()
            XCTAssertTrue(fixture.bar.hasKeys)
            fixture.window.type("31")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Cy"])
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 2 of 4 records")
            XCTAssertNil(fixture.message, "the line below the grid would go on to say so when it is no longer true")
            fixture.window.type("x")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, [])
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 0 of 4 records")
            fixture.close()
        }
    }

    func testTheLastThingTypedWins() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            for text in ["A", "An", "Ann", "B", "Bo", "Bob"] { fixture.bar.parts.text.text = text }
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Bob"])
            fixture.close()
        }
    }

    func testEscShowsAllRecordsAgainAndTheCursorStaysOnItsRecord() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.grid.go(to: CellPosition(record: 0, field: 1))
            XCTAssertTrue(fixture.find("o"))
            XCTAssertEqual(fixture.cursorName, "Bob")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.wait())
            XCTAssertFalse(fixture.bar.isOpen)
            XCTAssertEqual(fixture.names, ["Ann", "Bob", "Cy", "Dan"])
            XCTAssertEqual(fixture.cursorName, "Bob")
            XCTAssertEqual(fixture.grid.markedRecords, [])
            fixture.bar.open()
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Bob"], "what was asked for is asked for again")
            fixture.close()
        }
    }

    func testEnterGoesToTheNextOfTheMarkedOnesAndToWhatWasFound() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.bar.parts.onlyFound.isOn = false
            XCTAssertTrue(fixture.find("31"))
            XCTAssertEqual(fixture.names.count, 4, "all are shown")
            XCTAssertEqual(fixture.grid.markedRecords, [0, 2])
            let table: any AccessibleTable = fixture.grid
            XCTAssertEqual(table.cell(at: CellIndex(row: 2, column: 0)).description, "match")
            XCTAssertEqual(table.cell(at: CellIndex(row: 1, column: 0)).description, "")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 3), "to the text that was found")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 1), "the first comes after the last")
            fixture.window.press(GDK_KEY_Return, .shift)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 3))
            XCTAssertTrue(fixture.bar.hasKeys)
            fixture.bar.go(forward: true)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 1))
            fixture.close()
        }
    }

    func testMarkedRecordsAreVisitedInTheOrderOfTheRows() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id, isDescending: true)])
            fixture.bar.open()
            fixture.bar.parts.onlyFound.isOn = false
            XCTAssertTrue(fixture.find("a"))
            XCTAssertEqual(fixture.names, ["Dan", "Cy", "Bob", "Ann"])
            fixture.grid.go(to: CellPosition(record: 3, field: 0))
            var visited: [String?] = []
            for _ in 0..<3 {
                fixture.bar.go(forward: true)
                visited.append(fixture.cursorName)
            }
            XCTAssertEqual(visited, ["Cy", "Ann", "Dan"])
            fixture.close()
        }
    }

    func testCaseAndWidthCountIfTheyAreAskedTo() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertTrue(fixture.find("ann"))
            XCTAssertEqual(fixture.names, ["Ann"])
            fixture.bar.parts.matching.toggle(.case)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann"], "the full-width one")
            fixture.bar.parts.matching.toggle(.width)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, [])
            fixture.close()
        }
    }

    func testConditionsAreJoined() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.add("Age", .greaterOrEqual, "31")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Bob"])
            fixture.add("Member", .equal, "true")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann"])
            fixture.bar.parts.joining.chosen = 2
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Cy", "Dan"])
            fixture.bar.form.rows[0].onRemove?()
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Bob", "Cy", "Dan"])
            XCTAssertEqual(fixture.bar.form.rows.count, 1)
            fixture.close()
        }
    }

    func testComparisonsFollowTheTypeOfTheField() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.add("Age", .between, "10")
            let row = try XCTUnwrap(fixture.bar.form.rows.last)
            XCTAssertTrue(row.otherText.isVisible)
            row.otherText.text = "40"
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            row.comparison.chosen = Comparison.all(for: .int).firstIndex(of: .toFix)
            XCTAssertFalse(row.text.isVisible)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Cy"])
            row.comparison.chosen = Comparison.all(for: .int).firstIndex(of: .between)
            row.field.chosen = 0
            XCTAssertEqual(row.line.comparison, .contains, "no text is between two others")
            fixture.close()
        }
    }

    func testAListKeepsTheKeysWhileItsChoicesAreGoneThrough() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.add("Age", .equal, "31")
            let row = try XCTUnwrap(fixture.bar.form.rows.last)
            row.text.grabFocus()
            fixture.window.press(GDK_KEY_Tab, .shift)
            for expected in [Comparison.notEqual, .less, .lessOrEqual] {
                fixture.window.press(GDK_KEY_Down)
                XCTAssertEqual(row.line.comparison, expected)
            }
            fixture.close()
        }
    }

    func testABadPatternSaysWhyAndWhatWasFoundStays() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.add("Name", .matches, "n$")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            fixture.bar.form.rows[0].text.text = "n$("
            XCTAssertTrue(fixture.wait())
            XCTAssertTrue(fixture.bar.parts.problem.isVisible)
            XCTAssertTrue(fixture.bar.parts.problem.text.contains("is not a regular expression"))
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            fixture.bar.form.rows[0].text.text = "^B"
            XCTAssertTrue(fixture.wait())
            XCTAssertFalse(fixture.bar.parts.problem.isVisible)
            XCTAssertEqual(fixture.names, ["Bob"])
            fixture.close()
        }
    }

    func testAnEmptyCardFillsTheConditions() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.bar.parts.conditions.isOn = true
            fixture.bar.parts.asCard.isOn = true
            let card = try XCTUnwrap(fixture.bar.form.card)
            XCTAssertEqual(card.entries.map(\.field.name), ["Name", "Age", "Member", "Note"])
            XCTAssertFalse(fixture.bar.parts.rows.isVisible, "its gap would stay above the card")
            card.entries[1].entry.text = "12..40"
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            card.entries[0].entry.text = "d*"
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Dan"])
            fixture.bar.parts.asCard.isOn = false
            XCTAssertEqual(fixture.bar.form.rows.map(\.line.comparison), [.between, .startsWith])
            fixture.bar.parts.asCard.isOn = true
            XCTAssertEqual(fixture.bar.form.card?.entries[1].entry.text, "12..40")
            fixture.bar.form.card?.entries[1].entry.text = ""
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.form.request.lines.count, 1)
            fixture.bar.form.card?.entries[1].entry.text = "x"
            XCTAssertTrue(fixture.bar.parts.problem.isVisible)
            fixture.close()
        }
    }

    func testRecordsToFixAreListed() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.findCellsToFix()
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Cy"])
            XCTAssertEqual(fixture.bar.form.rows.count, 2, "a line for each field that may have some")
            fixture.close()
        }
    }

    func testWhatIsEditedStaysUntilItIsAskedForAgain() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertTrue(fixture.find("bob"))
            try fixture.document.setCells([CellEdit(record: 1, field: 0, value: .string("Rob"))])
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Rob"])
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, [])
            fixture.bar.parts.onlyFound.isOn = false
            XCTAssertTrue(fixture.wait())
            try fixture.document.setCells([CellEdit(record: 3, field: 0, value: .string("Bob"))])
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.grid.markedRecords, [3], "marks follow at once")
            fixture.close()
        }
    }

    func testFindingThatTakesLongShowsItsProgressAndEscStopsIt() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.bar.parts.text.text = "ann"
            XCTAssertTrue(fixture.bar.isFinding)
            // Nothing comes of it before the loop goes on.
            fixture.bar.search.work.onDelay?()
            fixture.bar.search.work.onProgress?(0.5)
            XCTAssertTrue(fixture.bar.parts.progress.isActive)
            XCTAssertEqual(fixture.bar.parts.progress.fraction, 0.5)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.bar.isOpen)
            XCTAssertFalse(fixture.bar.isFinding)
            XCTAssertFalse(fixture.bar.parts.progress.isActive)
            XCTAssertEqual(fixture.bar.parts.status.text, "Cancelled.")
            workOff()
            XCTAssertEqual(fixture.names.count, 4)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann"])
            fixture.close()
        }
    }

    func testTheCountStaysTrueWhileOnlyTheFoundAreShown() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertTrue(fixture.find("31"))
            XCTAssertEqual(fixture.names, ["Ann", "Cy"])
            @MainActor func edit(_ value: CellValue, _ record: Int) throws {
                try fixture.document.setCells([CellEdit(record: record, field: 1, value: value)])
                XCTAssertTrue(fixture.wait())
            }
            try edit(.int(32), 0)
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 1 of 4; 2 records are shown")
            XCTAssertEqual(fixture.names, ["Ann", "Cy"], "nothing jumps away")
            XCTAssertEqual(fixture.grid.markedRecords, [2])
            try edit(.int(31), 0)
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 2 of 4 records")
            fixture.grid.addRecord()
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 2 of 5; 3 records are shown")
            try edit(.int(31), 4)
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 3 of 5 records")
            fixture.grid.undo()
            fixture.grid.undo()
            try fixture.document.deleteRecords(at: RecordIndexes(0..<2))
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 1 of 2 records")
            try edit(.int(31), 1)
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 2 of 2; 1 record is shown")
            fixture.bar.parts.text.grabFocus()
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.status.accessibleName, "Found 2 of 2 records")
            XCTAssertEqual(fixture.names, ["Cy", "Dan"])
            fixture.close()
        }
    }

    func testAFieldThatGoesTakesItsConditionsAlong() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.add("Age", .less, "20")
            XCTAssertTrue(fixture.wait())
            try fixture.document.removeField(fixture.document.table.schema[1].id)
            XCTAssertEqual(fixture.bar.form.rows.count, 0)
            fixture.add("Name", .contains, "n")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            fixture.close()
        }
    }

    func testTheBarIsFreedWithItsWindow() throws {
        try onMain {
            weak var bar: FindBar?
            do {
                let fixture = try FindBarFixture()
                bar = fixture.bar
                XCTAssertTrue(fixture.find("a"))
                fixture.add("Age", .less, "20")
                fixture.bar.parts.asCard.isOn = true
                XCTAssertTrue(fixture.wait())
                fixture.close()
            }
            XCTAssertTrue(work(until: { bar == nil }))
        }
    }
}
