import CGtk
import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// What is to be read on printed pages.
final class PrintedRecordsTests: GtkTestCase {
    func testATableHasItsNamesOnEachPage() throws {
        try onMain {
            let text = try printed(try trees(records: 100), PrintForm())
            XCTAssertGreaterThan(text.pages.count, 1)
            for (place, page) in text.pages.enumerated() {
                XCTAssertTrue(page.contains("Trees"), page)
                XCTAssertTrue(page.contains("2026-11-21"), page)
                XCTAssertTrue(page.contains("Page \(place + 1) of \(text.pages.count)"), page)
                for name in ["Name", "Height", "Evergreen"] { XCTAssertTrue(page.contains(name), page) }
            }
            let all = text.pages.joined()
            for number in 0..<100 { XCTAssertTrue(all.contains("木\(number)号"), "木\(number)号") }
            XCTAssertTrue(text.pages[0].contains("about 12"), "text that does not fit is printed as it is")
        }
    }

    func testFieldsAreDividedAmongPages() throws {
        try onMain {
            let names = (1...30).map { "A field number \($0)" }
            var table = try RecordTable(fieldNames: names, fieldTypes: names.map { _ in .string })
            try table.addRecord(names.map { .string("value of \($0)") })
            let divided = try printed(table, PrintForm(isFitted: false))
            let fitted = try printed(table, PrintForm(isFitted: true))
            XCTAssertGreaterThan(divided.pages.count, fitted.pages.count)
            for text in [divided, fitted] {
                for name in names { XCTAssertTrue(text.pages.joined().contains("value of \(name)"), name) }
            }
        }
    }

    func testCardsHaveAllFieldsAndTheWholeOfALongText() throws {
        try onMain {
            var table = try trees(records: 5)
            let long = (1...60).map { "word\($0)" }.joined(separator: " ")
            try table.set(.string(long + "\nsecond line"), at: 0, field: 0)
            let text = try printed(table, PrintForm(kind: .cards, cardsPerPage: 2))
            XCTAssertEqual(text.pages.count, 3)
            for word in ["word1", "word60", "second line", "Height", "about 12"] {
                XCTAssertTrue(text.pages[0].contains(word), word)
            }
        }
    }

    func testLongTextsOfATableAreWhole() throws {
        try onMain {
            var table = try trees(records: 40)
            let long = (1...120).map { "word\($0)" }.joined(separator: " ")
            try table.set(.string(long), at: 3, field: 0)
            try table.set(.string(String(repeating: "記録を", count: 60) + "終わり"), at: 4, field: 0)
            let records = PrintedRecords(TablePart(table), title: "Trees", date: "", form: PrintForm())
            let short = records.divide(among: a4)
            var bytes: [UInt8]?
            Task { bytes = await preparedPDF(of: records) }
            XCTAssertTrue(work(until: { bytes != nil }))
            let text = try PrintedText.read(try XCTUnwrap(bytes))
            XCTAssertGreaterThan(text.pages.count, short)
            for number in [1, 60, 120] { XCTAssertTrue(text.pages.joined().contains("word\(number)"), "\(number)") }
            XCTAssertTrue(text.pages.joined().contains("終"))
            for page in text.pages { XCTAssertTrue(page.contains("Evergreen"), page) }
        }
    }

