import KirokuCore
import Testing

@testable import Kiroku

@Suite("Cells on the clipboard")
struct CopiedCellsTests {
    @Test("Are there as text for whoever asks")
    func text() throws {
        let cells = CopiedCells(try part(), as: SeparatedText.WritingOptions())
        #expect(String(decoding: cells.bytes(for: "UTF8_STRING"), as: UTF8.self) == "Name\tNumber\n007\t1\n")
        #expect(cells.bytes(for: "text/plain") == cells.bytes(for: "UTF8_STRING"))
    }

    @Test("Leave the names of the fields out if that is preferred")
    func withoutHeader() throws {
        let cells = CopiedCells(try part(), as: SeparatedText.WritingOptions(header: false))
        #expect(String(decoding: cells.bytes(for: "UTF8_STRING"), as: UTF8.self) == "007\t1\n")
        #expect(!String(decoding: cells.bytes(for: "text/html"), as: UTF8.self).contains("Name"))
    }

    @Test("Are there in the forms that spreadsheets prefer", arguments: ["text/html", "application/x-gnumeric"])
    func forms(target: String) throws {
        let cells = CopiedCells(try part(), as: SeparatedText.WritingOptions())
        let text = String(decoding: cells.bytes(for: target), as: UTF8.self)
        #expect(text.contains("007"))
        #expect(text.contains("<"))
        #expect(cells.bytes(for: target) == Array(text.utf8))
    }

    private func part() throws -> TablePart {
        var table = try RecordTable(fieldNames: ["Name", "Number"], fieldTypes: [.string, .int])
        try table.addRecord([.string("007"), .int(1)])
        return TablePart(table)
    }
}
