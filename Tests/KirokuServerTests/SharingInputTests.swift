import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// What other programs write to a shared table, and names and numbers of fields that are at their limits.
@Suite("Sharing a document, with anything in it")
@MainActor
struct SharingInputTests {
    private func table(_ fields: [(name: String, type: FieldType)], _ count: Int = 3) throws -> RecordTable {
        var table = try RecordTable(fieldNames: fields.map(\.name), fieldTypes: fields.map(\.type))
        for _ in 0..<count { try table.addRecord(fields.map { _ in .empty }) }
        return table
    }

    @Test("Numbers and dates that only a server knows come as texts to be fixed, and are overwritten knowingly")
    func strangeValues() async throws {
        let fields: [(String, FieldType)] = [
            ("F", .float), ("D", .decimal), ("Day", .date), ("At", .dateAndTime), ("B", .bool),
        ]
        let team = try await Team(try table(fields))
        try team.database.execute(
            """
            UPDATE "Places" SET "F" = 'NaN', "D" = 'NaN', "Day" = 'infinity', "At" = '-infinity' WHERE kiroku_record = 1;
            UPDATE "Places" SET "F" = 'Infinity', "D" = 1e40, "Day" = '4713-01-01 BC', "At" = '294276-12-31 23:59:59'
              WHERE kiroku_record = 2;
            UPDATE "Places" SET "F" = '-0', "D" = '-0.00', "Day" = '0001-01-01', "At" = '2026-05-01 24:00:00'
              WHERE kiroku_record = 3
            """)
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(Array(team[0].texts[0].prefix(4)) == ["NaN", "NaN", "infinity", "-infinity"])
        for field in 0..<4 { #expect(team[0].table[0, field] == .unfit(team[0].texts[0][field] ?? "")) }
        // Each can be replaced, since it is compared as the server writes it.
        for record in 0..<3 {
            for field in 0..<4 { try await team[0].set(.empty, record, field) }
        }
        let report = try await team[0].sync()
        #expect((report.sent, report.unresolved, report.waiting) == (12, 0, 0))
        try await team.sync()
        #expect(team[1].texts.allSatisfy { $0.allSatisfy { $0 == nil } })
        await team.close()
    }

    @Test("Names and sentences with anything in them")
    func names() async throws {
        let names = [
            "\"; DROP TABLE x; --", "kiroku_record", "tableoid", "奈良の大仏殿の中にある大きな柱の穴をくぐり抜けた人の数", "$1", "\\'", " ",
            "a\nb\tc",
            "\u{202e}evil", "A", "a",
        ]
        let team = try await Team(try table(names.map { ($0, $0.count % 2 == 0 ? .string : .int) }))
        for field in names.indices {
            try await team[0].set(names[field].count % 2 == 0 ? .string("x'\"\\\u{1}") : .int(field), 0, field)
        }
        try team[0].document.addField("kiroku_texts", type: .string, at: 0)
        try await team.sync()
        #expect(team[1].table.fieldNames == ["kiroku_texts"] + names && team[0].texts == team[1].texts)
        // What a trigger says is told in one line, and not more than is good.
        try team.database.execute(
            #"""
            CREATE FUNCTION complain() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '%', E'no\n\x1b[2J' || U&'\202e' || repeat('very ', 1000000); END $$;
            CREATE TRIGGER complaining BEFORE UPDATE ON "Places" FOR EACH ROW EXECUTE FUNCTION complain()
            """#)
        try await team[0].set(.string("later"), 1, 0)
        #expect(try await team[0].sync().refused == 1)
        let sentence = try #require(team[0].document.conflicts.first?.sentence)
        #expect(sentence.contains("very") && sentence.utf8.count < 3_000)
        #expect(!sentence.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e })
        await team.close()
    }

    @Test("A database without an encoding, where another program writes what is no text")
    func noEncoding() async throws {
        let options = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        let team = try await Team(try table([("A", .string), ("N", .int)]), options: options)
        try await team[0].set(.string("奈良 é"), 0, 0)
        try await team[0].set(.unfit("何か"), 1, 1)
        try await team.sync()
        #expect(team[1].texts[0][0] == "奈良 é" && team[1].texts[1][1] == "何か")
        let line = try team.database.line()
        try line.execute(
            #"SET client_encoding = 'SQL_ASCII'; UPDATE "Places" SET "A" = E'\xff\xfe!' WHERE kiroku_record = 2"#)
        try await team.sync()
        #expect(team[1].texts[1][0]?.hasSuffix("!") == true)
        // It is shown with signs that stand for what is no text, so it cannot be written over as if it had been seen.
        try await team[0].set(.string("other"), 1, 0)
        try await team[0].set(.int(5), 2, 1)
        let report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 1))
        try await team.sync()
        #expect(team[1].table[2, 1] == .int(5))
        await team.close()
    }

    @Test("As many fields as a table can have, and one more")
    func manyFields() async throws {
        // Four columns of 1,600 are Kiroku's own.
        let fields = (1...1_596).map { ("F\($0)", FieldType.int) }
        let team = try await Team(try table(fields, 1), count: 1)
        try await team[0].set(.int(1), 0, 0)
        try await team[0].set(.unfit("text"), 0, 1_595)
        try team[0].document.addField("One more", type: .int, at: 0)
        try await team[0].set(.int(3), 0, 8)
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.waiting) == (3, 1, 0))
        #expect(team[0].document.conflicts.contains { $0.sentence?.contains("1600") == true })
        let path = team.folder.path("joined.kiroku")
        try await SharedDocuments.join(try team.database.address(table: "Places"), at: path)
        let store = DocumentStores.at(path)
        let joined = try await store.load().table
        await store.close()
        #expect(joined == team[0].table && joined[0, 1_595] == .unfit("text"))
        await team.close()
    }

    @Test("Where the server gives out more than it should, there is an end")
    func endless() async throws {
        var limits = ServerLimits.standard
        limits.answerBytes = 1 << 20
        let database = try Database()
        let session = ServerSession(try database.address(), limits: limits)
        try await session.connect()
        await #expect(throws: ServerError.tooMuchAtOnce(server: database.server.socket)) {
            _ = try await session.line { (line) throws(ServerError) in
                try line.rows("SELECT repeat('x', 10000) FROM generate_series(1, 100000)").count
            }
        }
        await session.close()
    }
}
