import CoreTestSupport
import Glibc
import Testing

@testable import KirokuCore

@Suite("Card file: searching without loading")
struct DocumentSearchTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    /// A document of 300 numbers, each its record's index, and of texts.
    private func make() async throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["N", "T"], fieldTypes: [.int, .string])
        for number in 0..<300 { try table.addRecord([.int(number), .string("text \(number)")]) }
        try await CardFile.create(at: path, table: table).close()
        return table
    }

    /// How a file is read: by one reader or by two, so many records at a time.
    private static func ways(_ batch: Int) -> [DocumentReader.Conditions] {
        [4 << 20, 0].map { DocumentReader.Conditions(largeFile: $0, batch: batch) }
    }

    private func search(
        _ condition: Condition?, fields: [Int]? = nil, limit: Int? = nil, _ conditions: DocumentReader.Conditions
    ) async throws -> RecordTable {
        try await CardFile(path: path, lockWait: 0).search(conditions) { schema throws(QueryError) in
            try DocumentSearch(condition, in: schema, fields: fields, limit: limit)
        }.get().table
    }

    /// What reading all of the document finds.
    private func expectation(
        _ condition: Condition?, fields: [Int]? = nil, limit: Int? = nil
    ) async throws -> RecordTable {
        let opened = try await CardFile.open(at: path, lockWait: 0)
        await opened.store.close()
        let table = opened.contents.table
        return try await DocumentSearch(condition, in: table.schema, fields: fields, limit: limit)
            .records(of: table).table
    }

    /// The cells, bit by bit; identities that are mended are chosen by chance.
    private func cells(_ table: RecordTable) -> ExactTable {
        let ids = RecordID.first(table.count)
        return ExactTable(table.identified(by: ids, places: [:], as: table.schema))
    }

    /// The error that reading throws.
    private func damage(_ body: () async throws -> RecordTable) async -> StorageError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? StorageError
        }
    }

    // MARK: The same as reading all of it

    @Test("Any search finds in any document what is found in all of it", arguments: UInt64(0)..<120)
    func anySearch(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...300)
        let version = generator.pick([1, 2])
        if version == 1 {
            try await Version1.make(table, at: path)
        } else {
            try await CardFile.create(at: path, table: table).close()
        }
        try await writeAsOthers(table, version: version, &generator)
        for _ in 0..<4 {
            let condition = generator.chance(1, in: 8) ? nil : generator.condition(for: table, depth: 2)
            let fields = table.schema.fields.indices.filter { _ in generator.chance(1, in: 2) }
            let limit = generator.chance(1, in: 3) ? Int.random(in: 0...20, using: &generator) : nil
            let expected = try await expectation(condition, fields: fields, limit: limit)
            for way in Self.ways(Int.random(in: 1...70, using: &generator)) {
                let found = try await search(condition, fields: fields, limit: limit, way)
                #expect(cells(found) == cells(expected))
                #expect(found.ids.count == expected.ids.count)
            }
        }
        #expect(try folder.names() == ["a.kiroku"])
    }

    /// Puts values, places and identities into the file as other programs may do.
    private func writeAsOthers(_ table: RecordTable, version: Int, _ generator: inout SeededGenerator) async throws {
        let tool = try SQLiteTool(path)
        for _ in 0..<(table.count == 0 ? 0 : Int.random(in: 0...20, using: &generator)) {
            let id = Int.random(in: 1...table.count, using: &generator)
            let column = "f\(generator.pick(table.schema.fields).id.rawValue)"
            let value = generator.pick(["1", "-7.5", "'abc'", "NULL", "9e99", "''", "'ＡＢＣ'", "'2024-05-17'"])
            try tool.run("UPDATE records SET \(column) = \(value) WHERE id = \(id)")
        }
        if version > 1, generator.chance(1, in: 2) {
            for _ in 0..<(table.count / 4) {
                let after = Int.random(in: -2...table.count + 2, using: &generator)
                let step = generator.pick(["0", "1", "5", "NULL", "-1", "'x'"])
                let id = Int.random(in: 1...max(table.count, 1), using: &generator)
                try tool.run("UPDATE records SET after = \(after), step = \(step) WHERE id = \(id)")
            }
        }
        guard generator.chance(1, in: 4), table.count > 0 else { return }
        for id in [Int64.min, -5, 0, 1 << 62 + 1, .max] where generator.chance(1, in: 2) {
            let old = Int.random(in: 1...table.count, using: &generator)
            try tool.run("UPDATE OR IGNORE records SET id = \(id) WHERE id = \(old)")
        }
    }

    @Test("The comparison sees every difference: another order, one record less, another cell")
    func negativeControl() async throws {
        let table = try await make()
        let way = Self.ways(64)[1]
        let found = cells(try await search(nil, way))
        #expect(found == cells(table))
        #expect(found != cells(try await search(nil, limit: 299, way)))
        try SQLiteTool(path).run("UPDATE records SET f2 = f2 || '.' WHERE id = 300")
        #expect(found != cells(try await search(nil, way)))
        try SQLiteTool(path).run("UPDATE records SET f2 = rtrim(f2, '.'), after = 2, step = 1 WHERE id = 300")
        #expect(found != cells(try await search(nil, way)))
        try SQLiteTool(path).run("UPDATE records SET after = NULL, step = NULL WHERE id = 300")
        #expect(found == cells(try await search(nil, way)))
    }

    @Test("Documents of version 1 are searched as they are", arguments: Version1.names)
    func version1(name: String) async throws {
        let path = try Version1.document(name, in: folder)
        let before = try bytes(of: path)
        let opened = try await CardFile.open(at: path, lockWait: 0)
        await opened.store.close()
        for way in Self.ways(16) {
            let found = try await CardFile(path: path).search(way) { schema throws(QueryError) in
                try DocumentSearch(.anywhere("e"), in: schema)
            }.get().table
            let table = opened.contents.table
            let expected = try await DocumentSearch(.anywhere("e"), in: table.schema).records(of: table).table
            #expect(cells(found) == cells(expected))
        }
        #expect(try bytes(of: path) == before)
    }

    @Test("What may only be looked at can be searched, and nothing is left beside it")
    func readOnly() async throws {
        let table = try await make()
        try #require(chmod(path, 0o444) == 0)
        let before = try bytes(of: path)
        for way in Self.ways(64) {
            #expect(try await search(.test(table.schema[0].id, .less, .int(7)), way).count == 7)
        }
        #expect(try bytes(of: path) == before)
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test("In a table of somebody else's, in which identities are texts, records are found all the same")
    func foreignTable() async throws {
        let table = try await make()
        let tool = try SQLiteTool(path)
        for statement in [
            "DROP VIEW cards", "DROP INDEX records_places", "DROP TABLE records",
            "CREATE TABLE records(id TEXT, after, step, f1, f2)",
            "INSERT INTO records VALUES('1', NULL, NULL, 10, 'a'), ('2', NULL, NULL, 11, 'b')",
        ] {
            try tool.run(statement)
        }
        let condition = Condition.test(table.schema[0].id, .equal, .int(11))
        for way in Self.ways(64) {
            #expect(try await search(condition, fields: [1], way)[0, 0] == .string("b"))
        }
    }

    // MARK: What is read

    @Test("Binary data is refused where it is read, by the same words, and only there")
    func binaryData() async throws {
        let table = try await make()
        try SQLiteTool(path).run("UPDATE records SET f2 = X'00' WHERE id = 250")
        let (number, text) = (table.schema[0].id, table.schema[1].id)
        let whole = await damage { try await expectation(nil) }
        try #require(whole != nil)
        for way in Self.ways(64) {
            // Tested, wanted, and neither.
            let contains = Condition.test(text, .contains, .text("1"))
            #expect(await damage { try await search(contains, fields: [0], way) } == whole)
            let equals = Condition.test(number, .greaterOrEqual, .int(100))
            #expect(await damage { try await search(equals, way) } == whole)
            #expect(try await search(equals, fields: [0], way).count == 200)
            #expect(try await search(.test(number, .less, .int(249)), way).count == 249)
        }
    }

    @Test("A search ends where it has found as many records as were asked for")
    func limit() async throws {
        let table = try await make()
        try SQLiteTool(path).run("UPDATE records SET f1 = X'00' WHERE id IN (21, 299)")
        let condition = Condition.test(table.schema[0].id, .greaterOrEqual, .int(5))
        for way in Self.ways(10) {
            let found = try await search(condition, fields: [1], limit: 5, way)
            #expect((0..<found.count).map { found[$0, 0] } == (5..<10).map { .string("text \($0)") })
            #expect(try await search(condition, limit: 0, way).count == 0)
            #expect(await damage { try await search(condition, limit: 50, way) } != nil)
        }
    }

    @Test("Without fields the records are only counted")
    func counting() async throws {
        let table = try await make()
        for way in Self.ways(64) {
            let found = try await search(.test(table.schema[0].id, .less, .int(200)), fields: [], way)
            #expect(found.count == 200)
            #expect(found.schema.count == 0)
        }
    }

    @Test("A regular expression that takes too long is told of, and a cancelled search ends")
    func patience() async throws {
        var table = try RecordTable(fieldNames: ["T"], fieldTypes: [.string])
        try table.addRecord([.string(String(repeating: "a", count: 40) + "b")])
        try table.addRecord([.string("a")])
        try await CardFile.create(at: path, table: table).close()
        let condition = Condition.test(table.schema[0].id, .matches, .text("^(a+)+$"))
        let store = CardFile(path: path)
        let found = try await store.search { schema throws(QueryError) in
            try DocumentSearch(condition, in: schema)
        }.get()
        #expect(found.table.count == 1)
        #expect(found.givenUpCount == 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.search { schema throws(QueryError) in try DocumentSearch(condition, in: schema) }
        }
        let result = await task.result
        #expect(throws: StorageError.cancelled) { try result.get().get() }
    }
}
