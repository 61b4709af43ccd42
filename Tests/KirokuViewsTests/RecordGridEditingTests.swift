import CGtk
import Geometry
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridEditingTests: GtkTestCase {
    func testWhatIsTypedIsTakenWhenItIsCommitted() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0)
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertTrue(fixture.grid.editing.editor.entry.isVisible)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "2")
            XCTAssertEqual(fixture.grid.editing.editor.entry.accessibleName, "Number")
            fixture.grid.editing.editor.entry.text = " 42 "
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            XCTAssertTrue(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertFalse(fixture.grid.editing.editor.entry.isVisible)
            XCTAssertNil(fixture.message)
            XCTAssertEqual(fixture.document.undoTitle, .editCells(1))
            fixture.close()
        }
    }

    func testEachTypeReadsWhatIsTyped() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("-1.25", 0, 1)
            fixture.enter("no", 1, 2)
            fixture.enter("a\tb", 0, 3)
            fixture.enter("", 2, 3)
            fixture.enter("", 2, 0)
            XCTAssertEqual(fixture.value(0, 1), .float(-1.25))
            XCTAssertEqual(fixture.value(1, 2), .bool(false))
            XCTAssertEqual(fixture.value(0, 3), .string("a\tb"))
            XCTAssertEqual(fixture.value(2, 3), .empty)
            XCTAssertEqual(fixture.value(2, 0), .empty)
            fixture.close()
        }
    }

    func testTakingBackLeavesTheCellAsItWas() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            fixture.grid.cancelEditing()
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertFalse(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(2, 0), .int(2))
            XCTAssertNil(fixture.document.undoTitle)
            fixture.close()
        }
    }

    func testTextThatIsCommittedUnchangedIsNoStep() throws {
        try onMain {
            let fixture = try GridFixture()
            for field in 0..<4 {
                fixture.begin(3, field)
                XCTAssertFalse(fixture.grid.commitEditing())
            }
            XCTAssertNil(fixture.document.undoTitle)
            XCTAssertEqual(fixture.document.saveState, .saved)
            fixture.close()
        }
    }

    func testUnfitTextStaysAndSaysWhy() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("abc", 1, 0)
            XCTAssertEqual(fixture.value(1, 0), .unfit("abc"))
            XCTAssertEqual(fixture.message, Message("“abc” is not a whole number.", .error))
            // The reason comes again with the cursor, and goes with it.
            fixture.go(5, 0)
            XCTAssertNil(fixture.message)
            fixture.go(1, 0)
            XCTAssertEqual(fixture.message, Message("“abc” is not a whole number.", .error))
            fixture.begin(1, 0)
            XCTAssertEqual(fixture.grid.editing.editor.entry.text, "abc")
            fixture.grid.editing.editor.entry.text = "7"
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(1, 0), .int(7))
            XCTAssertNil(fixture.message)
            fixture.close()
        }
    }

    func testTheReasonStaysWhenEnterGoesOnToTheNextRecord() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(1, 0, typing: "abc")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 2, field: 0))
            XCTAssertEqual(fixture.message, Message("“abc” is not a whole number.", .error))
            fixture.window.press(GDK_KEY_Down)
            XCTAssertNil(fixture.message)
            fixture.close()
        }
    }

    func testLosingTheFocusCommits() throws {
        try onMain {
            let other = entry(name: "other")
            let fixture = try GridFixture()
            fixture.grid.widget.attach(other, column: 0, row: 5)
            fixture.window.showAll()
            XCTAssertTrue(fixture.window.activate(), "the window never got the focus")
            fixture.begin(2, 0, typing: "abc")
            XCTAssertTrue(work(until: { fixture.grid.editing.editor.entry.hasFocus }))
            other.grabFocus()
            XCTAssertTrue(work(until: { !fixture.grid.isEditing }))
            XCTAssertEqual(fixture.value(2, 0), .unfit("abc"))
            XCTAssertEqual(fixture.message, Message("“abc” is not a whole number.", .error))
            XCTAssertTrue(other.hasFocus)
            fixture.close()
        }
    }

    func testAnotherWindowCommits() throws {
        try onMain {
            let fixture = try GridFixture()
            XCTAssertTrue(fixture.window.activate())
            fixture.begin(2, 0, typing: "42")
            XCTAssertTrue(work(until: { fixture.grid.editing.editor.entry.hasFocus }))
            let other = testWindow(entry(name: "other"))
            XCTAssertTrue(other.activate())
            XCTAssertTrue(work(until: { !fixture.grid.isEditing }))
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            other.destroy()
            fixture.close()
        }
    }

    func testAClickOnAnotherCellCommits() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            let cell = try XCTUnwrap(fixture.grid.rectangle(of: CellIndex(row: 4, column: 0)))
            fixture.grid.viewport.canvas.click(x: cell.x + 5, y: cell.y + 5)
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 4, field: 0))
            fixture.close()
        }
    }

    func testBeginningAndEndingAreTold() throws {
        try onMain {
            let fixture = try GridFixture()
            var told: [Bool] = []
            fixture.grid.onEditingChange = { [weak grid = fixture.grid] in told.append(grid?.isEditing ?? false) }
            fixture.begin(2, 0)
            fixture.grid.cancelEditing()
            fixture.begin(3, 0, typing: "8")
            fixture.grid.commitEditing()
            XCTAssertEqual(told, [true, false, true, false])
            fixture.close()
        }
    }

    func testTheKeysGoToTheGridWhenACommandEndsTheEditing() throws {
        try onMain {
            let commands: [@MainActor (RecordGrid) -> Void] = [
                { $0.addRecord() }, { $0.deleteSelectedRecords() }, { $0.undo() }, { $0.redo() },
                { $0.commitEditing() },
            ]
            for (number, command) in commands.enumerated() {
                let fixture = try GridFixture()
                XCTAssertTrue(fixture.window.activate())
                fixture.begin(2, 0, typing: "42")
                command(fixture.grid)
                workOff()
                let record = try XCTUnwrap(fixture.grid.cursor?.record)
                fixture.window.press(GDK_KEY_Up)
                XCTAssertEqual(fixture.grid.cursor?.record, record - 1, "command \(number)")
                fixture.close()
            }
        }
    }

    // MARK: Records that come and go meanwhile

    func testAnEditGoesAlongWithItsRecord() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            try fixture.document.insertRecords(records(3, like: fixture), at: RecordIndexes(0..<3))
            XCTAssertTrue(fixture.grid.isEditing)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 5, field: 0))
            XCTAssertTrue(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(5, 0), .int(42))
            XCTAssertEqual(fixture.value(5, 3), .string("text 2"))
            XCTAssertEqual(fixture.value(2, 0), .empty)
            fixture.begin(5, 0, typing: "43")
            try fixture.document.deleteRecords(at: RecordIndexes([0, 2]))
            XCTAssertTrue(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(3, 0), .int(43))
            XCTAssertEqual(fixture.value(3, 3), .string("text 2"))
            fixture.close()
        }
    }

    func testAnEditIsNotMovedByRecordsBehindIt() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            try fixture.document.insertRecords(records(2, like: fixture), at: RecordIndexes(3..<5))
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(2, 0), .int(42))
            fixture.close()
        }
    }

    func testAnEditGoesAlongWithItsField() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            try fixture.document.moveField(fixture.document.table.schema[3].id, to: 0)
            XCTAssertTrue(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(2, 1), .int(42))
            XCTAssertEqual(fixture.value(2, 0), .string("text 2"))
            fixture.close()
        }
    }

    func testAnEditEndsWithItsRecord() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.begin(2, 0, typing: "42")
            try fixture.document.deleteRecords(at: RecordIndexes(2))
            XCTAssertFalse(fixture.grid.isEditing)
            XCTAssertFalse(fixture.grid.editing.editor.entry.isVisible)
            XCTAssertFalse(fixture.grid.commitEditing())
            XCTAssertEqual(fixture.value(2, 0), .int(3))
            fixture.close()
        }
    }

    // MARK: Bool

    func testABoolGoesFromEmptyToTrueToFalseToEmpty() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(0, 2)
            XCTAssertEqual(fixture.value(0, 2), .bool(false))
            for next in [.empty, .bool(true), .bool(false), .empty] as [CellValue] {
                fixture.window.press(GDK_KEY_space)
                XCTAssertEqual(fixture.value(0, 2), next)
            }
            fixture.close()
        }
    }

    func testUnfitTextOfABoolBecomesTrue() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("maybe", 0, 2)
            XCTAssertEqual(fixture.message, Message("“maybe” is not true or false.", .error))
            fixture.go(0, 2)
            fixture.window.press(GDK_KEY_space)
            XCTAssertEqual(fixture.value(0, 2), .bool(true))
            XCTAssertNil(fixture.message)
            fixture.close()
        }
    }

    func testTheCheckBoxIsClicked() throws {
        try onMain {
            let fixture = try GridFixture()
            let cell = try XCTUnwrap(fixture.grid.rectangle(of: CellIndex(row: 1, column: 2)))
            fixture.grid.viewport.canvas.click(x: cell.x + cell.width / 2, y: cell.y + cell.height / 2)
            XCTAssertEqual(fixture.value(1, 2), .bool(false))
            fixture.grid.viewport.canvas.click(x: cell.x + 2, y: cell.y + 2)
            XCTAssertEqual(fixture.value(1, 2), .bool(false))
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 1, field: 2))
            fixture.close()
        }
    }

    // MARK: What an entry cannot hold

    /// GTK cuts off what an entry does not hold without a word, and committing would take what is left.
    func testTextsThatTheEntryWouldCutAreRefused() throws {
        try onMain {
            let tooLong = "This text is too long to edit here."
            let refused = [
                ("a\0b", "This text contains characters that cannot be edited here."),
                (String(repeating: "a", count: 65_536), tooLong),
                (String(repeating: "日", count: 65_535), tooLong),
                (String(repeating: "日", count: 30_000), tooLong),
                (String(repeating: "e\u{301}", count: 40_000), tooLong),
                (String(repeating: "\r\n", count: 40_000), tooLong),
            ]
            for (text, reason) in refused {
                let fixture = try gridOfOneText(text)
                fixture.begin(0, 0)
                XCTAssertFalse(fixture.grid.isEditing, "\(text.utf8.count) bytes")
                XCTAssertEqual(fixture.message, Message(reason, .caution))
                fixture.grid.commitEditing()
                XCTAssertTrue(fixture.value(0, 0) == .string(text), "\(text.utf8.count) bytes were cut")
                fixture.close()
            }
        }
    }

    func testTextsThatTheEntryHoldsAreEdited() throws {
        try onMain {
            let texts = [
                String(repeating: "a", count: 65_534), String(repeating: "日", count: 21_844), "a\nb\r\nc\td",
                "e\u{301}", "👨‍👩‍👧", "\u{1}",
            ]
            for text in texts {
                let fixture = try gridOfOneText(text)
                fixture.begin(0, 0)
                XCTAssertTrue(fixture.grid.isEditing)
                XCTAssertTrue(
                    fixture.grid.editing.editor.field.text.utf8.elementsEqual(text.utf8), "\(text.utf8.count) bytes")
                XCTAssertFalse(fixture.grid.commitEditing())
                fixture.close()
            }
        }
    }

    func testATextThatCannotBeEditedCanBeReplaced() throws {
        try onMain {
            let fixture = try gridOfOneText("a\0b")
            fixture.go(0, 0)
            fixture.window.type("x")
            fixture.grid.commitEditing()
            XCTAssertEqual(fixture.value(0, 0), .string("x"))
            fixture.close()
        }
    }

    // MARK: Read-only

    func testACellThatIsScrolledAwayGoesOnBeingEditedAndTypingBringsItBack() throws {
        try onMain {
            let fixture = try GridFixture(records: 200)
            fixture.begin(0, 3)
            for rows in [0.9, 50] {
                // GTK complains about an entry that is smaller than its border, and then the test fails.
                fixture.grid.viewport.scroll(x: 0, y: rows * fixture.grid.viewport.layout.rowHeight)
                workOff()
                XCTAssertTrue(fixture.grid.isEditing)
            }
            fixture.window.type("!")
            workOff()
            XCTAssertEqual(fixture.grid.viewport.layout.scrollY, 0)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(0, 3), .string("text 0!"))
            fixture.grid.renameField(fixture.document.table.schema[0].id)
            fixture.grid.viewport.setColumnWidth(2_000, of: 0)
            fixture.grid.viewport.scroll(x: 1_990, y: 0)
            workOff()
            fixture.grid.viewport.scroll(x: 2_200, y: 0)
            workOff()
            fixture.close()
        }
    }

    func testAReadOnlyDocumentRefusesWithAMessage() throws {
        try onMain {
            let refusal = Message("This document is read-only. Nothing was changed.", .error)
            let edits: [@MainActor (GridFixture) -> Void] = [
                { $0.grid.addRecord() },
                { XCTAssertEqual($0.grid.deleteSelectedRecords(), 0) },
                { $0.begin(0, 0) },
                { $0.window.type("x") },
                { $0.window.press(GDK_KEY_Delete) },
                { $0.window.press(GDK_KEY_BackSpace) },
                { fixture in
                    fixture.go(0, 2)
                    fixture.window.press(GDK_KEY_space)
                },
                { $0.grid.activate(CellIndex(row: 0, column: 3)) },
            ]
            for edit in edits {
                let fixture = try GridFixture(isReadOnly: true)
                let before = fixture.document.table
                edit(fixture)
                XCTAssertEqual(fixture.message, refusal)
                XCTAssertEqual(fixture.document.table, before)
                XCTAssertFalse(fixture.grid.isEditing)
                fixture.close()
            }
        }
    }
}

@MainActor
private func records(_ count: Int, like fixture: GridFixture) -> RecordTable {
    var records = RecordTable(schema: fixture.document.table.schema)
    for _ in 0..<count { records.addRecord() }
    return records
}

@MainActor
private func gridOfOneText(_ text: String) throws -> GridFixture {
    var table = try RecordTable(fieldNames: ["Text"], fieldTypes: [.string])
    try table.addRecord([.string(text)])
    return GridFixture(table)
}
