import KirokuViews
import Testing

@testable import Kiroku
@testable import KirokuCore

@Suite("What is shown of a document before all of it is there")
struct DocumentBeginningTests {
    private func beginning(isPicture: Bool = false) throws -> DocumentBeginning {
        let field = try FieldDefinition(
            id: FieldID(rawValue: 1), name: "Text", type: .string, isMarkedAsPicture: isPicture)
        var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
        for _ in 0..<1_000 { table.addRecord() }
        return DocumentBeginning(contents: DocumentContents(table: table), likelyCount: 5_000)
    }

    @Test("The first records are, where the user begins at the top")
    func top() throws {
        #expect(try beginning().holds(nil))
        #expect(try beginning().holds(GridPosition(record: nil, field: nil)))
        let table = try beginning().contents.table
        #expect(try beginning().holds(GridPosition(record: table.ids[999], field: nil, rowsAbove: 700)))
    }

    @Test("They are not where the user was further down, or where pictures make the rows higher")
    func elsewhere() throws {
        let last = try #require(try beginning().contents.table.ids.last)
        #expect(try !beginning().holds(GridPosition(record: nil, field: nil, rowsAbove: 900)))
        #expect(try !beginning().holds(GridPosition(record: RecordID(rawValue: last.rawValue + 1), field: nil)))
        #expect(try !beginning(isPicture: true).holds(nil))
    }
}
