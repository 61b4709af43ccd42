import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("A table as a list of lists")
struct ArrayLinkTableTests {
    private func emptyTable() throws -> RecordTable {
        try RecordTable(fieldNames: ["Number", "Rate", "Member", "Name"], fieldTypes: [.int, .float, .bool, .string])
    }

    @Test("Everything comes back: empty cells, texts without characters, unfit texts", arguments: [true, false])
    func roundTrip(isFile: Bool) throws {
        let folder = try TemporaryFolder()
        var table = try emptyTable()
        try table.addRecord([.int(-999), .float(-999.9), .bool(false), .string("empty")])
        try table.addRecord([.empty, .empty, .empty, .empty])
        try table.addRecord([.unfit("abc"), .unfit("1,5"), .unfit("maybe"), .string("")])
        try table.addRecord([.int(.max), .float(3), .bool(true), .string("東京\n<&>")])
        let link: any ArrayLink =
            isFile ? ArrayFileLink(path: folder.path("cards")) : MemoryLink<[PropertyValue]>()
        try table.save(to: link)
        var loaded = try emptyTable()
        try loaded.addRecord([.int(1), .empty, .empty, .empty])
        try loaded.load(from: link)
        #expect(loaded == table)
    }

    @Test("A list of plain values, as other programs write it")
    func plainValues() throws {
        let link = MemoryLink<[PropertyValue]>(default: [
            .array([.int(1), .int(2), .bool(true), .string("a")]),
            .array([.string(""), .real(2.5), .bool(false), .string("")]),
        ])
        var table = try emptyTable()
        try table.loadDefault(from: link)
        #expect(
            table.rows == [
                [.int(1), .float(2), .bool(true), .string("a")], [.empty, .float(2.5), .bool(false), .string("")],
            ])
    }

    @Test(
        "Loading is all or nothing",
        arguments: [
            (.array([.int(1)]), .contents(.wrongCellCount(record: 1, expected: 4, found: 1))),
            (.string("x"), .notARecord(record: 1)),
            (.array([.bool(true), .int(2), .bool(true), .string("a")]), .unfittingCell(record: 1, field: "Number")),
            (.array([.int(1), .int(2), .int(1), .string("a")]), .unfittingCell(record: 1, field: "Member")),
            (.array([.int(1), .real(.nan), .bool(true), .string("a")]), .unfittingCell(record: 1, field: "Rate")),
            (.array([.int(1), .int(2), .bool(true), .int(3)]), .unfittingCell(record: 1, field: "Name")),
        ] as [(PropertyValue, TableLoadError)])
    func allOrNothing(record: PropertyValue, error: TableLoadError) throws {
        var table = try emptyTable()
        try table.addRecord([.int(1), .empty, .empty, .string("kept")])
        let before = table
        let good = PropertyValue.array([.int(1), .int(2), .bool(true), .string("a")])
        #expect(throws: error) { try table.load(from: MemoryLink([good, record])) }
        #expect(table == before)
        #expect(throws: TableLoadError.noRecords) { try table.load(from: MemoryLink([])) }
        #expect(table == before)
        #expect(throws: TableLoadError.storage(.notFound(path: ""))) { try table.load(from: MemoryLink()) }
        #expect(table == before)
    }
}
