import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Identifiers at the ends of their ranges")
@MainActor
struct IdentifierRangeTests {
    private let folder: TemporaryFolder
    private let path: String
    private nonisolated static let last = RecordID.range.upperBound

    private nonisolated static let foreign: [[Int64]] = [
        [-5, -4, 1, 2], [0, 1, 2], [1, 2, last + 1], [1, last, last + 1], [.min, -1, 0, last + 1, .max], [.max],
        [-1_024, -1, 1, 1_024], [-3, -2, -1], [last - 1, last, last + 1, last + 2],
    ]

    /// The identifier of a field, and what the file says of the next one.
    private nonisolated static let fieldIDs: [(id: Int64, next: Int64)] = [
        (2_147_483_645, 2_147_483_646), (2_147_483_647, 2_147_483_648), (2_147_483_648, 2_147_483_649),
        (2, 2_147_483_649), (2, .max), (1_099_511_627_776, 1_099_511_627_777), (.max, .max),
    ]

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// A document of numbers whose records have these identifiers.
    private func make(_ ids: [Int64]) async throws {
        var table = try RecordTable(fieldNames: ["N", "Rest"], fieldTypes: [.int, .bool])
        for number in ids.indices { try table.addRecord([.int(number), .unfit("text \(number)")]) }
        try await CardFile.create(at: path, table: table).close()
        let tool = try SQLiteTool(path)
        // Not by way of one that another record has.
        for (index, id) in table.ids.enumerated() {
            try tool.run("UPDATE records SET id = \(3 << 60) + \(index) WHERE id = \(id.rawValue)")
        }
        for (index, id) in ids.enumerated() {
            try tool.run("UPDATE records SET id = \(id) WHERE id = \(3 << 60) + \(index)")
        }
    }

    private func open() async throws -> (document: Document, isMended: Bool) {
        let opened = try await CardFile.open(at: path)
        return (Document(title: "a", contents: opened.contents, store: opened.store), opened.contents.isMended)
    }

    /// Whether a table may have these.
    private func areGood(_ ids: [RecordID]) -> Bool {
        ids.allSatisfy { RecordID.range.contains($0.rawValue) } && Set(ids).count == ids.count
    }

    /// Closes the document, and finds in the file what is in memory, with nothing to mend.
    private func expectKept(_ document: Document) async throws {
        await document.close()
        #expect(document.saveState == .saved)
        let (again, isMended) = try await open()
        #expect(!isMended)
        #expect(ExactTable(again.table) == ExactTable(document.table))
        await again.close()
    }

    @Test(
        "Records can be added after one with one of the last identifiers, again and again",
        arguments: [0, 1, 2, 7, 1_022, 1_023, 1_024, 2_047])
    func appending(distance: Int64) async throws {
        try await make([5, 6, Self.last - distance])
        let (document, isMended) = try await open()
        #expect(!isMended)
        for number in 0..<40 {
            let record = try document.addRecord()
            try document.setCells([CellEdit(record: record, field: 0, value: .int(100 + number))])
        }
        #expect(areGood(document.table.ids))
        #expect(document.table.count == 43)
        #expect(document.table[2, 1] == .unfit("text 2"))
        try await expectKept(document)
    }

    @Test("Any insertions and their undoing stay inside the range", arguments: UInt64(0)..<30)
    func inserting(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var ids: Set<Int64> = [1, Self.last]
        for _ in 0..<Int.random(in: 0..<30, using: &generator) {
            ids.insert(
                generator.chance(1, in: 2)
                    ? Int64.random(in: 1...40, using: &generator)
                    : Self.last - Int64.random(in: 0..<40, using: &generator))
        }
        try await make(ids.sorted())
        let document = try await open().document
        for _ in 0..<20 {
            if generator.chance(1, in: 4) {
                try document.undo()
            } else {
                try document.apply(try generator.insertion(for: document.table))
            }
            #expect(areGood(document.table.ids))
        }
        try await expectKept(document)
    }

    @Test("A table of its own stays inside the range, too")
    func tableAlone() async throws {
        try await make([1, Self.last])
        let (document, _) = try await open()
        var table = document.table
        for _ in 0..<5 { table.addRecord() }
        #expect(areGood(table.ids))
        #expect(table[1, 1] == .unfit("text 1"))
        await document.close()
    }

