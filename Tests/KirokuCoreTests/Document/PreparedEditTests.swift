import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Entry in the locale, and edits that were prepared")
@MainActor
struct PreparedEditTests {
    private func table(_ texts: String...) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for text in texts { try table.addRecord([.string(text)]) }
        return table
    }

    // MARK: Numbers of the locale

    @Test(
        "With a decimal comma, both signs are understood, one of them a number",
        arguments: [
            ("1,5", .float(1.5)), ("1.5", .float(1.5)), ("－１，５", .float(-1.5)), (",5", .float(0.5)),
            ("1,5e3", .float(1_500)), ("1.000,5", .unfit("1.000,5")), ("1,000,000", .unfit("1,000,000")),
        ] as [(String, CellValue)])
    func comma(text: String, value: CellValue) {
        #expect(EntryReader(type: .float, decimalSign: .comma).read(text) == value)
    }

    @Test("A comma is none of a whole number, and with a decimal point none at all")
    func noComma() {
        #expect(EntryReader(type: .int, decimalSign: .comma).read("1,0") == .unfit("1,0"))
        #expect(EntryReader(type: .float, decimalSign: .point).read("1,5") == .unfit("1,5"))
    }

    @Test("An edit that was worked out for another table is refused")
    func changedMeanwhile() throws {
        let document = makeDocument(try table("a"))
        let revision = document.revision
        let change = try Change.setCells([CellEdit(record: 0, field: 0, value: .string("b"))], in: document.table)
        try document.apply(change, title: .replaceText(1), ifStill: revision)
        #expect(document.undoTitle == .replaceText(1))
        #expect(throws: EditError.changedMeanwhile) { try document.apply(change, ifStill: revision) }
        try document.undo()
        #expect(document.revision != revision)
        #expect(throws: EditError.changedMeanwhile) { try document.apply(change, ifStill: revision) }
    }
}
