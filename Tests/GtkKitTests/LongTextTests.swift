import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class LongTextTests: GtkTestCase {
    @MainActor
    private struct Fixture {
        let long = LongText(in: textArea(name: "Text"))

        init() { _ = testWindow(long.area.frame, width: 600, height: 400) }

        var lineCount: Int {
            Int(gtk_text_buffer_get_line_count(gtk_text_view_get_buffer(long.area.cast(to: GtkTextView.self))))
        }
    }

    func testLongLinesAreBrokenButNotInTheText() {
        onMain {
            let fixture = Fixture()
            for text in [
                "", "short", String(repeating: "word ", count: 10_000),
                String(repeating: "日", count: 9_000) + "\nend\r\n",
                String(repeating: "e\u{301}", count: 9_000), String(repeating: "a\n", count: 9_000),
            ] {
                fixture.long.text = text
                XCTAssertTrue(fixture.long.text.unicodeScalars.elementsEqual(text.unicodeScalars))
            }
            fixture.long.text = String(repeating: "word ", count: 10_000)
            XCTAssertGreaterThan(fixture.lineCount, 10)
        }
    }

    func testPlacesAreThoseOfTheText() {
        onMain {
            let fixture = Fixture()
            fixture.long.text = String(repeating: "word ", count: 10_000)
            for place in [0, 1, 3_999, 4_000, 4_001, 25_000, 50_000] {
                fixture.long.select(place..<place)
                XCTAssertEqual(fixture.long.selection, place..<place)
            }
            fixture.long.select(10..<30_000)
            XCTAssertEqual(fixture.long.selection, 10..<30_000)
        }
    }

    func testWhatIsInsertedIsBrokenToo() {
        onMain {
            let fixture = Fixture()
            fixture.long.text = "a b"
            fixture.long.select(1..<1)
            let inserted = String(repeating: "long ", count: 4_000)
            fixture.long.area.insertAtCursor(inserted)
            XCTAssertTrue(work(until: { fixture.lineCount > 3 }))
            XCTAssertEqual(fixture.long.text, "a" + inserted + " b")
            XCTAssertTrue(fixture.long.undoEdit())
            XCTAssertEqual(fixture.long.text, "a b")
            XCTAssertTrue(fixture.long.redoEdit())
            XCTAssertEqual(fixture.long.text, "a" + inserted + " b")
        }
    }

    func testUndoGoesWordByWord() {
        onMain {
            let fixture = Fixture()
            fixture.long.text = "x"
            XCTAssertFalse(fixture.long.undoEdit())
            fixture.long.select(1..<1)
            for letter in "one two" { fixture.long.area.insertAtCursor(String(letter)) }
            XCTAssertEqual(fixture.long.text, "xone two")
            fixture.long.undoEdit()
            XCTAssertEqual(fixture.long.text, "xone ")
            fixture.long.undoEdit()
            XCTAssertEqual(fixture.long.text, "x")
            XCTAssertFalse(fixture.long.undoEdit())
            fixture.long.redoEdit()
            XCTAssertEqual(fixture.long.text, "xone ")
            fixture.long.select(0..<1)
            fixture.long.area.insertAtCursor("日本")
            XCTAssertEqual(fixture.long.text, "日本one ")
            XCTAssertFalse(fixture.long.redoEdit())
            fixture.long.undoEdit()
            XCTAssertEqual(fixture.long.text, "xone ")
        }
    }

    /// Edits at random places of a text with broken lines, and all of them back.
    func testUndoRestoresAnyText() {
        onMain {
            var random = SystemRandomNumberGenerator()
            let fixture = Fixture()
            let first = String(repeating: "日本 text ", count: 3_000)
            fixture.long.text = first
            var texts = [first]
            for _ in 0..<12 {
                let count = fixture.long.text.unicodeScalars.count
                let start = Int.random(in: 0...count, using: &random)
                fixture.long.select(start..<min(count, start + Int.random(in: 0...9_000, using: &random)))
                fixture.long.area.insertAtCursor(
                    ["", "\n", "ab", String(repeating: "z", count: 9_000)].randomElement()!)
                if texts.count % 5 == 0 { workOff() }
                if fixture.long.text != texts.last { texts.append(fixture.long.text) }
            }
            for text in texts.dropLast().reversed() {
                XCTAssertTrue(fixture.long.undoEdit())
                XCTAssertEqual(fixture.long.text, text)
            }
            for text in texts.dropFirst() {
                XCTAssertTrue(fixture.long.redoEdit())
                XCTAssertEqual(fixture.long.text, text)
            }
        }
    }
}
