import KirokuCore
import Testing

@testable import KirokuServer

/// What a server does not tell of is noticed.
@Suite("A shared document whose server does not tell of everything")
@MainActor
struct SharingCheckTests {
    /// Connects anew, as after an hour.
    private func syncLater(_ member: Member) async throws -> SyncReport {
        try await member.note { $0.compared = nil }
        try await member.reconnect()
        return try await member.sync()
    }

    @Test("Triggers that are gone, or switched off, are told with what to do, and changes are found by comparing")
    func triggers() async throws {
        let team = try await Team(try numbers())
        #expect(try await team[1].sync().notice == nil)
        try team.database.execute(
            #"""
            DROP TRIGGER kiroku_update ON "Places"; DROP TRIGGER kiroku_truncate ON "Places";
            UPDATE "Places" SET "Number" = 5 WHERE "Name" = 'Record 0'
            """#)
        let gone = try #require(try await syncLater(team[1]).notice)
        #expect(team[1].texts[0][1] == "5")
        guard case .triggersMissing(let sql) = gone.cause else {
            Issue.record("\(gone)")
            return
        }
        #expect(gone.compared != nil && gone.text.contains(sql))
        // What is told to be done helps.
        try team.database.execute(sql)
        #expect(try await syncLater(team[1]).notice == nil)
        try team.database.execute(
            #"ALTER TABLE "Places" DISABLE TRIGGER USER; DELETE FROM "Places" WHERE "Number" = 5"#)
        let off = try #require(try await syncLater(team[1]).notice)
        #expect(team[1].texts.count == 3)
        guard case .triggersOff(let switching) = off.cause else {
            Issue.record("\(off)")
            return
        }
        try team.database.execute(switching)
        #expect(try await syncLater(team[1]).notice == nil)
        try team.database.execute(#"UPDATE "Places" SET "Number" = 6"#)
        #expect(try await team[1].sync().received == 3)
        await team.close()
    }

    @Test("Records that were written while the triggers were off are found when they are counted")
    func counted() async throws {
        let team = try await Team(try numbers())
        try await team.sync()
        try team.database.execute(
            #"SET session_replication_role = replica; INSERT INTO "Places" ("Name") VALUES ('Unseen')"#)
        try await team[1].reconnect()
        // Counted again within the hour only if another test has set the clock meanwhile.
        let soon = try await team[1].sync().received
        let later = try await syncLater(team[1]).received
        #expect(soon + later == 1)
        #expect(team[1].texts.last?[0] == "Unseen")
        await team.close()
    }

    @Test(
        "Records that row-level security hides are told as no longer visible, and not as deleted",
        arguments: [true, false])
    func hidden(isChanged: Bool) async throws {
        let team = try await Team(try numbers())
        let role = try team.admit("SELECT, UPDATE")
        let aiko = try await team.join(as: role)
        _ = try await aiko.sync()
        var told: [OthersChanges] = []
        let observation = aiko.document.observe {
            if case .changedByOthers(_, let changes) = $0 { told.append(changes) }
        }
        try team.database.execute(
            #"""
            ALTER TABLE "Places" ENABLE ROW LEVEL SECURITY;
            CREATE POLICY few ON "Places" TO PUBLIC USING ("Number" < 5 AND "Name" <> 'Record 3');
            DELETE FROM "Places" WHERE "Name" = 'Record 2'
            """#)
        if isChanged {
            try team.database.execute(#"UPDATE "Places" SET "Number" = 9 WHERE "Name" IN ('Record 0', 'Record 3')"#)
            _ = try await aiko.sync()
        } else {
            // Nothing tells of it but the number of the records.
            _ = try await syncLater(aiko)
        }
        #expect(aiko.texts.map { $0[0] } == (isChanged ? ["Record 1"] : ["Record 0", "Record 1"]))
        #expect(told.reduce(0) { $0 + $1.hiddenCount } == (isChanged ? 2 : 1))
        #expect(told.reduce(0) { $0 + $1.deletedCount } == 1)
        withExtendedLifetime(observation) {}
        await aiko.close()
        await team.close()
        try team.dismiss(role)
    }
}
