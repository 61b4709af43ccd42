import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

/// Saved views in a grid with a find bar.
final class ViewSwitcherTests: GtkTestCase {
    /// A view of what is found, sorted, wide and high is shown again as it was, and no step of the history.
    func testAllPartsAreShownAgain() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let switcher = ViewSwitcher(of: fixture.grid) { _ in fixture.bar }
            let name = fixture.document.table.schema[0].id
            fixture.bar.open()
            fixture.bar.parts.onlyFound.isOn = false
            XCTAssertTrue(fixture.find("b"))
            fixture.add("Age", .greater, "40")
            fixture.grid.sort(by: [SortRule(field: name, isDescending: true)])
            fixture.grid.setWidths([name: 222])
            fixture.grid.rowLines = 3
            XCTAssertTrue(fixture.wait())
            switcher.save(named: "Old Bobs", with: Set(SavedView.Part.allCases))
            XCTAssertEqual(fixture.message, nil, "the bar says nothing")
            XCTAssertEqual(switcher.chosen?.name, "Old Bobs")
            XCTAssertFalse(switcher.isChanged)
            XCTAssertNil(fixture.document.undoTitle, "no step of the history")

            XCTAssertTrue(fixture.find("other"))
            fixture.bar.parts.onlyFound.isOn = true
            fixture.grid.sort(by: [])
            fixture.grid.setWidths([name: 100])
            fixture.grid.rowLines = 1
            XCTAssertTrue(fixture.wait())
            XCTAssertTrue(switcher.isChanged)

            switcher.show(try XCTUnwrap(switcher.chosen))
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.text.text, "b")
            XCTAssertEqual(fixture.bar.form.rows.map(\.line.text), ["40"])
            XCTAssertEqual(fixture.bar.parts.onlyFound.isOn, false)
            XCTAssertEqual(fixture.grid.markedRecords, [1])
            XCTAssertEqual(fixture.names, ["Dan", "Cy", "Bob", "Ann"])
            XCTAssertEqual(fixture.document.fieldWidths[name], 222)
            XCTAssertEqual(fixture.grid.rowLines, 3)
            XCTAssertFalse(switcher.isChanged)
            fixture.close()
        }
    }

    /// What a view says nothing about stays; a view of all records closes the bar.
    func testPartsThatAreAbsentStay() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let switcher = ViewSwitcher(of: fixture.grid) { _ in fixture.bar }
            let name = fixture.document.table.schema[0].id
            fixture.document.keepView(
                SavedView(name: "Backwards", sortRules: [SortRule(field: name, isDescending: true)]))
            fixture.document.keepView(SavedView(name: "All", find: SavedFind(nil)))
            XCTAssertTrue(fixture.find("n"))
            switcher.show(switcher.views[0])
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Dan", "Cy", "Ann"], "those with an n in any field")
            switcher.show(switcher.views[1])
            XCTAssertTrue(fixture.wait())
            XCTAssertFalse(fixture.bar.isOpen)
            XCTAssertEqual(fixture.names, ["Dan", "Cy", "Bob", "Ann"])
            XCTAssertFalse(switcher.isChanged)
            XCTAssertTrue(fixture.find("b"))
            XCTAssertTrue(switcher.isChanged)
            fixture.close()
        }
    }

    /// Keeping stores only the parts that the view has; a name that is taken is refused; a removed view comes back.
    func testKeptRenamedRemovedAndRestored() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let switcher = ViewSwitcher(of: fixture.grid) { _ in fixture.bar }
            let (name, age) = (fixture.document.table.schema[0].id, fixture.document.table.schema[1].id)
            fixture.grid.sort(by: [SortRule(field: name)])
            XCTAssertTrue(fixture.wait())
            switcher.save(named: "A", with: [.order])
            switcher.save(named: "B", with: [.order])
            fixture.grid.sort(by: [SortRule(field: age)])
            fixture.grid.rowLines = 2
            XCTAssertTrue(fixture.wait())
            switcher.keep()
            XCTAssertEqual(switcher.chosen?.sortRules, [SortRule(field: age)])
            XCTAssertNil(switcher.chosen?.rowLines)
            XCTAssertFalse(switcher.isChanged)
            XCTAssertFalse(switcher.rename(to: "A"))
            XCTAssertTrue(switcher.rename(to: "C"))
            XCTAssertEqual(switcher.views.map(\.name), ["A", "C"])
            switcher.show(switcher.views[0])
            let removed = try XCTUnwrap(switcher.remove())
            XCTAssertNil(switcher.chosen)
            XCTAssertEqual(switcher.views.map(\.name), ["C"])
            switcher.restore(removed)
            XCTAssertEqual(switcher.views.map(\.name), ["A", "C"])
            fixture.close()
        }
    }

    /// A search for a field that is gone shows all records and says so: never fewer without a word.
    func testASearchForAFieldThatIsGone() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let switcher = ViewSwitcher(of: fixture.grid) { _ in fixture.bar }
            var messages: [String] = []
            switcher.onMessage = { if let text = $0?.text { messages.append(text) } }
            let age = fixture.document.table.schema[1].id
            fixture.document.keepView(SavedView(name: "Old", find: SavedFind(.test(age, .greater, .int(40)))))
            try fixture.document.removeField(age)
            XCTAssertTrue(fixture.find("b"))
            switcher.show(switcher.views[0])
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names.count, 4)
            XCTAssertTrue(messages.last?.hasSuffix("All records are shown.") == true, "\(messages)")
            fixture.close()
        }
    }

    /// A condition that lines cannot express is shown as text, and is not taken for another one.
    func testAConditionThatHasNoLines() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let switcher = ViewSwitcher(of: fixture.grid) { _ in fixture.bar }
            let text = "Name contains \"a\"i and (Age > 30 or not Member = true)"
            let condition = try Condition(text: text, for: fixture.document.table.schema)
            fixture.document.keepView(SavedView(name: "Nested", find: SavedFind(condition)))
            switcher.show(switcher.views[0])
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            XCTAssertEqual(fixture.bar.parts.kept.text.text, text)
            XCTAssertFalse(switcher.isChanged)
            fixture.click(fixture.bar.parts.kept.remove)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names.count, 4)
            XCTAssertTrue(switcher.isChanged)
            fixture.close()
        }
    }
}