    func testStarsAndChoicesAreDrawnAsOnTheScreen() throws {
        try onMain {
            var options = [ChoiceOption(text: "Spring", mark: .green), ChoiceOption(text: "Winter", mark: .blue)]
            options.append(ChoiceOption(text: "Midsummer night"))
            let fields = [
                try FieldDefinition(id: FieldID(rawValue: 1), name: "Stars", type: .rating),
                try FieldDefinition(id: FieldID(rawValue: 2), name: "Seasons", type: .choices).with(options),
            ]
            var table = RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: 3)))
            let rating = try XCTUnwrap(Rating(3))
            let choices = try XCTUnwrap(Choices(["Spring", "Winter", "Midsummer night"]))
            try table.addRecord([rating.cellValue, choices.cellValue])
            for form in [PrintForm(), PrintForm(kind: .cards)] {
                let text = try printed(table, form).pages[0]
                XCTAssertTrue(text.contains("★★★☆☆"), text)
                for choice in options { XCTAssertTrue(text.contains(choice.mark.sign + " " + choice.text), text) }
                XCTAssertFalse(text.contains(";"), text)
            }
        }
    }

    func testOnlyWhatIsChosenIsPrinted() throws {
        try onMain {
            let table = try trees(records: 10)
            let part = try TablePart(table, records: [7, 2], fields: [0])
            let text = try printed(part, PrintForm())
            XCTAssertEqual(text.pages.count, 1)
            XCTAssertTrue(text.pages[0].contains("木7号"))
            XCTAssertFalse(text.pages[0].contains("木3号"))
            XCTAssertFalse(text.pages[0].contains("Height"))
        }
    }

    func testAMillionRecordsAreDividedAtOnce() throws {
        try onMain {
            let table = try trees(records: 3)
            let many = try TablePart(table, records: Array(repeating: 1, count: 1_000_000))
            let records = PrintedRecords(many, title: "", date: "", form: PrintForm())
            let count = records.divide(among: PaperSetup().paper)
            XCTAssertGreaterThan(count, 10_000)
            XCTAssertLessThan(count, 50_000)
        }
    }

    func testThePreviewGoesFromPageToPage() throws {
        try onMain {
            let records = PrintedRecords(
                TablePart(try trees(records: 100)), title: "Trees", date: "", form: PrintForm())
            let preview = PrintPreview(of: records, paper: PaperSetup().paper)
            let window = testWindow(preview.widget, width: 400, height: 500)
            workOff()
            let last = records.pageCount - 1
            let canvas = try XCTUnwrap(preview.widget.visibleDescendants.dropFirst().first)
            gtk_widget_grab_focus(canvas)
            window.press(GDK_KEY_Page_Up)
            XCTAssertEqual(preview.page, 0)
            window.press(GDK_KEY_Page_Down)
            XCTAssertEqual(preview.page, 1)
            window.press(GDK_KEY_End)
            XCTAssertEqual(preview.page, last)
            window.press(GDK_KEY_Right)
            XCTAssertEqual(preview.page, last)
            XCTAssertEqual(preview.cell(at: CellIndex(row: 0, column: 0)).text, "Page \(last + 1) of \(last + 1)")
            window.press(GDK_KEY_Home)
            XCTAssertEqual(preview.page, 0)
            window.destroy()
        }
    }
}

/// The pictures of cards on printed pages.
final class PrintedPicturesTests: GtkTestCase {
    func testCardsHaveTheirPictures() throws {
        try onMain {
            let records = try cards(PrintForm(kind: .cards, cardsPerPage: 2))
            var bytes: [UInt8]?
            Task { bytes = await preparedPDF(of: records) }
            XCTAssertTrue(work(until: { bytes != nil }))
            let printed = try PrintedText.read(try XCTUnwrap(bytes))
            XCTAssertEqual(printed.images.map(\.page), [1, 2])
            XCTAssertEqual(printed.images.map(\.width), [40, 40])
            XCTAssertEqual(printed.images.map(\.height), [20, 20])
            XCTAssertFalse(printed.pages.joined().contains("a.png"), "a picture stands for its name")
            XCTAssertTrue(printed.pages[0].contains("none.png"), "what is no picture is told by its name")
        }
    }

    func testThePreviewShowsThePicturesOfItsPage() throws {
        try onMain {
            let records = try cards(PrintForm(kind: .cards, cardsPerPage: 1))
            let preview = PrintPreview(of: records, paper: PaperSetup().paper)
            let window = testWindow(preview.widget, width: 400, height: 500)
            XCTAssertTrue(work(until: { records.isReady(page: 0) }))
            guard case .image = records.pictures?.state(of: "a.png") else { return XCTFail("no picture") }
            window.destroy()
        }
    }

