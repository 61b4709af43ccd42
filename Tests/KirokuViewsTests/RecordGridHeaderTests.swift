import CGtk
import CoreTestSupport
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class RecordGridHeaderTests: GtkTestCase {
    func testAClickSortsUpThenDownThenAsInTheFile() throws {
        try onMain {
            let fixture = try GridFixture()
            clickHeader(fixture, 0)
            XCTAssertEqual(rules(fixture), ["Number↑"])
            clickHeader(fixture, 0)
            XCTAssertEqual(rules(fixture), ["Number↓"])
            XCTAssertEqual(fixture.texts(0).first, "9")
            XCTAssertEqual(fixture.table.columnDescription(0), "Whole number, sorted descending, 1")
            clickHeader(fixture, 0)
            XCTAssertEqual(rules(fixture), [])
            XCTAssertEqual(fixture.texts(0).first, "0")
            XCTAssertEqual(fixture.table.columnDescription(0), "Whole number")
            fixture.close()
        }
    }

    func testShiftAndAClickAddAnotherField() throws {
        try onMain {
            let fixture = try GridFixture()
            clickHeader(fixture, 2)
            clickHeader(fixture, 0, .shift)
            clickHeader(fixture, 0, .shift)
            XCTAssertEqual(rules(fixture), ["Done↑", "Number↓"])
            XCTAssertEqual(fixture.texts(0), ["8", "6", "4", "2", "0", "9", "7", "5", "3", "1"])
            XCTAssertEqual(fixture.table.columnDescription(0), "Whole number, sorted descending, 2")
            clickHeader(fixture, 0, .shift)
            XCTAssertEqual(rules(fixture), ["Done↑"])
            clickHeader(fixture, 3)
            XCTAssertEqual(rules(fixture), ["Text↑"], "without Shift it alone counts")
            fixture.close()
        }
    }

    func testAClickTakesTheField() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(3, 0)
            clickHeader(fixture, 1)
            XCTAssertEqual(fixture.selectedFields, 1..<2)
            XCTAssertEqual(fixture.selectedRows, 0..<10)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 3, field: 1))
            fixture.grid.sort(by: [])
            clickHeader(fixture, 2, .control)
            XCTAssertEqual(fixture.selectedFields, 2..<3)
            XCTAssertEqual(rules(fixture), [], "with Ctrl nothing is sorted")
            clickHeader(fixture, 0, [.control, .shift])
            XCTAssertEqual(fixture.selectedFields, 0..<3)
            fixture.close()
        }
    }

    func testDraggingAHeaderMovesItsField() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(4, 1)
            let layout = fixture.grid.viewport.layout
            let from = layout.headerRectangle(field: 0)
            let to = layout.headerRectangle(field: 1)
            let canvas = fixture.grid.viewport.canvas
            canvas.point(.press, x: from.x + 20, y: 8)
            canvas.point(.drag, x: from.x + 40, y: 8)
            canvas.point(.drag, x: to.x + to.width - 4, y: 8)
            XCTAssertEqual(fixture.grid.pointer.drag, .movingField(field: 0, gap: 2))
            canvas.redraw()
            workOff()
            canvas.point(.release, x: to.x + to.width - 4, y: 8)
            XCTAssertEqual(fixture.document.table.fieldNames, ["Rate", "Number", "Done", "Text"])
            XCTAssertEqual(
                fixture.grid.cursor, CellPosition(record: 4, field: 1), "the cursor went along with its field")
            XCTAssertEqual(rules(fixture), [], "a drag does not sort")
            XCTAssertEqual(fixture.document.undoTitle, .moveField)
            fixture.grid.undo()
            XCTAssertEqual(fixture.document.table.fieldNames, ["Number", "Rate", "Done", "Text"])
            fixture.close()
        }
    }

    func testADoubleClickOnTheEdgeFitsTheWidth() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.enter("a text that needs a good deal more room than the others have", 5, 3)
            let header = fixture.grid.viewport.layout.headerRectangle(field: 0)
            let last = fixture.grid.viewport.layout.headerRectangle(field: 3)
            fixture.grid.viewport.scroll(x: 10_000, y: 0)
            fixture.grid.viewport.canvas.doubleClick(
                x: last.x + last.width - 2 - fixture.grid.viewport.layout.scrollX, y: 8)
            XCTAssertGreaterThan(fixture.grid.viewport.layout.columnWidths[3], 300)
            XCTAssertEqual(
                fixture.document.fieldWidths[fixture.document.table.schema[3].id],
                Int(fixture.grid.viewport.layout.columnWidths[3]))
            XCTAssertEqual(rules(fixture), [])
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[0], header.width)
            fixture.close()
        }
    }

    func testADoubleClickOnTheCornerFitsAllWidths() throws {
        try onMain {
            let fixture = try GridFixture()
            XCTAssertTrue(work(until: { fixture.grid.viewport.layout.columnWidths[3] > 100 }))
            let before = fixture.grid.viewport.layout.columnWidths
            for field in 0..<4 { fixture.grid.fields.widen(field, by: 4) }
            fixture.grid.viewport.canvas.doubleClick(x: 10, y: 8)
            let fitted = fixture.grid.viewport.layout.columnWidths
            XCTAssertEqual(fitted.prefix(3), before.prefix(3))
            // It took the width that the others left.
            XCTAssertLessThan(fitted[3], before[3])
            XCTAssertEqual(fixture.document.fieldWidths.count, 4)
            fixture.close()
        }
    }

    func testAFieldWithoutASetWidthFollowsWhatIsEntered() throws {
        try onMain {
            let fixture = try GridFixture()
            let text = "a text that needs more room than the others"
            let before = fixture.grid.viewport.layout.columnWidths
            fixture.enter(text, 5, 0)
            let wide = fixture.grid.viewport.layout.columnWidths
            XCTAssertGreaterThan(wide[0], before[0])
            XCTAssertEqual(wide[1...2], before[1...2])
            XCTAssertEqual(fixture.document.fieldWidths, [:])
            fixture.enter("short", 5, 0)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths, wide)
            fixture.grid.fields.widen(0, by: -2)
            fixture.enter(text + text, 5, 0)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[0], wide[0] - 32)
            fixture.close()
        }
    }

    func testTheKeyboardDoesWhatTheHeaderDoes() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.go(2, 1)
            fixture.window.press(GDK_KEY_space, .control)
            XCTAssertEqual(fixture.selectedFields, 1..<2)
            XCTAssertEqual(fixture.selectedRows, 0..<10)
            let width = fixture.grid.viewport.layout.columnWidths[1]
            fixture.window.press(GDK_KEY_Right, .alt)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[1], width + 16)
            fixture.window.press(GDK_KEY_Left, .alt)
            XCTAssertEqual(fixture.grid.viewport.layout.columnWidths[1], width)
            fixture.window.press(GDK_KEY_Right, [.alt, .shift])
            XCTAssertEqual(fixture.document.table.fieldNames, ["Number", "Done", "Rate", "Text"])
            fixture.window.press(GDK_KEY_Left, [.alt, .shift])
            fixture.window.press(GDK_KEY_Left, [.alt, .shift])
            fixture.window.press(GDK_KEY_Left, [.alt, .shift])
            XCTAssertEqual(fixture.document.table.fieldNames, ["Rate", "Number", "Done", "Text"])
            fixture.close()
        }
    }

    func testTheMenuOfAHeaderSortsAndPins() throws {
        try onMain {
            let fixture = try GridFixture()
            fixture.grid.additionalHeaderItems = { _ in [ContextMenuItem("More") {}] }
            choose("Sort _Descending", of: fixture.grid.items(of: .header(0)))
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(rules(fixture), ["Number↓"])
            let menu = fixture.grid.items(of: .header(1))
            XCTAssertTrue(menu.contains { $0.caption == "More" })
            choose("_Then Ascending by This", of: menu)
            XCTAssertTrue(fixture.waitUntilArranged())
            XCTAssertEqual(rules(fixture), ["Number↓", "Rate↑"])
            choose("_Original Order", of: menu)
            XCTAssertEqual(rules(fixture), [])
            choose("Re_peat in New Records", of: menu)
            XCTAssertTrue(fixture.grid.isPinned(fixture.document.table.schema[1].id))
            XCTAssertEqual(fixture.table.columnDescription(1), "Number, repeated in new records")
            let first = fixture.grid.items(of: .header(0)).first { $0.caption == "Move _Left" }
            XCTAssertEqual(first?.isEnabled, false)
            fixture.close()
        }
    }

    func testMenusOpenByKeyAndByPointer() throws {
        try onMain {
            let fixture = try GridFixture()
            XCTAssertTrue(fixture.window.activate())
            fixture.go(2, 1)
            fixture.window.press(GDK_KEY_Down, .alt)
            XCTAssertTrue(work(until: { openMenu() != nil }))
            closeMenu()
            fixture.window.press(GDK_KEY_Menu)
            XCTAssertTrue(work(until: { openMenu() != nil }))
            closeMenu()
            fixture.window.press(GDK_KEY_F10, .shift)
            XCTAssertTrue(work(until: { openMenu() != nil }))
            closeMenu()
            let cell = fixture.grid.viewport.layout.rectangle(row: 4, field: 0)
            fixture.grid.viewport.canvas.point(.secondaryPress, x: cell.x + 4, y: cell.y + 4)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 4, field: 0))
            closeMenu()
            fixture.grid.viewport.canvas.point(.secondaryPress, x: 4, y: cell.y + 4)
            XCTAssertEqual(fixture.grid.current.selection.extent, .records)
            closeMenu()
            fixture.close()
        }
    }

    func testAFieldIsRenamedInItsHeader() throws {
        try onMain {
            let fixture = try GridFixture()
            let id = fixture.document.table.schema[0].id
            choose("Re_name…", of: fixture.grid.items(of: .header(0)))
            workOff()
            XCTAssertTrue(fixture.grid.fields.nameEditor.entry.hasFocusInWindow)
            XCTAssertEqual(fixture.grid.fields.nameEditor.entry.text, "Number")
            fixture.window.type("Count")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.table.fieldNames[0], "Count")
            fixture.window.press(GDK_KEY_Down)
            XCTAssertEqual(fixture.grid.cursor?.record, 1, "the keys go to the cells again")
            fixture.grid.renameField(id)
            fixture.window.type("Other")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.document.table.fieldNames[0], "Count")
            fixture.grid.renameField(id)
            fixture.window.type("Rate")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.document.table.fieldNames[0], "Count")
            XCTAssertEqual(fixture.message?.kind, .error, "another field has that name")
            fixture.close()
        }
    }
}

@MainActor
private func choose(
    _ caption: String, of items: [ContextMenuItem], file: StaticString = #filePath, line: UInt = #line
) {
    guard let item = items.first(where: { $0.caption == caption }) else {
        return XCTFail("no “\(caption)” among \(items.map(\.caption))", file: file, line: line)
    }
    XCTAssertTrue(item.isEnabled, file: file, line: line)
    item.action()
}

@MainActor
private func clickHeader(_ fixture: GridFixture, _ field: Int, _ modifiers: Modifiers = []) {
    let header = fixture.grid.viewport.layout.headerRectangle(field: field)
    fixture.grid.viewport.canvas.click(x: header.x + header.width / 2, y: 8, modifiers)
    XCTAssertTrue(fixture.waitUntilArranged())
}

@MainActor
private func rules(_ fixture: GridFixture) -> [String] {
    fixture.grid.sortRules.map { rule in
        let schema = fixture.document.table.schema
        return (schema.index(of: rule.field).map { schema[$0].name } ?? "?") + (rule.isDescending ? "↓" : "↑")
    }
}
