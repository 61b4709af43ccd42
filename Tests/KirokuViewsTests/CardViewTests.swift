import CGtk
import CoreTestSupport
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class CardViewTests: GtkTestCase {
    func testShowsARecordUnderItsFieldNames() throws {
        try onMain {
            let card = try CardFixture()
            XCTAssertEqual(card.view.rows.map(\.caption.text), ["Number", "Done", "Text"])
            XCTAssertEqual(card.view.rows.map(\.entry.accessibleName), ["Number", "Done", "Text"])
            XCTAssertEqual(card.entry("Number").text, "1")
            XCTAssertEqual(card.entry("Text").text, "text 1")
            XCTAssertEqual(card.view.heading.text, "Record 2 of 3")
            card.close()
        }
    }

    func testWhatIsTypedIsTakenWithEnterWhichGoesOn() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Number", typing: "42")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.value(1, 0), .int(42))
            XCTAssertEqual(card.document.undoTitle, .editCells(1))
            XCTAssertTrue(card.row("Done").check?.hasFocusInWindow ?? false)
            card.close()
        }
    }

    func testANumberIsShownInItsFormatUnlessItIsEdited() throws {
        try onMain {
            let card = try CardFixture()
            let field = card.document.table.schema[0].id
            try card.document.formatNumbers(of: field, as: NumberFormat(places: 2, unit: " kg"))
            XCTAssertEqual(card.entry("Number").text, "1.00 kg")
            XCTAssertTrue(card.window.activate())
            card.row("Number").grabFocus()
            XCTAssertEqual(card.entry("Number").text, "1")
            try card.begin("Number", typing: "42")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.value(1, 0), .int(42))
            XCTAssertEqual(card.entry("Number").text, "42.00 kg")
            try card.document.undo()
            try card.document.undo()
            XCTAssertEqual(card.entry("Number").text, "1")
            card.close()
        }
    }

    func testDecimalPlacesTypedWithTheSameNumberAreReported() throws {
        try onMain {
            let card = try CardFixture(number: .float)
            var typed: [Int?] = []
            card.view.onPlacesTyped = { typed.append($1) }
            try card.begin("Number", typing: "1.00")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(typed, [2])
            XCTAssertEqual(card.value(1, 0), .float(1))
            card.close()
        }
    }

    func testWhatDoesNotFitIsKeptAndSaid() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Number", typing: "abc")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.value(1, 0), .unfit("abc"))
            XCTAssertEqual(card.row("Number").reason.text, "“abc” is not a whole number.")
            XCTAssertTrue(card.row("Number").reason.isVisible)
            XCTAssertEqual(card.message?.text, "“abc” is not a whole number.")
            try card.document.undo()
            XCTAssertEqual(card.entry("Number").text, "1")
            XCTAssertFalse(card.row("Number").reason.isVisible)
            card.close()
        }
    }

    func testEscTakesBackWhatWasTyped() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Text", typing: "other")
            card.window.press(GDK_KEY_Escape)
            XCTAssertEqual(card.entry("Text").text, "text 1")
            XCTAssertEqual(card.value(1, 2), .string("text 1"))
            XCTAssertNil(card.document.undoTitle)
            card.close()
        }
    }

    func testKeysForValuesThatAreKnownElsewhereAreHandedOn() throws {
        try onMain {
            let card = try CardFixture()
            var willSet: [CellPosition] = []
            card.view.onWillSet = { willSet.append($0) }
            try card.begin("Text", typing: "other")
            card.window.press(GDK_KEY_apostrophe, .control)
            XCTAssertEqual(card.value(1, 2), .string("other"), "what was typed is taken first")
            XCTAssertEqual(willSet, [CellPosition(record: 1, field: 2)])
            card.window.press(GDK_KEY_d, .control)
            card.window.press(GDK_KEY_semicolon, .control)
            card.window.press(GDK_KEY_colon, [.control, .shift])
            XCTAssertEqual(card.steps, [.repeatAbove, .fillDown, .date, .time])
            card.close()
        }
    }

    func testShowingAnotherRecordTakesWhatWasTyped() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Text", typing: "other")
            card.show(2)
            XCTAssertEqual(card.value(1, 2), .string("other"))
            XCTAssertEqual(card.entry("Text").text, "text 2")
            XCTAssertEqual(card.view.heading.text, "Record 3 of 3")
            card.close()
        }
    }

    func testABoxGoesThroughTrueFalseAndEmpty() throws {
        try onMain {
            let card = try CardFixture()
            let check = try XCTUnwrap(card.row("Done").check)
            XCTAssertEqual(check.isOn, true)
            check.grabFocus()
            for expected in [CellValue.bool(false), .empty, .bool(true)] {
                card.window.press(GDK_KEY_space)
                XCTAssertEqual(card.value(1, 1), expected)
            }
            XCTAssertEqual(check.isOn, true)
            card.close()
        }
    }

    func testTextThatIsNoBoolCanBeMended() throws {
        try onMain {
            let card = try CardFixture()
            XCTAssertFalse(card.entry("Done").isVisible)
            try card.document.setCells([CellEdit(record: 1, field: 1, value: .unfit("maybe"))])
            XCTAssertTrue(card.entry("Done").isVisible)
            try card.begin("Done", typing: "yes")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.value(1, 1), .bool(true))
            XCTAssertFalse(card.entry("Done").isVisible)
            card.close()
        }
    }

    func testControlAndPageKeysAskForOtherRecords() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Number", typing: "7")
            card.window.press(GDK_KEY_Page_Up, .control)
            card.window.press(GDK_KEY_Page_Down, .control)
            XCTAssertEqual(card.steps, [.previous, .next])
            XCTAssertEqual(card.value(1, 0), .int(7))
            card.close()
        }
    }

    func testEnterInTheLastLineAsksForTheNextRecord() throws {
        try onMain {
            let card = try CardFixture()
            try card.begin("Text", typing: "x")
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.steps, [.next])
            card.close()
        }
    }

    func testEnterAndTabInTheLastLineOfTheLastRecordAskForANewOne() throws {
        try onMain {
            let card = try CardFixture()
            card.show(card.document.table.count - 1)
            for key in [GDK_KEY_Return, GDK_KEY_Tab, GDK_KEY_Down] {
                try card.begin("Text", typing: "x")
                card.window.press(key)
            }
            XCTAssertEqual(card.steps, [.new, .new, .next], "an arrow adds nothing")
            card.close()
        }
    }

    func testAnEmptyLastRecordIsEnough() throws {
        try onMain {
            let card = try CardFixture()
            try card.document.addRecord()
            card.show(card.document.table.count - 1)
            card.view.grabFocus(field: card.document.table.schema[2].id)
            card.window.press(GDK_KEY_Return)
            XCTAssertEqual(card.steps, [.next])
            card.close()
        }
    }

    func testFieldsThatChangeChangeTheForm() throws {
        try onMain {
            let card = try CardFixture()
            try card.document.addField("Note", type: .string)
            XCTAssertEqual(card.view.rows.map(\.caption.text), ["Number", "Done", "Text", "Note"])
            try card.document.undo()
            XCTAssertEqual(card.view.rows.count, 3)
            card.close()
        }
    }

    func testARecordThatGoesEmptiesTheForm() throws {
        try onMain {
            let card = try CardFixture()
            try card.document.deleteRecords(at: RecordIndexes(1))
            XCTAssertEqual(card.entry("Text").text, "")
            XCTAssertFalse(card.entry("Text").isEditable)
            card.close()
        }
    }

    func testATextThatAnEntryCannotHoldIsLeftAlone() throws {
        try onMain {
            let card = try CardFixture()
            let long = String(repeating: "a", count: 100_000)
            try card.document.setCells([CellEdit(record: 1, field: 2, value: .string(long))])
            XCTAssertFalse(card.entry("Text").isEditable)
            card.view.commitEditing()
            XCTAssertEqual(card.value(1, 2), .string(long))
            card.close()
        }
    }

    func testAReadOnlyDocumentIsOnlyShown() throws {
        try onMain {
            let card = try CardFixture(isReadOnly: true)
            XCTAssertFalse(card.entry("Text").isEditable)
            XCTAssertFalse(card.row("Done").check?.isSensitive ?? true)
            card.close()
        }
    }

    func testNothingIsLeftWhenItHasGone() throws {
        try onMain {
            let before = ClosureBoxes.live
            let card = try CardFixture()
            XCTAssertGreaterThan(ClosureBoxes.live, before)
            card.close()
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}

/// A card in a window, over a document of three records that is kept in memory.
@MainActor
private struct CardFixture {
    let document: Document
    let view: CardView
    let window: TestWindow
    private let recorder = Recorder()

    private final class Recorder {
        var messages: [Message?] = []
        var steps: [CardStep] = []
    }

    init(number type: FieldType = .int, isReadOnly: Bool = false) throws {
        var table = try RecordTable(fieldNames: ["Number", "Done", "Text"], fieldTypes: [type, .bool, .string])
        for number in 0..<3 {
            try table.addRecord([
                type == .float ? .float(Double(number)) : .int(number), .bool(true), .string("text \(number)"),
            ])
        }
        document = Document(
            title: "a", contents: DocumentContents(table: table),
            store: isReadOnly ? nil : MemoryStore(DocumentContents(table: table)))
        view = CardView(model: document, name: "Card")
        view.onMessage = { [recorder] in recorder.messages.append($0) }
        view.onStep = { [recorder] in recorder.steps.append($0) }
        window = testWindow(view.widget)
        show(1)
    }

    var message: Message? { recorder.messages.last ?? nil }

    var steps: [CardStep] { recorder.steps }

    func show(_ record: Int) {
        view.show(record: record, position: CardPosition(index: record, count: document.table.count))
    }

    func value(_ record: Int, _ field: Int) -> CellValue { document.table[record, field] }

    func row(_ name: String) -> CardRow {
        guard let row = view.rows.first(where: { $0.name == name }) else { preconditionFailure("no field “\(name)”") }
        return row
    }

    func entry(_ name: String) -> any EditableText { row(name).entry }

    func begin(_ name: String, typing text: String) throws {
        entry(name).grabFocus()
        XCTAssertTrue(entry(name).hasFocusInWindow)
        entry(name).text = text
    }

    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}
