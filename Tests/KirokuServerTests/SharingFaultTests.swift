import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// What must not be lost, whatever happens on the way.
@Suite("Sharing a document, with faults")
@MainActor
struct SharingFaultTests {
    @Test("A line that is cut at any byte of an edit leaves it sent once, and nothing half")
    func cuts() async throws {
        let team = try await Team(try numbers(), count: 1)
        let (proxy, folder) = try await team[0].rerouted()
        defer { proxy.end() }
        // How many bytes go up when nothing is sent, and when an edit is.
        _ = try await team[0].sync()
        let before = proxy.passedCount
        try await team[0].set(.int(1), 0, 1)
        _ = try await team[0].sync()
        let length = proxy.passedCount - before
        var (edits, cuts) = (1, 0)
        for position in stride(from: 1, through: length + 60, by: 29) {
            edits += 1
            try team[0].document.setCells([
                CellEdit(record: 0, field: 1, value: .int(edits)), CellEdit(record: 1, field: 1, value: .int(edits)),
            ])
            await team[0].document.finishSaving()
            proxy.cut(after: position)
            do {
                _ = try await team[0].desk.sync()
            } catch {
                cuts += 1
            }
            proxy.cut(after: nil)
            _ = try await team[0].desk.sync()
            let found = try team.database.value(
                #"SELECT string_agg("Number"::text, ',' ORDER BY kiroku_record) FROM "Places""#)
            #expect(found == "\(edits),\(edits),0,0", "cut at \(position)")
        }
        #expect(cuts > 10)
        let home = try team.home
        #expect(try team.database.value("SELECT count(*) FROM \(home).commits") == String(edits))
        await team.close()
        withExtendedLifetime(folder) {}
    }

    @Test("An edit whose COMMIT is not answered is found to have been made, and is not made twice")
    func unknownOutcome() async throws {
        let team = try await Team(try numbers())
        // The server ends the connection at the end of the first edit, when it has kept it.
        let home = try team.home
        let file = try await CardFile.openForSync(team[0].path)
        try await team[0].set(.int(1), 0, 1)
        let waiting = try #require(try await file.waiting().first)
        // As if the answer had been lost: it is on the server, and the file does not know.
        _ = try await team[0].sync()
        try await file.updateSyncState(lost: [waiting.id])
        #expect(try await file.waitingCount() == 1)
        await team[0].desk.close()
        let again = try await SyncEngine.open(team[0].path)
        let report = try await again.sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
        #expect(try team.database.value("SELECT count(*) FROM \(home).commits") == "1")
        await again.close()
        await file.close()
        await team.close()
    }

    @Test("What the server has lost that it had accepted is sent again, and told")
    func failover() async throws {
        let team = try await Team(try numbers())
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        // As after a failover without the last commits: they are gone, and it is another past.
        let home = try team.home
        try team.database.execute(
            """
            SET kiroku.quiet = 'on'; UPDATE "Places" SET "Number" = 0; DELETE FROM \(home).commits;
            DELETE FROM \(home).changes
            """)
        for member in team.members {
            let file = try await CardFile.openForSync(member.path)
            try await file.updateSyncState { $0.timeline = "00000000" }
            await file.close()
            await member.desk.close()
        }
        var reports: [SyncReport] = []
        for member in team.members {
            let desk = try await SyncEngine.open(member.path)
            reports.append(try await desk.sync())
            await desk.close()
        }
        #expect(reports[0].sentAgain == 1 && reports[0].unresolved == 0 && reports[0].waiting == 0)
        #expect(try team.database.value(#"SELECT "Number" FROM "Places" WHERE "Name" = 'Record 0'"#) == "1")
        try await team[1].catchUp()
        #expect(team[1].table[0, 1] == .int(1))
        await team.close()
    }

    @Test("What is committed later than a higher number is not missed; a cursor that is a number misses it")
    func commitOrder() async throws {
        let team = try await Team(try numbers())
        let home = try team.home
        let slow = try team.database.line()
        try slow.execute(#"BEGIN; UPDATE "Places" SET "Number" = 7 WHERE "Name" = 'Record 0'"#)
        try team.database.execute(#"UPDATE "Places" SET "Number" = 8 WHERE "Name" = 'Record 1'"#)
        #expect(try await team[1].sync().received == 1)
        let last = try #require(try team.database.value("SELECT xid FROM \(home).changes"))
        try slow.execute("COMMIT")
        // The negative control: by number, there is nothing new.
        #expect(try team.database.value("SELECT count(*) FROM \(home).changes WHERE xid > '\(last)'") == "0")
        #expect(try await team[1].sync().received == 1)
        #expect(team[1].table[0, 1] == .int(7) && team[1].table[1, 1] == .int(8))
        await team.close()
    }

    @Test("Two copies of one file, both used, go on as two")
    func copiedFile() async throws {
        let team = try await Team(try numbers())
        let copy = team.folder.path("copy.kiroku")
        try FileManager.default.copyItem(atPath: team[0].path, toPath: copy)
        try await SharedDocuments.allow(copy)
        let other = try await Member(copy)
        try await team[0].set(.int(1), 0, 1)
        try await other.set(.int(2), 1, 1)
        _ = try await team[0].sync()
        let report = try await other.sync()
        #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
        try await team.sync()
        #expect(team[1].table[0, 1] == .int(1) && team[1].table[1, 1] == .int(2))
        await other.close()
        await team.close()
    }

    @Test("Who is not the owner can edit where they may, and is told where not")
    func rights() async throws {
        let team = try await Team(try numbers())
        let role = try team.admit("SELECT, INSERT, UPDATE")
        let aiko = try await team.join(as: role)
        try await aiko.set(.int(5), 0, 1)
        try aiko.document.deleteRecords(at: RecordIndexes(3))
        try aiko.document.addField("Mine", type: .int, at: 0)
        let report = try await aiko.sync()
        #expect((report.sent, report.refused, report.waiting) == (1, 2, 0))
        #expect(aiko.table.count == 4 && aiko.table.fieldNames == ["Name", "Number"])
        #expect(aiko.document.conflicts.count == 2)
        #expect(aiko.document.conflicts.allSatisfy { $0.sentence?.contains("Places") == true })
        try await team.sync()
        #expect(team[0].table[0, 1] == .int(5))
        await aiko.close()
        await team.close()
        try team.dismiss(role)
    }
}
