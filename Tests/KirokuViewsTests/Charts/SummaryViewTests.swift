import CoreTestSupport
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class SummaryViewTests: GtkTestCase {
    func testOnlyTheRecordsThatAreShownCount() throws {
        try onMain {
            let fixture = try Fixture()
            var records: [Int]? = [0, 1, 5]
            fixture.view.shownRecords = { records }
            let lines = try fixture.lines(ofField: 0)
            for line in ["Values: 2", "Empty: 0", "To fix: 1", "Sum: 4"] { XCTAssertTrue(lines.contains(line), line) }
            XCTAssertTrue(fixture.view.widget.visibleNames.contains("Number, records shown only"))
            records = nil
            fixture.view.recordsChanged()
            XCTAssertTrue(work(until: { fixture.shown.contains("Sum: 16") }))
            XCTAssertTrue(fixture.view.widget.visibleNames.contains("Number"))
            fixture.close()
        }
    }

    func testTheFiguresOfEachType() throws {
        try onMain {
            let fixture = try Fixture()
            XCTAssertNil(fixture.view.summary)
            XCTAssertEqual(
                try fixture.lines(ofField: 0),
                [
                    "Values: 4", "Empty: 1", "To fix: 1", "Different values: 3", "Minimum: 1", "Maximum: 9", "Mean: 4",
                    "Median: 3", "Sum: 16",
                ])
            XCTAssertEqual(fixture.view.chart.labels, ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
            XCTAssertEqual(fixture.view.chart.values, [1, 0, 2, 0, 0, 0, 0, 0, 1])
            XCTAssertEqual(fixture.view.chart.appearance, .upright)
            XCTAssertEqual(
                try fixture.lines(ofField: 1),
                [
                    "Values: 6", "Empty: 0", "To fix: 0", "Different values: 3", "Shortest: 1 character",
                    "Longest: 3 characters",
                ])
            XCTAssertEqual(fixture.view.chart.labels, ["b", "東京都", "a"])
            XCTAssertEqual(fixture.view.chart.values, [3, 2, 1])
            XCTAssertEqual(fixture.view.chart.appearance, .lying)
            XCTAssertEqual(
                try fixture.lines(ofField: 2),
                ["Values: 6", "Empty: 0", "To fix: 0", "Different values: 2", "true: 2", "false: 4"])
            XCTAssertEqual(fixture.view.chart.labels, ["true", "false"])
            XCTAssertEqual(
                try fixture.lines(ofField: 3), ["Values: 0", "Empty: 6", "To fix: 0", "Different values: 0"])
            XCTAssertFalse(fixture.view.chart.canvas.isVisible)
            fixture.close()
        }
    }

    func testTheLargestWholeNumbersAreToldApart() throws {
        try onMain {
            let fixture = try Fixture()
            let large = (0..<6).map { CellEdit(record: $0, field: 0, value: .int(9_007_199_254_740_993)) }
            try fixture.document.setCells(large)
            XCTAssertTrue(try fixture.lines(ofField: 0).contains("Maximum: 9007199254740993"))
            XCTAssertEqual(fixture.view.chart.labels, ["9007199254740993"])
            fixture.close()
        }
    }

    func testItFollowsEdits() throws {
        try onMain {
            let fixture = try Fixture()
            _ = try fixture.lines(ofField: 0)
            try fixture.document.setCells([CellEdit(record: 5, field: 0, value: .int(20))])
            XCTAssertTrue(work(until: { fixture.view.summary?.toFix == 0 }))
            XCTAssertEqual(fixture.shown.last, "Sum: 36")
            try fixture.document.undo()
            XCTAssertTrue(work(until: { fixture.view.summary?.toFix == 1 }))
            // Edits in a row are counted, too, whenever they come.
            for value in 1...50 {
                try fixture.document.setCells([CellEdit(record: 0, field: 0, value: .int(value))])
            }
            XCTAssertTrue(work(until: { fixture.shown.last == "Sum: 63" }), "\(fixture.shown)")
            fixture.close()
        }
    }

    func testAFieldThatGoesIsNotShownAnyMore() throws {
        try onMain {
            let fixture = try Fixture()
            _ = try fixture.lines(ofField: 0)
            try fixture.document.removeField(fixture.document.table.schema[0].id)
            XCTAssertNil(fixture.view.field)
            XCTAssertNil(fixture.view.summary)
            XCTAssertEqual(fixture.shown, [])
            fixture.close()
        }
    }

    func testAnotherFieldTakesThePlaceOfOneThatIsBeingCounted() throws {
        try onMain {
            let fixture = try Fixture()
            let fields = fixture.document.table.schema.fields
            fixture.view.show(field: fields[0].id)
            fixture.view.show(field: fields[1].id)
            XCTAssertTrue(work(until: { fixture.view.summary != nil }))
            XCTAssertEqual(fixture.shown.last, "Longest: 3 characters")
            fixture.view.show(field: nil)
            XCTAssertEqual(fixture.shown, [])
            fixture.close()
        }
    }

    func testNothingIsLeftWhenItHasGone() throws {
        try onMain {
            workOff()
            let before = ClosureBoxes.live
            weak var last: SummaryView?
            for _ in 0..<10 {
                let fixture = try Fixture()
                last = fixture.view
                fixture.view.show(field: fixture.document.table.schema[0].id)
                fixture.close()
            }
            XCTAssertTrue(work(until: { last == nil }))
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }
}

/// A summary in a window, over a document whose fields are Number (Int), Place (String), Done (Bool), Note (String).
@MainActor
private struct Fixture {
    let document: Document
    let view: SummaryView
    private let window: TestWindow

    init() throws {
        var table = try RecordTable(
            fieldNames: ["Number", "Place", "Done", "Note"], fieldTypes: [.int, .string, .bool, .string])
        let numbers: [CellValue] = [.int(3), .int(1), .empty, .int(9), .int(3), .unfit("x")]
        let places = ["b", "東京都", "b", "a", "東京都", "b"]
        for (index, number) in numbers.enumerated() {
            try table.addRecord([number, .string(places[index]), .bool(index.isMultiple(of: 4)), .empty])
        }
        document = Document(title: "a", inMemory: DocumentContents(table: table))
        view = SummaryView(model: document)
        window = testWindow(view.widget)
    }

    /// The figures on the screen, by their accessible names.
    var shown: [String] { view.widget.visibleNames.filter { $0.contains(": ") } }

    func lines(ofField field: Int) throws -> [String] {
        view.show(field: document.table.schema[field].id)
        XCTAssertTrue(work(until: { view.summary != nil }))
        return shown
    }

    func close() {
        workOff()
        window.destroy()
        workOff()
    }
}
