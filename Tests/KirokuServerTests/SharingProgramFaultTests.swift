import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// What others do with SQL to a table while edits of it wait.
@Suite("Sharing a document, with what other programs do")
@MainActor
struct SharingProgramFaultTests {
    private func team(_ count: Int = 2) async throws -> Team {
        var table = try RecordTable(fieldNames: ["Name", "Number"], fieldTypes: [.string, .int])
        for number in 0..<4 { try table.addRecord([.string("Record \(number)"), .int(0)]) }
        return try await Team(table, count: count)
    }

    /// A copy of somebody who is not the owner.
    private func guest(_ team: Team) async throws -> (member: Member, role: String) {
        let role = try team.admit()
        return (try await team.join(as: role), role)
    }

    private func leave(_ guest: Member, _ role: String, _ team: Team) async throws {
        await guest.close()
        await team.close()
        try team.dismiss(role)
    }

    @Test("A field whose column another program renames goes on")
    func renamedColumn() async throws {
        let team = try await team()
        try team.database.execute(#"ALTER TABLE "Places" RENAME COLUMN "Number" TO count"#)
        try await team[0].set(.int(3), 0, 1)
        try await team.sync()
        #expect(team[1].table[0, 1] == .int(3) && team[1].table.fieldNames == ["Name", "Number"])
        await team.close()
    }

    @Test("A field whose column another program removes is gone; what waits for it is kept, and the rest goes on")
    func removedColumn() async throws {
        let team = try await team()
        try await team[0].set(.int(3), 0, 1)
        try await team[0].set(.string("new"), 0, 0)
        try team.database.execute(#"ALTER TABLE "Places" DROP COLUMN "Number""#)
        let report = try await team[0].sync()
        #expect((report.waiting, report.unresolved) == (0, 1))
        #expect(team[0].table.fieldNames == ["Name"] && team[0].document.conflicts.map(\.own) == [.int(3)])
        try await team.sync()
        #expect(team[1].texts == [["new"], ["Record 1"], ["Record 2"], ["Record 3"]])
        // The owner's next change of the fields settles it on the server.
        try team[0].document.addField("Note", type: .string, at: 1)
        try await team.sync()
        #expect(team[1].table.fieldNames == ["Name", "Note"])
        #expect(try team.database.value("SELECT count(*) FROM \(try team.home).fields") == "2")
        await team.close()
    }

    @Test("Where all columns are gone, nothing is lost here")
    func noColumns() async throws {
        let team = try await team()
        try await team[0].set(.int(3), 0, 1)
        try team.database.execute(#"ALTER TABLE "Places" DROP COLUMN "Number", DROP COLUMN "Name""#)
        await #expect(throws: SyncError.server(.columnGone("Name"))) { try await team[0].desk.sync() }
        #expect(try await team[0].status() == (1, 0))
        #expect(team[0].table.count == 4 && team[0].table[0, 1] == .int(3))
        await team.close()
    }

    @Test("A check that is added while an edit waits refuses it with a sentence, and the others pass")
    func check() async throws {
        let team = try await team()
        try await team[0].set(.int(-1), 0, 1)
        try await team[0].set(.int(2), 1, 1)
        try team.database.execute(#"ALTER TABLE "Places" ADD CONSTRAINT positive CHECK ("Number" >= 0)"#)
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.waiting) == (1, 1, 0))
        let conflict = try #require(team[0].document.conflicts.first)
        #expect(conflict.own == .int(-1) && conflict.sentence?.contains("positive") == true)
        #expect(try team.column("Number") == "0,2,0,0")
        await team.close()
    }

    @Test("Edits that were laid over the whole table stay edits of their own: one that is refused holds up no other")
    func refusedAfterComparing() async throws {
        let team = try await team()
        for (record, number) in [-1, 2, 5].enumerated() { try await team[0].set(.int(number), record, 1) }
        try team.database.execute(
            #"""
            UPDATE "Places" SET "Number" = 7 WHERE "Name" = 'Record 2'; DELETE FROM "Places" WHERE "Name" = 'Record 3';
            ALTER TABLE "Places" ADD CONSTRAINT positive CHECK ("Number" >= 0)
            """#)
        // As after a failover.
        try await team[0].note { $0.cursor = nil }
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.waiting) == (1, 1, 0))
        #expect(Set(team[0].document.conflicts.map(\.own)) == [.int(-1), .int(5)])
        #expect(try team.column("Number") == "0,2,7")
        #expect(team[0].texts.map { $0[1] } == ["0", "2", "7"])
        await team.close()
    }

    @Test("A constraint that is only checked in the end, even at COMMIT, refuses one edit and no other")
    func deferred() async throws {
        let team = try await team()
        try team.database.execute(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN IF NEW."Number" = 13 THEN RAISE EXCEPTION 'not thirteen'; END IF; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON "Places" DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION refuse();
            CREATE TABLE noted (number int);
            CREATE FUNCTION refuse_later() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN IF NEW.number = 14 THEN RAISE EXCEPTION 'not fourteen'; END IF; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER later AFTER INSERT ON noted DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION refuse_later();
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN SET CONSTRAINTS later DEFERRED; INSERT INTO noted VALUES (NEW."Number"); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER noting AFTER UPDATE ON "Places" DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION note();
            """)
        for (record, number) in [13, 14, 15].enumerated() { try await team[0].set(.int(number), record, 1) }
        let report = try await team[0].sync()
        #expect((report.sent, report.refused, report.waiting) == (1, 2, 0))
        let sentences = team[0].document.conflicts.compactMap(\.sentence)
        #expect(sentences.contains { $0.contains("thirteen") } && sentences.contains { $0.contains("fourteen") })
        #expect(try team.column("Number") == "0,0,15,0")
        await team.close()
    }

    @Test("Rights that are taken away while edits wait: those are told, and nothing is lost")
    func rights() async throws {
        let team = try await team()
        let (guest, role) = try await guest(team)
        for (right, edits) in [("UPDATE", 1), ("INSERT", 1), ("DELETE", 1)] {
            try team.database.execute(#"GRANT SELECT, INSERT, UPDATE, DELETE ON "Places" TO \#(role)"#)
            switch right {
            case "UPDATE": try await guest.set(.int(5), 0, 1)
            case "INSERT": try guest.document.insertRecords(1, at: 0)
            default: try guest.document.deleteRecords(at: RecordIndexes(3))
            }
            await guest.document.finishSaving()
            try team.database.execute(#"REVOKE \#(right) ON "Places" FROM \#(role)"#)
            let report = try await guest.sync()
            #expect((report.refused, report.waiting, report.sent) == (edits, 0, 0), "\(right)")
            let sentences = guest.document.conflicts.map(\.sentence)
            #expect(sentences.allSatisfy { $0?.contains("Places") == true }, "\(right): \(sentences)")
        }
        // Without the right to read, nothing moves at all.
        try await guest.set(.int(6), 1, 1)
        try team.database.execute(#"REVOKE SELECT ON "Places" FROM \#(role)"#)
        await #expect(throws: SyncError.self) { try await guest.desk.sync() }
        #expect(try await guest.status().waiting == 1)
        #expect(guest.table.count == 4)
        try team.database.execute(#"GRANT SELECT, UPDATE ON "Places" TO \#(role)"#)
        #expect(try await guest.sync().sent == 1)
        try await leave(guest, role, team)
    }

    @Test("Row-level security that is switched on hides records, and takes nothing that was entered")
    func rowSecurity() async throws {
        let team = try await team()
        let (guest, role) = try await guest(team)
        try await guest.set(.int(5), 0, 1)
        try await guest.set(.int(6), 1, 1)
        // The second record is out of sight from now on.
        try team.database.execute(
            """
            ALTER TABLE "Places" ENABLE ROW LEVEL SECURITY;
            CREATE POLICY most ON "Places" TO \(role) USING ("Name" <> 'Record 1')
            """)
        let report = try await guest.sync()
        #expect((report.sent, report.waiting) == (1, 0))
        let lost = guest.document.conflicts.flatMap { conflict in
            [conflict.own] + (conflict.lost.map { table in table.schema.fields.indices.map { table[0, $0] } } ?? [])
        }
        #expect(lost.contains(.int(6)))
        #expect(try team.column("Number") == "5,0,0,0")
        // Nobody else has lost it.
        try await team.sync()
        #expect(team[0].table.count == 4)
        try await leave(guest, role, team)
    }

    @Test("A record that another program keeps locked delays the edits of it, and nobody else")
    func locked() async throws {
        let team = try await team()
        let line = try team.database.line()
        try line.execute(#"BEGIN; UPDATE "Places" SET "Number" = 1 WHERE "Name" = 'Record 0'"#)
        try await team[0].set(.int(2), 0, 1)
        try await team[1].set(.int(3), 1, 1)
        let waiting = Task { try await team[0].sync() }
        #expect(try await team[1].sync().sent == 1)
        while try team.database.value(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
            == "0"
        {
            try await Task.sleep(for: .milliseconds(5))
        }
        try line.execute("ROLLBACK")
        #expect(try await waiting.value.sent == 1)
        #expect(try team.column("Number") == "2,3,0,0")
        await team.close()
    }

    @Test("A transaction that stays open in another database, or in this one, does not hold up what others do")
    func openElsewhere() async throws {
        let team = try await team()
        let other = try Database("CREATE TABLE t (id int)")
        let lines = [try other.line(), try team.database.line()]
        for line in lines { try line.execute("BEGIN; SELECT pg_current_xact_id()") }
        for number in 1...3 {
            try await team[0].set(.int(number), 0, 1)
            _ = try await team[0].sync()
            #expect(try await team[1].sync().received == 1)
            #expect(team[1].table[0, 1] == .int(number))
        }
        for line in lines { try line.execute("COMMIT") }
        #expect(try await team[1].sync().received == 0)
        await team.close()
    }

    @Test("Changes with numbers of another server, as a dump brings them, are not sent for ever")
    func foreignNumbers() async throws {
        let team = try await team()
        let home = try team.home
        try team.database.execute(
            """
            INSERT INTO \(home).changes (op, key, xid, who, program, at)
              SELECT 'U', max(kiroku_record), '4000000000', 'x', '', now() FROM "Places";
            INSERT INTO \(home).commits (id, desk, n, person, program, xid)
              SELECT gen_random_uuid(), gen_random_uuid(), g, 'somebody', 'else', pg_current_xact_id()::text::bigint::text::xid8
              FROM generate_series(1, 3) g;
            """)
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        #expect(try await team[1].sync().received == 0)
        #expect(team[1].table.count == 4 && team[1].table[0, 1] == .int(1))
        let feed = try team.database.value(
            "SELECT count(*) FROM \(home).changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())")
        #expect(feed == "1")
        await team.close()
    }
}
