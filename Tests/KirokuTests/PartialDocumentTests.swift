import KirokuViews
import Testing

@testable import Kiroku
@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What is shown of a document before all of it is there")
struct PartialDocumentTests {
    private func beginning(
        after recordsBefore: Int = 0, reachesEnd: Bool = false, isPicture: Bool = false, sortedBy rules: [SortRule] = []
    ) throws -> PartialDocument {
        let field = try FieldDefinition(
            id: FieldID(rawValue: 1), name: "Text", type: .string, isMarkedAsPicture: isPicture)
        var table = RecordTable(schema: try Schema(fields: [field], nextFieldID: FieldID(rawValue: 2)))
        for _ in 0..<1_000 { table.addRecord() }
        var settings = DocumentSettings()
        settings.sortRules = rules
        return PartialDocument(
            contents: DocumentContents(table: table, settings: settings), likelyCount: 5_000,
            recordsBefore: recordsBefore, reachesEnd: reachesEnd)
    }

    private func position(_ rowsAbove: Double, cursor: Int64? = nil) -> GridPosition {
        GridPosition(record: cursor.map(RecordID.init), field: nil, rowsAbove: rowsAbove)
    }

    @Test("The first records are, where the user begins at the top, with pictures, too")
    func top() throws {
        #expect(try beginning().holds(nil))
        #expect(try beginning(isPicture: true).holds(nil))
        #expect(try beginning().holds(GridPosition(record: nil, field: nil)))
        let last = try #require(try beginning().contents.table.ids.last)
        #expect(try beginning().holds(position(700, cursor: last.rawValue)))
    }

    @Test("Others are, where the user was among them")
    func elsewhere() throws {
        #expect(try beginning(after: 3_000).holds(position(3_500)))
        #expect(try beginning(after: 4_000, reachesEnd: true).holds(position(4_980)))
        #expect(try !beginning(after: 3_000).holds(position(2_990)))
        #expect(try !beginning(after: 3_000).holds(position(3_900)))
        #expect(try !beginning(after: 3_000).holds(nil))
    }

    @Test("They are not where the user was elsewhere, or where the order is another one")
    func notTheseRecords() throws {
        let last = try #require(try beginning().contents.table.ids.last)
        #expect(try !beginning().holds(position(900)))
        #expect(try !beginning().holds(position(0, cursor: last.rawValue + 1)))
        #expect(try !beginning(sortedBy: [SortRule(field: FieldID(rawValue: 1))]).holds(nil))
    }

    @Test("What was in sight is known by its first record")
    func sight() {
        var position = position(12.75)
        #expect(position.sight == nil)
        position.top = RecordID(rawValue: 5)
        #expect(position.sight == RecordPlace(record: RecordID(rawValue: 5), index: 12))
        position.rowsAbove = .infinity
        #expect(position.sight == nil)
    }
}
