import CoreTestSupport
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

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

    private func found(
        _ condition: Condition?, fields: [Int]? = nil, limit: Int? = nil, _ conditions: DocumentReader.Conditions
    ) async throws -> FoundRecords {
        try await CardFile(path: path, lockWait: 0).search(conditions) { schema throws(QueryError) in
            try DocumentSearch(condition, in: schema, fields: fields, limit: limit)
        }.get()
    }

    private func search(
        _ condition: Condition?, fields: [Int]? = nil, limit: Int? = nil, _ conditions: DocumentReader.Conditions
    ) async throws -> RecordTable {
        try await found(condition, fields: fields, limit: limit, conditions).table
    }

    /// All of the document.
    private func loaded() async throws -> RecordTable {
        let opened = try await CardFile.open(at: path, lockWait: 0)
        await opened.store.close()
        return opened.contents.table
    }

    /// What reading all of the document finds.
    private func expectation(
        _ condition: Condition?, fields: [Int]? = nil, limit: Int? = nil
    ) async throws -> RecordTable {
        let table = try await loaded()
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
        try await CardFile.create(at: path, table: table).close()
        try await writeAsOthers(table, &generator)
        for _ in 0..<4 {
            let condition = generator.chance(1, in: 8) ? nil : generator.condition(for: table, depth: 2)
            let fields = table.schema.fields.indices.filter { _ in generator.chance(1, in: 2) }
            let limit = generator.chance(1, in: 3) ? Int.random(in: 0...20, using: &generator) : nil
            let expected = try await expectation(condition, fields: fields, limit: limit)
            for way in Self.ways(Int.random(in: 1...70, using: &generator)) {
                let found = try await found(condition, fields: fields, limit: limit, way)
                #expect(found.count == expected.count)
                if !fields.isEmpty { #expect(cells(found.table) == cells(expected)) }
            }
        }
        #expect(try folder.names() == ["a.kiroku"])
    }

    @Test(
        "SQLite rules out no record that meets a condition, whatever others have put there", arguments: UInt64(0)..<100)
    func anyStoredValue(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let made = try generator.table(records: 1...120)
        try await CardFile.create(at: path, table: made).close()
        let tool = try SQLiteTool(path)
        for _ in 0..<Int.random(in: 0...60, using: &generator) {
            let column = "f\(generator.pick(made.schema.fields).id.rawValue)"
            let id = Int.random(in: 1...made.count, using: &generator)
            try tool.run("UPDATE records SET \(column) = \(generator.pick(Self.strangeValues)) WHERE id = \(id)")
        }
        if generator.chance(1, in: 2) { try declareTypes(of: made.schema, tool, &generator) }
        if generator.chance(1, in: 4) { try tool.run("CREATE INDEX theirs ON records(f1)") }
        let table = try await loaded()
        for _ in 0..<8 {
            let count = Int.random(in: 1...3, using: &generator)
            let members = (0..<count).map { _ in generator.nearCondition(for: table) }
            let condition = generator.pick([members[0], .all(members), .any(members), .all([.none(members)])])
            let expected = try await DocumentSearch(condition, in: table.schema).records(of: table).table
            for way in Self.ways(Int.random(in: 1...70, using: &generator)) {
                #expect(cells(try await search(condition, way)) == cells(expected), "\(condition)")
                #expect(try await found(condition, fields: [], way).count == expected.count, "\(condition)")
            }
        }
    }

    @Test("Every comparison with every value at a limit finds the same", arguments: FieldType.allCases)
    func limits(type: FieldType) async throws {
        var made = try RecordTable(fieldNames: ["F"], fieldTypes: [type])
        for _ in Self.strangeValues { try made.addRecord([.empty]) }
        try await CardFile.create(at: path, table: made).close()
        let tool = try SQLiteTool(path)
        for (index, value) in Self.strangeValues.enumerated() {
            try tool.run("UPDATE records SET f1 = \(value) WHERE id = \(index + 1)")
        }
        let table = try await loaded()
        let values = (0..<table.count).map { table[$0, 0] }.filter { $0.type == type }
        #expect(!values.isEmpty)
        for comparison in Comparison.all(for: type) where ![.matches, .toFix, .between].contains(comparison) {
            let ignored: [TextDifferences] = type == .string ? [[], .case, .width, [.case, .width]] : [[]]
            let operands = ignored.flatMap { ignored in values.map { type.kind.operand($0, ignoring: ignored) } }
            for operand in Set(operands) {
                let isAlone = [.empty, .notEmpty].contains(comparison)
                let condition = Condition.test(table.schema[0].id, comparison, isAlone ? .nothing : operand)
                let expected = try await DocumentSearch(condition, in: table.schema).records(of: table).table
                #expect(cells(try await search(condition, Self.ways(64)[0])) == cells(expected), "\(condition)")
            }
        }
    }

    /// Values as SQL writes them: at the limits of numbers, numbers as texts and the reverse, and texts that are not UTF-8.
    private static let strangeValues = [
        "NULL", "''", "0", "1", "2", "-1", "12", "1998", "9223372036854775807", "-9223372036854775808",
        "9007199254740992", "9007199254740993", "-9007199254740993", "0.0", "-0.0", "0.1", "1.0", "12.5", "4.9e-324",
        "1.7976931348623157e308", "9e999", "-9e999", "'0'", "'1'", "'-1'", "'1.0'", "'12.50'", "'1e5'", "' 1'",
        "'99999999999999999999999999999999999999'", "'0.00000000000000000000000000000000000001'", "'abc'", "'ABC'",
        "'a'",
        "'é'", "'e\u{301}'", "'日本語'", "'\u{10ffff}'", "'a; b'", "'a;b'", "' ;'", "'1998'", "'1998-05'", "'1998-05-20'",
        "'1998-05-20 14:56'", "'1998-05-20 14:56:00'", "'14:56'", "'14:56:00'", "'14:56:00.25'", "'14:56:00.251'",
        "'1998-99-99'", "'~'", "'/'", "CAST(X'ff61' AS TEXT)", "CAST(X'61c3' AS TEXT)", "CAST(X'f4908080' AS TEXT)",
        "CAST(X'6100' AS TEXT)", "CAST(X'e38241' AS TEXT)", "CAST(X'41e382' AS TEXT)", "char(65533)", "'ＡＢ ｃ'", "'ｶﾞ ﾊﾟ'",
        "'ガ パ'", "'カ\u{3099}\u{3000}か゛'", "'ß'", "'SS'", "'\u{212a}'",
    ]

    /// Makes the table of records as another program might: with types and rules for texts.
    private func declareTypes(
        of schema: Schema, _ tool: SQLiteTool, _ generator: inout SeededGenerator
    ) throws {
        let columns = schema.fields.map { field in
            let type = generator.pick(["", "INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB"])
            return ", f\(field.id.rawValue) \(type) \(generator.pick(["", "COLLATE NOCASE", "COLLATE RTRIM"]))"
        }
        for statement in [
            "DROP VIEW cards", "CREATE TABLE copy AS SELECT * FROM records", "DROP TABLE records",
            "CREATE TABLE records(id INTEGER PRIMARY KEY, after INTEGER, step INTEGER\(columns.joined()))",
            "INSERT INTO records SELECT * FROM copy", "DROP TABLE copy",
        ] {
            try tool.run(statement)
        }
    }

    /// Puts values, places and identities into the file as other programs may do.
    private func writeAsOthers(_ table: RecordTable, _ generator: inout SeededGenerator) async throws {
        let tool = try SQLiteTool(path)
        for _ in 0..<(table.count == 0 ? 0 : Int.random(in: 0...20, using: &generator)) {
            let id = Int.random(in: 1...table.count, using: &generator)
            let column = "f\(generator.pick(table.schema.fields).id.rawValue)"
            let value = generator.pick(["1", "-7.5", "'abc'", "NULL", "9e99", "''", "'ＡＢＣ'", "'2024-05-17'"])
            try tool.run("UPDATE records SET \(column) = \(value) WHERE id = \(id)")
        }
        if generator.chance(1, in: 2) {
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
            let found = try await found(.test(table.schema[0].id, .less, .int(200)), fields: [], way)
            #expect(found.count == 200)
            #expect(found.table.schema.count == 0)
            #expect(found.table.ids.isEmpty, "SQLite counts them")
            #expect(try await self.found(nil, fields: [], way).count == 300)
            for ignored: TextDifferences in [[], .case, [.case, .width]] {
                let text = ignored.isEmpty ? "t 29" : "T 29"
                let condition = Condition.test(table.schema[1].id, .endsWith, .text(text, ignoring: ignored))
                let found = try await self.found(condition, fields: [], way)
                #expect(found.count == 1)
                #expect(found.table.ids.isEmpty, "SQLite counts them")
            }
        }
    }

    @Test("What SQLite cannot count for certain is read and counted")
    func uncertainCount() async throws {
        let table = try await make()
        let tool = try SQLiteTool(path)
        try tool.run("UPDATE records SET f1 = f1 + 0.5 WHERE id <= 50")
        for way in Self.ways(64) {
            for fields in [[], [0], [1]] {
                #expect(try await found(.test(table.schema[0].id, .less, .int(200)), fields: fields, way).count == 150)
            }
            #expect(try await found(.test(table.schema[1].id, .empty), fields: [], way).count == 0)
        }
        try tool.run("UPDATE records SET f2 = CAST(X'ff61' AS TEXT) WHERE id = 1")
        for way in Self.ways(64) {
            #expect(try await found(.test(table.schema[1].id, .contains, .text("t")), fields: [], way).count == 299)
        }
        try tool.run("UPDATE records SET f1 = X'00' WHERE id = 300")
        for way in Self.ways(64) {
            let condition = Condition.test(table.schema[0].id, .less, .int(200))
            #expect(await damage { try await search(condition, fields: [], way) } != nil)
        }
    }

    @Test("What is wanted is read at once, up to a record that SQLite is not certain of")
    func certainRecords() async throws {
        let table = try await make()
        let condition = Condition.test(table.schema[0].id, .less, .int(200))
        #expect(try certainRecords(condition).map { [$0.ids.count, $0.isCertain ? 1 : 0] } == [[200, 1], [200, 1]])
        try SQLiteTool(path).run("UPDATE records SET f1 = 49.5 WHERE id = 50")
        #expect(try certainRecords(condition).map { [$0.ids.count, $0.isCertain ? 1 : 0] } == [[49, 0], [49, 0]])
        try SQLiteTool(path).run("UPDATE records SET after = id, step = 1 WHERE id > 10")
        #expect(try certainRecords(condition).allSatisfy { $0.ids.count == 49 && !$0.isCertain })
    }

    /// Reads one field, and both, of the records that SQLite finds.
    private func certainRecords(_ condition: Condition) throws -> [RecordPart] {
        let connection = try SQLiteConnection(file: path, path: path, access: .reading, lockWait: 0)
        var reader = DocumentReader(
            connection: connection, path: path, fileSize: try bytes(of: path).count,
            conditions: DocumentReader.Conditions())
        try connection.begin()
        let reading = try reader.readHead(SharedProgress(nil))
        let tested = reading.taking([0])
        let filter = try #require(
            RecordFilter(try CheckedCondition(condition, for: tested.schema), columns: tested.columns))
        return try [[1], [0, 1]].map { fields in
            try reading.taking(fields).read(
                connection, RecordReading.Part(filter: filter, isCertain: true), capacity: 0)
        }
    }

    @Test("A record that another cell rules out is not read")
    func ruledOut() async throws {
        let table = try await make()
        try SQLiteTool(path).run("UPDATE records SET f2 = X'00' WHERE id = 250")
        let (number, text) = (table.schema[0].id, table.schema[1].id)
        for way in Self.ways(64) {
            let condition = Condition.all([.test(text, .matches, .text("7$")), .test(number, .less, .int(100))])
            #expect(try await search(condition, way).count == 10)
        }
    }

    @Test("A condition of very many tests, and one that nothing is known of, find the same")
    func manyTests() async throws {
        let table = try await make()
        let number = table.schema[0].id
        let many = Condition.any((0..<2_000).map { .test(number, .equal, .int($0 * 10)) })
        for way in Self.ways(64) {
            #expect(try await search(many, way).count == 30)
            #expect(try await search(.all([many, .test(number, .less, .int(100))]), way).count == 10)
            #expect(try await search(.all([]), way).count == 300)
            #expect(try await search(.any([]), way).count == 0)
            #expect(try await search(.none([]), fields: [], way).count == 300)
        }
    }

    @Test("In a file whose texts are not UTF-8, the same is found")
    func otherEncoding() async throws {
        var table = try RecordTable(fieldNames: ["D", "T"], fieldTypes: [.date, .string])
        for day in 1...28 {
            let date = CalendarDate(year: 2024, month: 5, day: day) ?? .blank
            try table.addRecord([.date(date), .string("\(day) 日")])
        }
        try await CardFile.create(at: path, table: table).close()
        try rewriteAsUTF16()
        let date = CalendarDate(year: 2024, month: 5, day: 9) ?? .blank
        for way in Self.ways(8) {
            #expect(try await search(.test(table.schema[0].id, .less, .value(.date(date))), way).count == 8)
            #expect(try await search(.test(table.schema[1].id, .contains, .text("1 日")), way).count == 3)
        }
    }

    private func rewriteAsUTF16() throws {
        let old = try SQLiteTool(path)
        let created = try old.run("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type <> 'table'")
        let new = try SQLiteTool(folder.path("new.kiroku"))
        for statement in ["PRAGMA encoding = 'UTF-16le'"] + created { try new.run(statement) }
        for property in ["application_id", "user_version"] {
            try new.run("PRAGMA \(property) = \(try old.run("PRAGMA \(property)")[0])")
        }
        for name in try old.run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
            let columns = try old.columns("SELECT * FROM \(name)").map { "quote(\"\($0)\")" }.joined(
                separator: "||','||")
            for row in try old.run("SELECT \(columns) FROM \(name)") {
                try new.run("INSERT INTO \(name) VALUES(\(row))")
            }
        }
        try #require(rename(folder.path("new.kiroku"), path) == 0)
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

extension SeededGenerator {
    /// A test of one field, mostly with an operand that is a cell of the table, or close to one.
    fileprivate mutating func nearCondition(for table: RecordTable) -> Condition {
        let field = Int.random(in: 0..<table.schema.count, using: &self)
        let definition = table.schema[field]
        let comparison = pick(Comparison.all(for: definition.type).filter { $0 != .matches })
        guard chance(3, in: 4) else {
            return condition(for: table.taking(fields: [field]), depth: 0)
        }
        if [.empty, .notEmpty, .toFix].contains(comparison) { return .test(definition.id, comparison) }
        let values = (0..<2).map { _ in table[Int.random(in: 0..<table.count, using: &self), field] }
        guard values.allSatisfy({ $0.type == definition.type }) else {
            return condition(for: table.taking(fields: [field]), depth: 0)
        }
        let operands = values.map { value in
            definition.type.kind.operand(value, ignoring: chance(1, in: 4) ? .case : [])
        }
        return .test(
            definition.id, comparison,
            comparison == .between ? Operand(from: operands[0], to: operands[1]) : operands[0])
    }
}
