import CGtk
import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

/// Input methods, completion, and what is said of a selection.
final class RecordGridTypingTests: GtkTestCase {
    /// As when the program is to end in the middle of it.
    func testWhatIsBeingComposedIsTakenAsItIsShown() throws {
        try onMain {
            let fixture = try GridFixture()
            XCTAssertTrue(fixture.window.activate())
            fixture.go(2, 3)
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_U, [.control, .shift])
            fixture.window.press(GDK_KEY_Control_L, .control)
            for key in [GDK_KEY_3, GDK_KEY_0] { fixture.window.press(key) }
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "a")
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(2, 3), .string("au30"))
            fixture.close()
        }
    }

    func testComposingBeginsWithTheFirstKey() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 3)
            fixture.window.press(GDK_KEY_dead_acute)
            XCTAssertTrue(fixture.grid.isEditing)
            fixture.window.press(GDK_KEY_e)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "é")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(2, 3), .string("é"))
            fixture.close()
        }
    }

    /// GTK's own input method composes a character from its number after Ctrl+Shift+U, and Enter ends that.
    func testEnterAndEscapeBelongToAComposition() throws {
        try onMain {
            let fixture = try GridFixture()
            XCTAssertTrue(fixture.window.activate())
            fixture.go(2, 3)
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_U, [.control, .shift])
            // Letting go of Ctrl is what the input method waits for.
            fixture.window.press(GDK_KEY_Control_L, .control)
            for key in [GDK_KEY_3, GDK_KEY_0, GDK_KEY_4, GDK_KEY_2] { fixture.window.press(key) }
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "a", "what is composed is not in the text yet")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(fixture.grid.isEditing, "Enter has ended the composition, not the entry")
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "aあ")
            fixture.window.press(GDK_KEY_U, [.control, .shift])
            fixture.window.press(GDK_KEY_Control_L, .control)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(fixture.grid.isEditing, "Esc has ended the composition, not the entry")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(2, 3), .string("aあ"))
            fixture.close()
        }
    }

    func testCompletionIsShownAndOnlyEndTakesIt() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("Osaka", 1, 3)
            for (key, isAccepted) in [
                (GDK_KEY_Return, false), (GDK_KEY_Tab, false), (GDK_KEY_Left, false), (GDK_KEY_Right, false),
                (GDK_KEY_Down, false), (GDK_KEY_Up, false), (GDK_KEY_End, true),
            ] {
                fixture.go(2, 3)
                fixture.window.type("Os")
                XCTAssertEqual(fixture.grid.editing.editor.ghost.text, "aka")
                XCTAssertTrue(fixture.grid.editing.editor.ghost.isShown)
                XCTAssertEqual(fixture.grid.editing.editor.entry.text, "Os")
                XCTAssertEqual(
                    fixture.grid.editing.editor.entry.accessibleDescription, "Press End to complete it to “Osaka”.")
                fixture.grid.viewport.canvas.redraw()
                workOff()
                fixture.window.press(key)
                XCTAssertEqual(fixture.grid.isEditing, isAccepted)
                fixture.grid.commitEditing()
                XCTAssertEqual(fixture.value(2, 3), .string(isAccepted ? "Osaka" : "Os"), "key \(key)")
                XCTAssertEqual(fixture.grid.editing.editor.ghost.text, "")
            }
            fixture.close()
        }
    }

    func testASemicolonTakesTheProposedChoice() throws {
        try onMain {
            let field = try FieldDefinition(id: FieldID(rawValue: 1), name: "Colours", type: .choices)
                .with(["Red", "Green", "Blue"].map { ChoiceOption(text: $0) })
            var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
            for _ in 0..<2 { try table.addRecord([.empty]) }
            let fixture = GridFixture(table)
            fixture.go(0, 0)
            fixture.window.type("r;b;")
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "Red; Blue;")
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.grid.rows.displayText(at: CellIndex(row: 0, column: 0), limit: 99), "Red; Blue")
            fixture.close()
        }
    }

    func testWhatDoesNotFitIsReadAgainWhenItIsTypedAgain() throws {
        try onMain {
            let fixture = try GridFixture()
            // As of a person who typed it under another region.
            try fixture.document.setCells([CellEdit(record: 1, field: 0, value: .unfit("12"))])
            fixture.begin(1, 0)
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(1, 0), .unfit("12"), "nothing was typed")
            fixture.begin(1, 0, typing: "1")
            fixture.grid.editing.editor.entry.text = "12"
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(1, 0), .int(12))
            fixture.close()
        }
    }

    func testCompletionStaysAwayWithinATextAndInNumbers() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("Osaka", 1, 3)
            fixture.begin(2, 3)
            fixture.window.press(GDK_KEY_a, .control)
            fixture.window.type("Os")
            fixture.window.press(GDK_KEY_Left)
            XCTAssertFalse(fixture.grid.editing.editor.ghost.isShown)
            fixture.window.press(GDK_KEY_End)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "Os", "End goes to the end first")
            fixture.window.press(GDK_KEY_Escape)
            fixture.go(5, 0)
            fixture.window.type("4")
            XCTAssertEqual(fixture.grid.editing.editor.ghost.text, "")
            fixture.close()
        }
    }

    func testTheSelectionIsSummedUp() throws {
        try onMain {
            let fixture = try GridFixture()
            var told: [String?] = []
            fixture.grid.onSelectionSummary = { told.append($0?.text) }
            fixture.go(1, 0)
            fixture.window.press(GDK_KEY_Down, .shift)
            XCTAssertTrue(work(until: { (told.last ?? nil) != nil }))
            XCTAssertEqual(told.last, "2 cells · Sum 3 · Mean 1.5 · Min 1 · Max 2")
            fixture.window.press(GDK_KEY_Right, .shift)
            XCTAssertTrue(work(until: { told.last == "4 cells" }), "the numbers of two fields are not added up")
            fixture.window.press(GDK_KEY_Delete)
            XCTAssertTrue(work(until: { told.last == "4 cells · 0 filled" }))
            fixture.window.press(GDK_KEY_Up)
            XCTAssertEqual(told.last, .some(nil))
            fixture.close()
        }
    }

    func testTheOrderIsKeptInTheDocument() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.grid.sort(by: [SortRule(field: fixture.document.table.schema[0].id, isDescending: true)])
            XCTAssertTrue(fixture.waitUntilArranged())
            let second = RecordGrid(model: fixture.document, name: "Second")
            let window = testWindow(second.widget)
            XCTAssertTrue(work(until: { !second.isArranging }))
            XCTAssertEqual(second.sortRules, fixture.grid.sortRules)
            XCTAssertEqual(second.cell(at: CellIndex(row: 0, column: 0)).text, "9")
            window.destroy()
            fixture.close()
        }
    }
}
