import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// Servers that tell less about themselves, and constraints of other programs.
@Suite("Hardened servers, and others' constraints")
@MainActor
struct HardenedServerTests {
    /// Has nobody but superusers ask which server it is.
    private func harden(_ database: Database) throws -> String {
        let role = "role_\(UInt32.random(in: 0 ... .max))"
        try database.execute(
            """
            CREATE ROLE \(role) LOGIN; REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC;
            GRANT CREATE ON SCHEMA public TO \(role); GRANT CREATE ON DATABASE \(database.name) TO \(role)
            """)
        return role
    }

    @Test("A document is shared, joined and kept in step where nobody is told which server it is")
    func shared() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let database = try Database(on: server)
        let address = try database.address(table: "Places", user: try harden(database))
        let folder = try TemporaryFolder()
        let paths = [folder.path("0.kiroku"), folder.path("1.kiroku")]
        await (try DocumentStores.create(at: paths[0], table: try numbers())).close()
        let document = try await DocumentToShare.open(paths[0])
        try await document.share(by: try document.plan(at: address, roles: [], schema: "public"))
        await document.close()
        try await SharedDocuments.join(address, at: paths[1])
        let members = [try await Member(paths[0]), try await Member(paths[1])]
        #expect(try await members[0].sharing()?.system.hasPrefix("since ") == true)
        try await members[0].set(.int(1), 0, 1)
        #expect(try await members[0].sync().sent == 1)
        #expect(try await members[1].sync().received == 1)
        // What is old is removed there as well.
        let home = try database.value("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kiroku%'") ?? ""
        try await members[0].set(.int(9), 3, 1)
        try members[0].document.deleteRecords(at: RecordIndexes(3))
        for member in members { _ = try await member.sync() }
        try database.execute("UPDATE \(home).keeping SET age = '0', pause = '0', at = NULL")
        try await members[0].reconnect()
        _ = try await members[0].sync()
        #expect(try database.value("SELECT count(*) FROM \(home).changes WHERE op = 'D'") == "0")
        #expect(try database.value("SELECT at IS NOT NULL FROM \(home).keeping") == "t")
        // After a restart, it counts as another server: all is compared.
        try await members[1].set(.int(2), 1, 1)
        try server.crash()
        try database.execute(#"UPDATE "Places" SET "Number" = 3 WHERE "Name" = 'Record 2'"#)
        for member in members { if (try? await member.sync()) == nil { _ = try await member.sync() } }
        for member in members { _ = try await member.sync() }
        #expect(members[0].texts.map { $0[1] } == ["1", "2", "3"])
        #expect(members[1].texts == members[0].texts)
        for member in members { await member.close() }
    }

    @Test("So is a copy of another program's table; after a restart nothing in doubt is taken for done")
    func foreign() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let database = try Database(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'a'), (2, 'b')", on: server)
        let role = try harden(database)
        try database.execute("ALTER TABLE t OWNER TO \(role)")
        let folder = try TemporaryFolder()
        let path = folder.path("t.kiroku")
        try await SharedDocuments.join(try database.address(user: role), at: path)
        let member = try await Member(path)
        try await member.set(.string("mine"), 0, 1)
        #expect(try await member.sync().sent == 1)
        // As if the answer to the edit had been lost, whose transaction is one that did something else.
        try member.add([["3", "c"]])
        await member.document.finishSaving()
        let file = try await CardFile.openForSync(path)
        let waiting = try await file.waiting().map(\.id)
        await file.close()
        let number = try database.value("SELECT pg_current_xact_id()::text") ?? ""
        await member.desk.close()
        try await member.note { $0.foreign?.doubt = CommitInDoubt(commits: waiting, transaction: number) }
        try server.crash()
        try database.execute("UPDATE t SET name = 'theirs' WHERE id = 2")
        try await member.reconnect()
        let report = try await member.sync()
        #expect((report.sent, report.refused) == (0, 1))
        #expect(member.texts == [["1", "mine"], ["2", "theirs"]])
        await member.close()
    }

    @Test("What breaks a constraint of another program is refused with its sentence, whatever the constraint is called")
    func constraints() async throws {
        let team = try await Team(try numbers())
        try team.database.execute(
            """
            ALTER TABLE "Places" ADD CONSTRAINT names_pkey UNIQUE ("Name");
            CREATE SCHEMA audit; CREATE TABLE audit."Places" (n integer CONSTRAINT "Places_pkey" PRIMARY KEY);
            CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN INSERT INTO audit."Places" VALUES (NEW."Number"); RETURN NULL; END';
            CREATE TRIGGER audit AFTER UPDATE OF "Number" ON "Places" FOR EACH ROW EXECUTE FUNCTION audit.note()
            """)
        try await team[0].set(.string("Record 1"), 0, 0)
        try await team[0].set(.int(7), 1, 1)
        try await team[0].set(.int(7), 2, 1)
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.waiting) == (1, 2, 0))
        let sentences = team[0].document.conflicts.compactMap(\.sentence)
        #expect(sentences.contains { $0.contains("names_pkey") } && sentences.contains { $0.contains("Places_pkey") })
        await team.close()
    }

    @Test("A new record gets another identity if its own is taken, also where the document's own key has another name")
    func ownKey() async throws {
        let team = try await Team(try numbers(2))
        try team.database.execute(#"ALTER TABLE "Places" RENAME CONSTRAINT "Places_pkey" TO others"#)
        try await team.sync()
        try team[0].document.insertRecords(at: 2)
        try await team[0].set(.string("mine"), 2, 0)
        let id = team[0].table.ids[2].rawValue
        try team.database.execute(#"INSERT INTO "Places" (kiroku_record, "Name") VALUES (\#(id), 'theirs')"#)
        try await team[0].reconnect()
        let report = try await team[0].sync()
        #expect((report.refused, report.waiting) == (0, 0))
        #expect(team[0].texts.map { $0[0] } == ["Record 0", "Record 1", "theirs", "mine"])
        #expect(team[0].table.ids.count { $0.rawValue == id } == 1 && team[0].document.conflicts.isEmpty)
        await team.close()
    }
}
