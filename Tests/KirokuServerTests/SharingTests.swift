import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Copies of a document that several edit, each on its own.
@Suite("Sharing a document")
@MainActor
struct SharingTests {
    private func places() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Place", "Visits", "Note"], fieldTypes: [.string, .int, .string])
        for (number, name) in ["Himeji", "Kinkaku-ji", "奈良"].enumerated() {
            try table.addRecord([.string(name), .int(number + 1), number == 1 ? .empty : .string("note \(number)")])
        }
        return table
    }

    @Test("Every kind of value is on the server as such, and comes back exactly as it was")
    func values() async throws {
        var table = try RecordTable(
            fieldNames: FieldType.allCases.map(\.rawValue), fieldTypes: FieldType.allCases)
        let texts = [
            "7", "-1.5e-07", "12.50", "true", "two\n\"lines\", ’é’ 奈良", "2026-05-01", "09:30", "2026-05-01 09:30:15.25",
            "a",
            "a; b", "4", "37:45:00",
        ]
        let others = ["", "1e20", "0", "false", "", "2026-05", "09:30:00", "2026-05-01", "x,y", "z", "0", "-00:00:45"]
        for row in [texts, others] {
            try table.addRecord(
                zip(row, FieldType.allCases).map { $0.isEmpty && $1 != .string ? .empty : CellValue(plain: $0, of: $1) }
            )
        }
        try table.addRecord(FieldType.allCases.map { $0.takesAnyText ? .empty : .unfit("what “is\\ this\"\u{1}") })
        let team = try await Team(table)
        #expect(team[1].table == team[0].table)
        #expect(team[1].table.ids == team[0].table.ids)
        let sql =
            #"SELECT count(*) FROM "Places" WHERE "int" + "decimal" = 19.5 AND "bool" AND "duration" > '1 day' AND "time" = '9:30' AND "date" > '2026-04-30'"#
        #expect(try team.database.value(sql) == "1")
        // Each can be changed from and to each.
        for record in 0..<3 {
            for field in FieldType.allCases.indices {
                try await team[0].set(table[(record + 1) % 3, field], record, field)
            }
        }
        let report = try await team[0].sync()
        #expect((report.sent, report.waiting, report.unresolved) == (36, 0, 0))
        #expect(try await team[1].sync().received == 3)
        #expect(team[1].table == team[0].table)
        await team.close()
    }

    @Test("Edits of both arrive at the other, with who has made them")
    func bothWays() async throws {
        let team = try await Team(try places())
        try await team[0].set(.string("Himeji-jo"), 0, 0)
        try await team[1].set(.int(99), 0, 1)
        try team[1].document.insertRecords(2, at: 1)
        try team[1].document.deleteRecords(at: RecordIndexes(4))
        try team[1].document.moveRecords(at: RecordIndexes(3), to: 0)
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[0].table.ids == team[1].table.ids)
        #expect(
            team[0].texts == [
                ["Kinkaku-ji", "2", nil], ["Himeji-jo", "99", "note 0"], [nil, nil, nil], [nil, nil, nil],
            ])
        let page = try await team[0].document.history(of: .document, before: nil)
        #expect(page.entries.contains { $0.author?.person == CommitAuthor.current.person })
        await team.close()
    }

    @Test("The same cell, changed by both, keeps the server's value, and the own one is to be decided")
    func conflict() async throws {
        let team = try await Team(try places())
        try await team[0].set(.string("mine"), 0, 2)
        try await team[1].set(.string("theirs"), 0, 2)
        try await team[1].set(.int(5), 1, 1)
        #expect(try await team[0].sync().sent == 1)
        let report = try await team[1].sync()
        #expect((report.sent, report.unresolved, report.waiting) == (1, 1, 0))
        #expect(team[1].table[0, 2] == .string("mine"))
        let conflict = try #require(team[1].document.conflicts.first)
        #expect(
            (conflict.own, conflict.theirs, conflict.base) == (.string("theirs"), .string("mine"), .string("note 0")))
        #expect(team[1].document.conflicts.count == 1)
        // Decided, it is an edit like any other.
        try team[1].document.resolve([conflict], as: .mine)
        try await team.sync()
        #expect(team[0].table[0, 2] == .string("theirs"))
        #expect(team[0].document.conflicts.isEmpty && team[1].document.conflicts.isEmpty)
        await team.close()
    }

    @Test("A record that was deleted by one and changed by the other is neither lost nor brought back silently")
    func deletions() async throws {
        let team = try await Team(try places())
        try team[0].document.deleteRecords(at: RecordIndexes(0))
        try await team[1].set(.string("changed"), 0, 2)
        try team[1].document.deleteRecords(at: RecordIndexes(1))
        try await team[0].set(.string("changed"), 0, 2)
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[0].texts.count == 2)
        #expect(
            team[1].document.conflicts.map(\.reason).sorted { $0.rawValue < $1.rawValue } == [
                .recordChanged, .recordGone,
            ])
        #expect(team[1].document.conflicts.first { $0.reason == .recordGone }?.lost?[0, 2] == .string("changed"))
        await team.close()
    }

    @Test("What other programs write to the table arrives, with their names")
    func otherPrograms() async throws {
        let team = try await Team(try places())
        try team.database.execute(
            """
            SET application_name = 'a script';
            UPDATE "Places" SET "Visits" = "Visits" + 10 WHERE "Place" <> '奈良'; DELETE FROM "Places" WHERE "Place" = '奈良';
            INSERT INTO "Places" ("Place") VALUES ('Nikko'), ('Ise')
            """)
        #expect(try await team[1].sync().received == 5)
        #expect(team[1].texts.map { $0[0] } == ["Himeji", "Kinkaku-ji", "Nikko", "Ise"])
        #expect(team[1].texts.map { $0[1] } == ["11", "12", nil, nil])
        let page = try await team[1].document.history(of: .document, before: nil)
        #expect(page.entries.first?.author == CommitAuthor(person: "kiroku", program: "a script"))
        try team.database.execute(#"TRUNCATE "Places""#)
        try await team.sync()
        #expect(team[0].texts.isEmpty && team[1].texts.isEmpty)
        await team.close()
    }

    @Test("Fields that one adds, renames, retypes and removes arrive, and what the other has typed meanwhile stays")
    func fields() async throws {
        let team = try await Team(try places())
        try team[0].document.addField("Year", type: .int, at: 1)
        try await team[0].set(.int(1609), 0, 1)
        try team[0].document.renameField(team[0].table.schema[0].id, to: "Sight")
        try await team[0].document.change(team[0].table.schema[2].id) { $0.type = .string }
        try await team[1].set(.string("typed meanwhile"), 1, 2)
        try await team[1].set(.string("Nara"), 2, 0)
        try await team.sync()
        #expect(team[0].table.schema.fields == team[1].table.schema.fields)
        #expect(
            team[1].texts == [
                ["Himeji", "1609", "1", "note 0"], ["Kinkaku-ji", nil, "2", "typed meanwhile"],
                ["Nara", nil, "3", "note 2"],
            ])
        #expect(team[0].texts == team[1].texts)
        #expect(
            try team.database.value(#"SELECT "Sight" || "Year" FROM "Places" WHERE "Visits" = '1'"#) == "Himeji1609")
        try team[1].document.removeField(team[1].table.schema[3].id)
        try await team.sync()
        #expect(team[0].table.fieldNames == ["Sight", "Year", "Visits"])
        await team.close()
    }

    @Test("What the server refuses is to be decided, with its sentence, and does not hold up the rest")
    func refused() async throws {
        let team = try await Team(try places())
        try team.database.execute(#"ALTER TABLE "Places" ADD CONSTRAINT few CHECK ("Visits" < 100)"#)
        try await team[0].set(.int(500), 0, 1)
        try await team[0].set(.string("passes"), 1, 2)
        try await team[0].set(.string("a\0b"), 2, 2)
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.unresolved, report.waiting) == (1, 2, 2, 0))
        #expect(team[0].texts[0][1] == "1")
        let sentences = team[0].document.conflicts.compactMap(\.sentence)
        #expect(
            sentences.count == 2 && sentences.contains { $0.contains("few") }
                && sentences.contains { $0.contains("NUL") })
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[1].texts[1][2] == "passes")
        await team.close()
    }
}
