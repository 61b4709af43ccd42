import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// What was done to a shared document before somebody joined.
@Suite("The history of a shared document")
@MainActor
struct SharingHistoryTests {
    private let database: Database
    private let folder: TemporaryFolder

    init() throws {
        database = try Database()
        folder = try TemporaryFolder()
    }

    /// A document that has been edited by “Hana”, and is shared then.
    private func shared(roles: [String] = [], gap: Bool = false) async throws -> Member {
        var table = try RecordTable(
            fieldNames: ["Name", "Number", "Seen"], fieldTypes: [.string, .int, .dateAndTime])
        for number in 0..<5 { try table.addRecord([.string("Record \(number)"), .int(number), .empty]) }
        let path = folder.path("first.kiroku")
        let store = try await DocumentStores.create(at: path, table: table)
        let document = Document(title: "first", contents: DocumentContents(table: table), store: store)
        try document.setCells([CellEdit(record: 0, field: 0, value: .string("Himeji \"castle\", 姫路\n"))])
        await document.finishSaving()
        try document.deleteRecords(at: RecordIndexes(4))
        await document.finishSaving()
        try document.addField("Note", type: .string)
        await document.close()
        if gap {
            let file = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 5_000)
            try file.execute("UPDATE records SET f2 = 77 WHERE f2 = 3")
        }
        let shared = try await DocumentToShare.open(path)
        try await shared.share(
            by: try shared.plan(at: try database.address(table: "Places"), roles: roles, schema: "public"))
        await shared.close()
        return try await Member(path)
    }

    private func join(_ name: String, where condition: String? = nil, user: String = "kiroku") async throws -> Member {
        let path = folder.path("\(name).kiroku")
        try await SharedDocuments.join(try database.address(table: "Places", user: user), at: path, where: condition)
        return try await Member(path)
    }

    private func connected(_ role: String) throws -> ServerLine {
        let line = ServerLine(try ConnectionPlan(try database.address(user: role)), .standard, Waker())
        try line.connect()
        return line
    }

    private func home() throws -> String {
        try database.value("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kiroku%'") ?? ""
    }

    private static let before = ["Add Field", "Delete Record", "Name: Record 0 → Himeji \"castle\", 姫路\n"]

    // MARK: What there is

    @Test("Who joins sees what was done before it was shared, and since, by copies and by other programs")
    func joined() async throws {
        let first = try await shared()
        #expect(try await first.pastTexts() == Self.before)
        let second = try await join("second")
        #expect(try await second.pastTexts() == Self.before)
        try await second.set(.int(10), 1, 1)
        _ = try await second.sync()
        try database.execute(
            #"""
            SET application_name = 'psql';
            UPDATE "Places" SET "Number" = 20, "Seen" = '2026-05-01 09:30:15.25' WHERE "Name" = 'Record 2';
            INSERT INTO "Places" ("Name") VALUES ('New'); DELETE FROM "Places" WHERE "Name" = 'Record 3'
            """#)
        let third = try await join("third")
        _ = try await first.sync()
        #expect(third.texts == first.texts)
        let since = ["Delete Record", "Add Record", "Edit 2 Cells", "Number: 1 → 10"]
        #expect(try await third.pastTexts() == since + Self.before)
        let told = try await third.entries()
        let known = try await first.entries().suffix(3)
        #expect(told[0].author == CommitAuthor(person: "kiroku", program: "psql"))
        #expect(told[3].author == .current)
        let times = try (told.suffix(3) + known).map { try #require($0.time).timeIntervalSince1970 }
        #expect(zip(times, times.dropFirst(3)).allSatisfy { abs($0 - $1) < 0.002 })
        #expect(try #require(told[0].time) >= #require(told[3].time))
        let record = try #require(third.table.ids.dropFirst(2).first)
        #expect(
            Set(try await third.pastTexts(.record(record))) == ["Seen:  → 2026-05-01 09:30:15.25", "Number: 2 → 20"])
        // It goes as far back as that of the first copy, and says so.
        let begin = try await first.history().begin
        let same = try await third.history().begin
        #expect(abs(try #require(begin).timeIntervalSince(try #require(same))) < 0.002)
        // What comes later follows, without a gap.
        try await first.set(.int(11), 1, 1)
        _ = try await first.sync()
        _ = try await third.sync()
        #expect(try await third.pastTexts() == ["Number: 10 → 11"] + since + Self.before)
        for member in [first, second, third] { await member.close() }
    }

    @Test("Who has joined takes back what was done before, and sees the table as it was")
    func takenBack() async throws {
        let first = try await shared()
        let before = first.texts
        try await first.set(.int(10), 1, 1)
        _ = try await first.sync()
        let second = try await join("second")
        let told = try await second.entries()
        #expect(told.count == 4 && told.allSatisfy(\.isKept))
        let past = try await second.document.table(beforeStep: told[0].step)
        #expect(past.obstacle == nil && past.time == told[0].time)
        #expect(past.table.ids == second.table.ids && past.table[1, 1] == .int(1))
        let oldest = try await second.document.table(beforeStep: told[3].step)
        #expect(oldest.obstacle == nil)
        #expect(oldest.table.count == 5 && oldest.table[0, 0] == .string("Record 0"))
        for entry in [told[0], told[2], told[3]] {
            let change = try #require(try await second.document.change(ofStep: entry.step))
            #expect(try second.document.revert(change))
        }
        _ = try await second.sync()
        _ = try await first.sync()
        #expect(first.texts.count == 5 && first.texts[0][0] == "Record 0" && first.texts[1] == before[1])
        #expect(first.texts == second.texts)
        for member in [first, second] { await member.close() }
    }

    @Test("A part has the history of its records")
    func part() async throws {
        let first = try await shared()
        try await first.set(.int(10), 1, 1)
        try await first.set(.int(30), 3, 1)
        _ = try await first.sync()
        let part = try await join("part", where: "Number >= 20 or Name contains Himeji")
        #expect(part.table.count == 2)
        #expect(try await part.pastTexts() == ["Number: 3 → 30", "Add Field", Self.before[2]])
        let told = try await part.entries()
        #expect(try await part.document.table(beforeStep: told[0].step).table[1, 1] == .int(3))
        for member in [first, part] { await member.close() }
    }

    @Test("What another program has written to the document before it was shared is a gap there, too")
    func gap() async throws {
        let first = try await shared(gap: true)
        let second = try await join("second")
        let told = try await second.entries()
        #expect(told.count == 4 && !told[0].isKept && told[0].author == nil)
        #expect(try await second.pastTexts().dropFirst() == Self.before[...])
        #expect(try await second.document.table(beforeStep: told[1].step).obstacle != nil)
        for member in [first, second] { await member.close() }
    }

    @Test("What a statement does to many records is only counted, and one that is too large harms nothing")
    func many() async throws {
        let first = try await shared()
        try database.execute(
            #"""
            INSERT INTO "Places" ("Name") SELECT 'Row ' || n FROM generate_series(1, 1001) n;
            UPDATE "Places" SET "Number" = 5 WHERE "Name" LIKE 'Row %'; TRUNCATE "Places";
            INSERT INTO "Places" ("Name") VALUES (repeat('x', 5000000)); UPDATE "Places" SET "Number" = 1
            """#)
        let second = try await join("second")
        let told = try await second.entries()
        #expect(
            try await second.pastTexts().prefix(5)
                == ["Edit Cell", "Add Record", "Several Changes", "Edit 1,001 Cells", "Add 1,001 Records"])
        #expect(told.prefix(5).allSatisfy { !$0.isKept })
        #expect(second.table.count == 1)
        for member in [first, second] { await member.close() }
    }

    // MARK: How long

    @Test("The last 1,000 steps stay when old changes are removed, and of more than a tenth of the table no others")
    func pruned() async throws {
        let first = try await shared()
        let home = try home()
        try database.execute(
            """
            DO $$ BEGIN FOR n IN 1..1500 LOOP UPDATE "Places" SET "Number" = n WHERE "Name" = 'Record 1'; END LOOP; END $$;
            UPDATE \(home).keeping SET pause = '0', batch = 100, at = NULL
            """)
        while try database.value("SELECT \(home).prune()") == "t" {}
        #expect(try database.value("SELECT count(*) FROM \(home).history") == "1000")
        #expect(try database.value("SELECT count(*) FROM \(home).changes") == "1")
        let second = try await join("second")
        let told = try await second.pastTexts()
        #expect(told.count == 1_000)
        #expect(told.first == "Number: 1499 → 1500" && told.last == "Number: 500 → 501")
        let (entries, begin) = try await second.history()
        #expect(begin == entries.last?.time)
        for member in [first, second] { await member.close() }
    }

    // MARK: Rights

    @Test("Where rights differ, there is no history, also by hand", arguments: [true, false])
    func rights(byRow: Bool) async throws {
        let role = "aiko_\(UInt64.random(in: 0 ... .max))"
        try database.execute("CREATE ROLE \(role) LOGIN")
        let first = try await shared(roles: [role])
        let home = try home()
        let open = try await join("open", user: role)
        #expect(try await open.pastTexts() == Self.before)
        try database.execute(
            byRow
                ? #"ALTER TABLE "Places" ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON "Places" USING ("Number" < 3)"#
                : #"""
                REVOKE ALL ON "Places" FROM \#(role);
                GRANT SELECT ("Name", kiroku_record, kiroku_after, kiroku_step, kiroku_texts, "Number", "Seen", "Note")
                  ON "Places" TO \#(role)
                """#)
        let closed = try await join("closed", user: role)
        #expect(closed.table.count == (byRow ? 3 : 4))
        #expect(try await closed.entries().isEmpty)
        for statement in ["SELECT count(*) FROM \(home).told()", "SELECT count(*) FROM \(home).history"] {
            let line = try connected(role)
            let count = try? line.rows(statement).first?[0]
            #expect(count == nil || count == "0")
        }
        let line = try connected(role)
        #expect(throws: ServerError.self) { try line.rows("SELECT \(home).tell('set', 1, NULL)") }
        // The owner has all.
        let own = try await join("own")
        #expect(try await own.pastTexts() == Self.before)
        for member in [first, open, closed, own] { await member.close() }
        try database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test("A dump by a role that may read all data has all of the history, if row-level security is switched on")
    func dumps() async throws {
        let role = "dumper_\(UInt64.random(in: 0 ... .max))"
        try database.execute("CREATE ROLE \(role) LOGIN; GRANT pg_read_all_data TO \(role)")
        let first = try await shared(roles: [])
        let home = try home()
        let line = try connected(role)
        let count = try database.value("SELECT count(*) FROM \(home).history")
        #expect(count != "0")
        // As pg_dump --enable-row-security does; without that, the server refuses it.
        #expect(try line.rows("SELECT count(*) FROM \(home).history").first?[0] == count)
        try line.execute("SET row_security = off")
        #expect(throws: ServerError.self) { try line.rows("SELECT count(*) FROM \(home).history") }
        line.close()
        await first.close()
        try database.execute("DROP ROLE \(role)")
    }
}
