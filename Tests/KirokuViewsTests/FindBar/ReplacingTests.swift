import CGtk
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// Replacing the texts that were found.
final class ReplacingTests: GtkTestCase {
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