    @Test(
        "Identifiers of others outside the range are mended with the first edit; until then the file stays as it is",
        arguments: foreign)
    func repair(ids: [Int64]) async throws {
        try await make(ids)
        let before = try bytes(of: path)
        let (looked, isMended) = try await open()
        #expect(isMended)
        await looked.close()
        #expect(try bytes(of: path) == before)
        let (document, _) = try await open()
        #expect(document.table.count == ids.count)
        for index in ids.indices {
            #expect(document.table[index, 0] == .int(index))
            #expect(document.table[index, 1] == .unfit("text \(index)"))
        }
        #expect(areGood(document.table.ids))
        try document.setCells([CellEdit(record: 0, field: 0, value: .int(99))])
        try document.addRecord()
        try await expectKept(document)
    }

    @Test("What is outside the range is read by two readers as by one")
    func twoReaders() async throws {
        try await make([.min, -7, 1, 2, 3, Self.last, .max])
        let opened = try await CardFile.open(
            at: path, lockWait: 0, conditions: DocumentReader.Conditions(largeFile: 0))
        #expect((0..<7).map { opened.contents.table[$0, 0] } == (0..<7).map { .int($0) })
        await opened.store.close()
    }

    // MARK: Fields

    /// A document of two fields, the second of which has this identifier.
    private func make(field: Int64, next: Int64) async throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.int, .int])
        for number in 0..<3 { try table.addRecord([.int(number), .int(10 + number)]) }
        let file = try await CardFile.create(
            at: path, table: table, fieldWidths: [table.schema[1].id: 77])
        await file.close()
        let tool = try SQLiteTool(path)
        try tool.run("DROP VIEW cards")
        if field != 2 { try tool.run("ALTER TABLE records RENAME COLUMN f2 TO f\(field)") }
        try tool.run("UPDATE fields SET id = \(field) WHERE id = 2")
        try tool.run("UPDATE widths SET field = \(field)")
        try tool.run("UPDATE properties SET value = \(next) WHERE name = 'next field id'")
        try tool.run("CREATE VIEW cards AS SELECT f1 AS A, f\(field) AS B FROM records")
    }

    @Test("Fields can be added after one with one of the last identifiers", arguments: fieldIDs)
    func fields(id: Int64, next: Int64) async throws {
        try await make(field: id, next: next)
        let before = try bytes(of: path)
        let (looked, _) = try await open()
        await looked.close()
        #expect(try bytes(of: path) == before)
        let (document, isMended) = try await open()
        #expect(isMended)
        #expect((0..<3).map { document.table[$0, 1] } == [.int(10), .int(11), .int(12)])
        #expect(document.fieldWidths == [document.table.schema[1].id: 77])
        for number in 0..<5 { try document.addField("New \(number)", type: .string) }
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(5))])
        try await expectKept(document)
        #expect(try SQLiteTool(path).run("SELECT B FROM cards") == ["5", "11", "12"])
    }

    @Test("A new field does not take the column that somebody else has added")
    func foreignColumn() async throws {
        try await make(field: 2, next: 3)
        try SQLiteTool(path).run("ALTER TABLE records ADD COLUMN F3")
        try SQLiteTool(path).run("UPDATE records SET F3 = 'theirs'")
        let document = try await open().document
        try document.addField("New", type: .string)
        try document.setCells([CellEdit(record: 0, field: 2, value: .string("ours"))])
        try await expectKept(document)
        #expect(try SQLiteTool(path).run("SELECT F3 FROM records") == ["theirs", "theirs", "theirs"])
        #expect(try SQLiteTool(path).run("SELECT New FROM cards") == ["ours", "", ""])
    }

    @Test("Where no identifier is left, a field is refused before anything is changed")
    func noneLeft() throws {
        let end = FieldID.range.upperBound
        let field = try FieldDefinition(id: FieldID(rawValue: end), name: "A", type: .int)
        var schema = try Schema(fields: [field], nextFieldID: FieldID(rawValue: end))
        let before = schema
        #expect(throws: TableError.noFieldIDs) { try schema.add("B", Int.self) }
        #expect(schema == before)
        #expect(throws: TableError.noFieldIDs) {
            try Schema(fields: [field], nextFieldID: FieldID(rawValue: end + 2))
        }
    }
}
