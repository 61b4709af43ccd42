import CGtk
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// Finds with a name, and replacing.
final class KeptFindTests: GtkTestCase {
    func testAFindIsKeptChosenRenamedAndRemoved() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.open()
            fixture.bar.parts.onlyFound.isOn = false
            XCTAssertTrue(fixture.find("b"))
            fixture.add("Age", .greater, "40")
            XCTAssertTrue(fixture.wait())
            fixture.bar.kept.beginNaming(renames: false)
            XCTAssertFalse(fixture.bar.parts.keep.isSensitive)
            fixture.bar.parts.name.text = " Old Bobs "
            fixture.window.press(GDK_KEY_Return)
            XCTAssertFalse(fixture.bar.parts.namingPart.isVisible)
            XCTAssertEqual(fixture.document.finds.map(\.name), ["Old Bobs"])
            XCTAssertEqual(fixture.document.finds.first?.showsOnlyFound, false)
            XCTAssertNil(fixture.document.undoTitle, "no step of the history")

            XCTAssertTrue(fixture.find("other"))
            fixture.bar.parts.onlyFound.isOn = true
            fixture.bar.kept.choose(try XCTUnwrap(fixture.document.finds.first))
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.text.text, "b")
            XCTAssertEqual(fixture.bar.form.rows.map(\.line.text), ["40"])
            XCTAssertEqual(fixture.bar.parts.onlyFound.isOn, false)
            XCTAssertEqual(fixture.grid.markedRecords, [1])

            fixture.bar.kept.beginNaming(renames: true)
            fixture.bar.parts.name.text = "Bobs"
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.finds.map(\.name), ["Bobs"])
            fixture.bar.kept.remove("Bobs")
            XCTAssertEqual(fixture.document.finds, [])
            fixture.close()
        }
    }

    func testAFindOfTheSameNameIsReplacedAfterSayingSo() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.document.keepFind(NamedFind(name: "A", condition: .anywhere("x")))
            XCTAssertTrue(fixture.find("b"))
            fixture.bar.kept.beginNaming(renames: false)
            fixture.bar.parts.name.text = "A"
            XCTAssertEqual(fixture.bar.parts.keep.caption, "_Replace the Search")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.bar.isOpen, "Esc takes back the naming first")
            XCTAssertEqual(fixture.document.finds.first?.condition, .anywhere("x"))
            fixture.close()
        }
    }

    func testAConditionThatHasNoLinesIsShownAsText() throws {
        try onMain {
            let fixture = try FindBarFixture()
            let text = "Name contains \"a\"i and (Age > 30 or not Member = true)"
            let condition = try Condition(text: text, for: fixture.document.table.schema)
            fixture.bar.kept.choose(NamedFind(name: "Nested", condition: condition))
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names, ["Ann", "Dan"])
            XCTAssertEqual(fixture.bar.parts.kept.text.text, text)
            fixture.click(fixture.bar.parts.kept.remove)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.names.count, 4)
            fixture.close()
        }
    }

    func testReplacingIsCountedAndOneStep() throws {
        try onMain {
            let fixture = try FindBarFixture()
            fixture.bar.openReplacing()
            fixture.bar.parts.wanted.text = "an"
            fixture.bar.parts.replacement.text = "<>"
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 3 Texts in 2 Records")
            fixture.bar.parts.matching.toggle(.width)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 2 Texts in 2 Records")
            fixture.bar.parts.matching.toggle(.case)
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 1 Text in 1 Record")
            fixture.click(fixture.bar.parts.replace)
            XCTAssertEqual(fixture.document.table[3, 0], .string("D<>"))
            XCTAssertEqual(fixture.message, "Replaced 1 text. You can undo this.")
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Nothing to Replace")
            XCTAssertEqual(fixture.document.undoTitle, .replaceText(1))
            XCTAssertFalse(fixture.bar.parts.replace.isSensitive)
            fixture.grid.undo()
            XCTAssertEqual(fixture.document.table[3, 0], .string("Dan"))
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testReplacingOnlyInOneFieldAndOnlyInWhatIsFound() throws {
        try onMain {
            let fixture = try FindBarFixture()
            XCTAssertTrue(fixture.find("31"))
            fixture.bar.openReplacing()
            XCTAssertEqual(fixture.bar.parts.onlyInFound.isOn, true)
            fixture.bar.parts.wanted.text = "n"
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 4 Texts in 1 Record")
            fixture.bar.parts.replacedField.chosen = 1
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 2 Texts in 1 Record")
            fixture.bar.parts.onlyInFound.isOn = false
            XCTAssertTrue(fixture.wait())
            XCTAssertEqual(fixture.bar.parts.replace.caption, "Replace 3 Texts in 2 Records")
            fixture.close()
        }
    }

    func testAReadOnlyDocumentIsSearchedAndNotReplacedIn() throws {
        try onMain {
            let fixture = try FindBarFixture(isReadOnly: true)
            XCTAssertTrue(fixture.find("bob"))
            XCTAssertEqual(fixture.names, ["Bob"])
            fixture.bar.openReplacing()
            XCTAssertFalse(fixture.bar.parts.replacingPart.isVisible)
            XCTAssertFalse(fixture.bar.parts.replacing.isSensitive)
            fixture.close()
        }
    }
}
