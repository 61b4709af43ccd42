import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// Tables that were restored from a dump, in which columns have other numbers than before.
@Suite("Restored tables")
@MainActor
struct RestoredTableTests {
    /// A way to dump and to restore.
    struct Dump: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isPlain = true
        var options: [String] = []
        /// Whether it goes over what is there.
        var isOver = false

        static let all = [
            Dump(testDescription: "plain, into another database"),
            Dump(testDescription: "custom, into another database", isPlain: false),
            Dump(testDescription: "plain, without comments, into another database", options: ["--no-comments"]),
            Dump(testDescription: "plain, over the same", options: ["--clean", "--if-exists"], isOver: true),
            Dump(testDescription: "custom, over the same", isPlain: false, isOver: true),
            Dump(
                testDescription: "custom, without comments, over the same", isPlain: false, options: ["--no-comments"],
                isOver: true),
            Dump(
                testDescription: "the table alone, over the same",
                options: ["--clean", "--if-exists", "--table", "public.\"Places\""], isOver: true),
            Dump(
                testDescription: "the table alone and without comments, over the same",
                options: ["--clean", "--if-exists", "--no-comments", "--table", "public.\"Places\""], isOver: true),
        ]
    }

    /// Dumps a database, and restores it, into the same one or another.
    private func restore(_ database: Database, _ dump: Dump, in folder: TemporaryFolder) throws -> Database {
        let path = folder.path("dump")
        try database.dump(path, dump.options + (dump.isPlain ? [] : ["--format=custom"]))
        let target = dump.isOver ? database : try Database()
        let isCleaned = dump.isOver && !dump.isPlain
        try target.restore(path, isPlain: dump.isPlain, isCleaned ? ["--clean", "--if-exists"] : [])
        return target
    }

    /// A document in which a field was removed and another one has another type, so that numbers of columns are missing.
    private func team() async throws -> Team {
        var table = try RecordTable(
            fieldNames: ["Gone", "Name", "Phone", "Salary"], fieldTypes: [.string, .string, .string, .int])
        for number in 0..<4 {
            try table.addRecord([
                .string("gone"), .string("Person \(number)"), .string("555-\(number)"), .int(1_000 + number),
            ])
        }
        let team = try await Team(table)
        try team[0].document.removeField(team[0].table.schema[0].id)
        try await team[0].document.change(team[0].table.schema[2].id) { $0.type = .decimal }
        try team[0].document.addField("Note", type: .string, at: 3)
        try await team[0].set(.string("a note"), 0, 3)
        try await team.sync()
        return team
    }

    private let values = """
        SELECT string_agg(concat_ws('/', "Name", "Phone", "Salary", "Note"), ' ' ORDER BY "Name") FROM "Places"
        """

    @Test("Each value is in its column, and what is written goes there", arguments: Dump.all)
    func document(dump: Dump) async throws {
        let team = try await team()
        let before = team[0].texts
        #expect(before[1] == ["Person 1", "555-1", "1001", nil])
        // This is done after the dump, and comes back to it.
        let target = try restore(team.database, dump, in: team.folder)
        let name = target.name
        for member in team.members {
            try await member.reconnect()
            try await member.note { [old = team.database.name] in
                $0.address = $0.address.replacing(old, with: name)
            }
            try await SharedDocuments.allow(member.path)
        }
        _ = try await team[0].sync()
        #expect(team[0].texts == before)
        try await team[0].set(.string("555-9"), 1, 1)
        try await team[0].set(CellValue(plain: "2000", of: .decimal), 2, 2)
        #expect(try await team[0].sync().sent == 2)
        _ = try await team[1].sync()
        #expect(
            try target.value(values)
                == "Person 0/555-0/1000/a note Person 1/555-9/1001 Person 2/555-2/2000 Person 3/555-3/1003")
        #expect(team[1].texts == team[0].texts)
        // Who joins sees the same, and may change the fields; what other programs write arrives.
        let path = team.folder.path("new.kiroku")
        try await SharedDocuments.join(try target.address(table: "Places"), at: path)
        let member = try await Member(path)
        _ = try await member.sync()
        #expect(member.texts == team[0].texts)
        try member.document.addField("More", type: .int, at: 0)
        try await member.set(.int(7), 0, 0)
        _ = try await member.sync()
        try target.execute(#"UPDATE "Places" SET "Phone" = '555-8' WHERE "Name" = 'Person 3'"#)
        for member in [team[0], team[1]] { _ = try await member.sync() }
        #expect(team[0].texts[3] == [nil, "Person 3", "555-8", "1003", nil])
        #expect(team[1].texts == team[0].texts && team[0].texts[0][0] == "7")
        await member.close()
        await team.close()
    }

    @Test("A column that was renamed before a dump is the same field, and its comment stays")
    func renamed() async throws {
        let team = try await team()
        try team.database.execute(
            """
            COMMENT ON COLUMN "Places"."Phone" IS 'with area code [kiroku field 3]';
            ALTER TABLE "Places" RENAME "Phone" TO "Telephone"; ALTER TABLE "Places" ADD "Phone" text
            """)
        try await team[0].reconnect()
        try await team[0].set(.string("555-7"), 0, 1)
        _ = try await team[0].sync()
        let target = try restore(team.database, Dump.all[0], in: team.folder)
        let path = team.folder.path("new.kiroku")
        try await SharedDocuments.join(try target.address(table: "Places"), at: path)
        let member = try await Member(path)
        #expect(member.texts[0] == ["Person 0", "555-7", "1000", "a note"])
        try member.document.addField("More", type: .int, at: 0)
        _ = try await member.sync()
        let comment =
            "SELECT col_description('\"Places\"'::regclass, attnum) FROM pg_attribute WHERE attname = 'Telephone'"
        #expect(try target.value(comment) == "with area code [kiroku field 3]")
        await member.close()
        await team.close()
    }

    @Test("Where it is not certain which column it is, nothing is read or written, and the owner can say so")
    func uncertain() async throws {
        let team = try await team()
        try team.database.execute(#"ALTER TABLE "Places" RENAME "Phone" TO "Telephone""#)
        let target = try restore(team.database, Dump.all[2], in: team.folder)
        let path = team.folder.path("new.kiroku")
        let address = try target.address(table: "Places")
        let sql = #"COMMENT ON COLUMN "public"."Places"."…" IS '[kiroku field 3]'"#
        let expected = SyncError.server(.columnUncertain("Phone", sql: sql))
        await #expect(throws: expected) { try await SharedDocuments.join(address, at: path) }
        try await team[0].set(.string("555-9"), 0, 1)
        try await team[0].note { [old = team.database.name] in
            $0.address = $0.address.replacing(old, with: target.name)
        }
        try await SharedDocuments.allow(team[0].path)
        try await team[0].reconnect()
        await #expect(throws: expected) { try await team[0].desk.sync() }
        try target.execute(sql.replacing("…", with: "Telephone"))
        _ = try await team[0].sync()
        #expect(try target.value(#"SELECT "Telephone" FROM "Places" WHERE "Name" = 'Person 0'"#) == "555-9")
        #expect(team[0].texts[0] == ["Person 0", "555-9", "1000", "a note"])
        await team.close()
    }

    // MARK: Tables of other programs

    @Test("A copy of another program's table knows its columns again", arguments: Dump.all.filter { $0.isPlain })
    func foreign(dump: Dump) async throws {
        let copies = try await Copies(
            """
            CREATE TABLE "Places" (gone text, id integer PRIMARY KEY, phone text, salary text);
            INSERT INTO "Places" VALUES ('x', 1, '555-1', '1001'), ('x', 2, '555-2', '1002');
            ALTER TABLE "Places" DROP gone
            """, table: "Places")
        let member = copies[0]
        let target = try restore(copies.database, dump, in: copies.folder)
        let relation = try #require(try target.value(#"SELECT '"Places"'::regclass::oid"#))
        try await member.note { [old = copies.database.name] in
            $0.address = $0.address.replacing(old, with: target.name)
            // On another server, it may have the same number.
            guard !dump.isOver else { return }
            $0.system = "another"
            $0.foreign?.relation = relation
        }
        try await SharedDocuments.allow(member.path)
        try await member.reconnect()
        _ = try await member.sync()
        #expect(member.texts == [["1", "555-1", "1001"], ["2", "555-2", "1002"]])
        try await member.set(.string("555-9"), 0, 1)
        #expect(try await member.sync().sent == 1)
        #expect(try target.value(#"SELECT phone || salary FROM "Places" WHERE id = 1"#) == "555-91001")
        await copies.close()
    }
}