    func testATableHasThumbnails() throws {
        try onMain {
            let records = try cards(PrintForm())
            var bytes: [UInt8]?
            Task { bytes = await preparedPDF(of: records) }
            XCTAssertTrue(work(until: { bytes != nil }))
            let printed = try PrintedText.read(try XCTUnwrap(bytes))
            XCTAssertEqual(printed.images.count, 2)
            XCTAssertFalse(printed.pages[0].contains("a.png"))
            XCTAssertTrue(printed.pages[0].contains("none.png"))
        }
    }

    func testAsManyCardsAreOnAPageAsWereAskedFor() throws {
        try onMain {
            let stored = try StoredPictures.made()
            let fixture = try stored.grid(names: Array(repeating: "a.png", count: 17))
            defer { fixture.close() }
            for (count, pages) in [(8, 3), (4, 5), (2, 9), (1, 17)] {
                let records = PrintedRecords(
                    TablePart(fixture.document.table), title: "Sights", date: "",
                    form: PrintForm(kind: .cards, cardsPerPage: count),
                    pictures: stored.cellPictures())
                XCTAssertEqual(records.divide(among: a4), pages)
                XCTAssertEqual(records.placesPerCard, 1)
            }
        }
    }
}

/// The first and the last of four have a picture, the second one that is not there.
@MainActor
private func cards(_ form: PrintForm) throws -> PrintedRecords {
    let stored = try StoredPictures.made()
    let fixture = try stored.grid(names: ["a.png", "none.png", "", "a.png"])
    defer { fixture.close() }
    return PrintedRecords(
        TablePart(fixture.document.table), title: "Sights", date: "2026-11-21", form: form,
        pictures: stored.cellPictures())
}

@MainActor
private func preparedPDF(of records: PrintedRecords) async -> [UInt8] {
    var bytes: [UInt8] = []
    let paper = PaperSetup().paper
    let pdf = PDFFile(paper: paper, title: records.title) {
        bytes.append(contentsOf: $0)
        return true
    }
    _ = records.divide(among: paper)
    await records.measure()
    for page in 0..<records.divide(among: paper) {
        await records.prepare(page: page)
        pdf.addPage { records.draw(page: page, with: $0) }
    }
    pdf.finish()
    return bytes
}

@MainActor
private func printed(_ table: RecordTable, _ form: PrintForm) throws -> PrintedText {
    try printed(TablePart(table), form)
}

@MainActor
private func printed(_ part: TablePart, _ form: PrintForm) throws -> PrintedText {
    let records = PrintedRecords(part, title: "Trees", date: "2026-11-21", form: form)
    let paper = a4
    var bytes: [UInt8] = []
    let pdf = PDFFile(paper: paper, title: records.title) {
        bytes.append(contentsOf: $0)
        return true
    }
    for page in 0..<records.divide(among: paper) { pdf.addPage { records.draw(page: page, with: $0) } }
    pdf.finish()
    XCTAssertTrue(pdf.isGood)
    return try PrintedText.read(bytes)
}

@MainActor private var a4: PaperSetup.Paper {
    PaperSetup(text: "[Page Setup]\nName=iso_a4\nWidth=210\nHeight=297\n").paper
}

@MainActor
private func trees(records: Int) throws -> RecordTable {
    var table = try RecordTable(
        fieldNames: ["Name", "Height", "Evergreen"], fieldTypes: [.string, .float, .bool])
    for number in 0..<records {
        try table.addRecord([
            .string("木\(number)号"), number == 1 ? .unfit("about 12") : .float(Double(number) + 0.5),
            .bool(number.isMultiple(of: 2)),
        ])
    }
    return table
}
