import KirokuCore
import TestSupport
import XCTest

@testable import GtkKit
@testable import KirokuViews

final class ColumnWidthsTests: GtkTestCase {
    func testTheTypeAndItsMarksFitInAnEmptyTable() throws {
        try onMain {
            let widget = label()
            let owner = ObjectRef(adopting: widget.object)
            let type = TextMeasure(of: widget, style: .small).width(of: "Text")
            XCTAssertGreaterThan(try width([]), type + 2 * ColumnWidths.padding + 20)
            XCTAssertLessThan(try width([]), 120)
            XCTAssertEqual(try width(["a"]), try width([]))
            withExtendedLifetime(owner) {}
        }
    }

    func testALongTextDoesNotWidenItsColumnWithoutEnd() throws {
        try onMain {
            XCTAssertEqual(try width([String(repeating: "W", count: 5_000)]), 360)
            XCTAssertEqual(try width([], name: String(repeating: "W", count: 5_000)), 360)
        }
    }

    func testTheLongestOfTheFirstTextsAndTheNameFit() throws {
        try onMain {
            let widget = label()
            let owner = ObjectRef(adopting: widget.object)
            let text = "Himeji Castle, Hyogo"
            let needed = TextMeasure(of: widget).width(of: text) + 2 * ColumnWidths.padding
            XCTAssertGreaterThanOrEqual(try width(["a", text, "b"]), needed)
            let header = TextMeasure(of: widget, style: .bold).width(of: text) + 2 * ColumnWidths.padding
            XCTAssertGreaterThanOrEqual(try width([], name: text), header)
            withExtendedLifetime(owner) {}
        }
    }

    func testTheSignOfALeftOutEditHasRoomBesideItsText() throws {
        try onMain {
            let text = "Himeji Castle, Hyogo"
            let texts = Array(repeating: text + "!", count: 30) + [text]
            let plain = try width(texts)
            XCTAssertEqual(try width(texts, signed: 0), plain + ColumnWidths.signRoom)
            XCTAssertGreaterThan(try width(texts, signed: 30), plain)
        }
    }

    func testOnlyTheFirstRecordsCount() throws {
        try onMain {
            let few = Array(repeating: "a", count: 200)
            XCTAssertEqual(try width(few + [String(repeating: "W", count: 50)]), try width([]))
            XCTAssertGreaterThan(try width(few.dropLast() + [String(repeating: "W", count: 50)]), 200)
        }
    }
}

/// The width that a String field of this name gets whose records hold these texts, one of them with a sign.
@MainActor
private func width(_ texts: [String], name: String = "N", signed: Int? = nil) throws -> Double {
    var table = try RecordTable(fieldNames: [name], fieldTypes: [.string])
    for text in texts { try table.addRecord([.string(text)]) }
    let widget = label()
    let owner = ObjectRef(adopting: widget.object)
    defer { withExtendedLifetime(owner) {} }
    return ColumnWidths.natural(
        0, of: table, Set(signed.map { [CellPosition(record: $0, field: 0)] } ?? []), GridFonts(of: widget))
}
