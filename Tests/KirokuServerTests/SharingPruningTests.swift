import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// What is old on the server goes, and nobody misses it.
///
/// A transaction that any test has open, in whichever database, would hold up what is removed here: so the server is one of
/// its own.
@Suite("Sharing a document whose server forgets old changes", .serialized)
@MainActor
struct SharingPruningTests {
    nonisolated private static let server: Result<PrivateServer, PrivateServer.NotStarted> = Result {
        () throws(PrivateServer.NotStarted) in try PrivateServer()
    }

    private func team(_ count: Int = 4) async throws -> Team {
        try await Team(try numbers(count), on: try Self.server.get())
    }

    private func count(_ table: String, _ team: Team) throws -> Int? {
        try team.database.value("SELECT count(*) FROM \(team.home).\(table)").flatMap { Int($0) }
    }

    /// Changes of both, which only one sends.
    private func changed() async throws -> Team {
        let team = try await self.team()
        try await team.sync()
        try await team[1].set(.int(11), 0, 1)
        try await team[1].set(.string("mine"), 1, 0)
        try await team[0].set(.int(7), 0, 1)
        try await team[0].set(.int(5), 1, 1)
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        _ = try await team[0].sync()
        try team.database.execute(#"UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 2'"#)
        return team
    }

    @Test("A copy that was away for longer reads the table as a whole, with its edits waiting")
    func away() async throws {
        let team = try await changed()
        try team.keep("0", edits: 1_000)
        try await team.prune()
        #expect(try team.database.value("SELECT count(*) FROM \(team.home).changes WHERE op <> 'T'") == "0")
        let report = try await team[1].sync()
        #expect((report.sent, report.toDecide, report.waiting) == (1, 1, 0))
        #expect(team[1].texts == [["Record 0", "7"], ["mine", "5"], ["Record 2", "9"]])
        let conflict = try #require(team[1].document.conflicts.first)
        #expect((conflict.own, conflict.theirs, conflict.base) == (.int(11), .int(7), .int(0)))
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        await team.close()
    }

    @Test("Without the sign that changes were removed, they would be missed")
    func withoutSign() async throws {
        let team = try await self.team()
        try await team.sync()
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        _ = try await team[0].sync()
        try team.database.execute("DELETE FROM \(team.home).changes")
        _ = try await team[1].sync()
        #expect(team[1].texts.count == 4)
        await team.close()
    }

    @Test("Who has been there since reads news only, and what is younger stays")
    func recent() async throws {
        let team = try await self.team()
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        try team.keep("0", edits: 1_000)
        try await team.mark()
        try await team[0].set(.int(2), 1, 1)
        _ = try await team[0].sync()
        _ = try await team[1].sync()
        // The change from before the mark goes, and that from after it stays.
        _ = try team.database.value("SELECT \(team.home).prune()")
        #expect(try team.database.value("SELECT string_agg(op, '' ORDER BY op) FROM \(team.home).changes") == "TU")
        // What differs by itself is only seen where all is compared.
        try team.database.execute(
            #"SET kiroku.quiet = 'on'; UPDATE "Places" SET "Number" = 99 WHERE "Name" = 'Record 3'"#)
        #expect(try await team[1].sync().received == 0)
        #expect(team[1].texts.map { $0[1] } == ["1", "2", "0", "0"])
        // Nothing is old any more, so nobody is sent to read it all again.
        try team.database.execute("UPDATE \(team.home).keeping SET age = '1 day'")
        try await team.prune()
        #expect(try count("changes", team) == 2)
        await team.close()
    }

    @Test("A change that took long is not missed, whenever it was looked for old ones")
    func longTransaction() async throws {
        let team = try await self.team()
        try await team.sync()
        try team.keep("0", edits: 1_000)
        for isMarkedBefore in [true, false] {
            let slow = try team.database.line()
            let value = isMarkedBefore ? 7 : 8
            try slow.execute(#"BEGIN; UPDATE "Places" SET "Number" = \#(value) WHERE "Name" = 'Record 0'"#)
            // The copy has read while it was under way.
            try await team[0].set(.int(value), 1, 1)
            _ = try await team[0].sync()
            _ = try await team[1].sync()
            if isMarkedBefore { _ = try team.database.value("SELECT \(team.home).prune()") }
            try slow.execute("COMMIT")
            if !isMarkedBefore { try await team.prune() }
            _ = try team.database.value("SELECT \(team.home).prune()")
            _ = try await team[1].sync()
            #expect(team[1].texts.prefix(2).map { $0[1] } == ["\(value)", "\(value)"])
        }
        await team.close()
    }

    @Test("Two copies that remove while both edit, and other programs as well, stay in step")
    func load() async throws {
        let team = try await self.team(20)
        try await team.sync()
        try team.keep("0", edits: 3)
        for round in 1...12 {
            for record in 0..<10 {
                try team[0].document.setCells([CellEdit(record: record, field: 1, value: .int(round))])
                try team[1].document.setCells([CellEdit(record: record + 10, field: 1, value: .int(round))])
            }
            try team.database.execute(#"UPDATE "Places" SET "Name" = "Name" || '.' WHERE "Name" LIKE 'Record 7%'"#)
            for member in team.members { await member.document.finishSaving() }
            let (first, second) = (team[0].desk, team[1].desk)
            let home = try team.home
            for line in try [team.database.line(), team.database.line()] { try line.execute("SELECT \(home).prune()") }
            async let one = first.sync()
            async let other = second.sync()
            let (sent, waiting) = (try await one.sent + other.sent, try await one.waiting + other.waiting)
            #expect((sent, waiting) == (20, 0))
            for member in team.members { try await member.hear() }
        }
        try await team.prune()
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[0].texts[7][0] == "Record 7............")
        #expect(team[0].texts.allSatisfy { $0[1] == "12" })
        #expect(team.members.allSatisfy { $0.document.conflicts.isEmpty })
        let kept = try [count("changes", team), count("commits", team)].map { $0 ?? .max }
        #expect(kept[0] < 60 && kept[1] == 6, "\(kept)")
        await team.close()
    }

    // MARK: Edits from long ago

    /// A copy with an edit that the server has, of which it does not know that; by now the cell is what it was before.
    private func doubtful(edits: Int) async throws -> Team {
        let team = try await self.team()
        try await team.sync()
        try await team[0].set(.int(1), 0, 1)
        let file = try await SharedFile.open(team[0].path)
        let waiting = try #require(try await file.waiting().first)
        _ = try await team[0].sync()
        await team[0].desk.close()
        try await file.note(lost: [waiting.id])
        await file.close()
        try team.database.execute(#"UPDATE "Places" SET "Number" = 0"#)
        try team.keep("0", edits: edits)
        try await team.prune()
        return team
    }

    @Test("An edit of which it is not known whether it was sent is known after months")
    func knownForLong() async throws {
        let team = try await doubtful(edits: 1)
        #expect(try count("commits", team) == 1)
        let desk = try await SharedDesk.open(team[0].path)
        let report = try await desk.sync()
        #expect((report.sent, report.toDecide, report.waiting) == (1, 0, 0))
        #expect(try team.column("Number") == "0,0,0,0")
        await desk.close()
        await team.close()
    }

    @Test("One that may have been made, and is not known any more, is to be decided, and is not made twice")
    func notKnown() async throws {
        let team = try await doubtful(edits: 0)
        #expect(try count("commits", team) == 0)
        let desk = try await SharedDesk.open(team[0].path)
        let report = try await desk.sync()
        #expect((report.sent, report.refused, report.toDecide, report.waiting) == (0, 1, 1, 0))
        #expect(try team.column("Number") == "0,0,0,0")
        try await team[0].hear()
        #expect(team[0].document.conflicts.first?.own == .int(1))
        // What is entered from now on is sent as ever.
        try await team[0].set(.int(3), 2, 1)
        #expect(try await desk.sync().sent == 1)
        #expect(try team.column("Number") == "0,0,3,0")
        await desk.close()
        await team.close()
    }

    @Test("Accepted edits that were removed are not taken for lost ones; neither are those of a copy put back")
    func accepted() async throws {
        let team = try await self.team()
        let old = team.folder.path("old.kiroku")
        try await team[0].set(.int(1), 0, 1)
        _ = try await team[0].sync()
        try FileManager.default.copyItem(atPath: team[0].path, toPath: old)
        try await SharedPlace.allow(old)
        try await team[0].set(.int(2), 1, 1)
        try await team[0].set(.int(3), 2, 1)
        _ = try await team[0].sync()
        try team.database.execute(#"UPDATE "Places" SET "Number" = 0"#)
        try team.keep("0", edits: 0)
        try await team.prune()
        let again = try await Member(old)
        for member in [team[0], again] {
            await member.desk.close()
            let desk = try await SharedDesk.open(member.path)
            let report = try await desk.sync()
            #expect((report.sentAgain, report.sent, report.toDecide, report.waiting) == (0, 0, 0, 0))
            await desk.close()
            try await member.hear()
            #expect(member.texts.map { $0[1] } == ["0", "0", "0", "0"])
        }
        // The numbers of its edits have been used.
        let desk = try await SharedDesk.open(old)
        try await again.set(.int(8), 3, 1)
        #expect(try await desk.sync().sent == 1)
        #expect(try team.column("Number") == "0,0,0,8")
        await desk.close()
        await again.close()
        await team.close()
    }

    @Test("The latest edits are lost ones, the oldest were removed")
    func outcome() {
        let queued = (1...6).map { QueuedName(number: Int64($0), id: "\($0)", isAccepted: $0 < 6) }
        let lost = QueueOutcome(queued, known: ["3"], removed: 0)
        #expect(lost.forgotten == ["1", "2"] && lost.lost == ["4", "5"] && lost.doubtful.isEmpty)
        let none = QueueOutcome(queued, known: [], removed: 0)
        #expect(none.lost == ["1", "2", "3", "4", "5"])
        let removed = QueueOutcome(queued, known: [], removed: 4)
        #expect(removed.forgotten == ["1", "2", "3", "4"] && removed.lost == ["5"] && !removed.isOvertaken)
        let doubtful = QueueOutcome(queued, known: [], removed: 6)
        #expect(doubtful.lost.isEmpty && doubtful.doubtful == ["6"] && doubtful.isOvertaken)
        #expect(QueueOutcome(queued, known: ["1", "2", "3", "4", "5", "6"], removed: 6).accepted == ["6"])
    }

    // MARK: Where it is not done

    @Test("An ordinary role removes as well; one without the right is no obstacle")
    func roles() async throws {
        let team = try await self.team()
        let home = try team.home
        let aiko = try team.admit("SELECT, UPDATE")
        try team.keep("0", edits: 0)
        let other = try await team.join(as: aiko)
        try await other.set(.int(1), 0, 1)
        _ = try await other.sync()
        await other.desk.close()
        // An ordinary role removes as well.
        try await team.mark()
        let again = try await SharedDesk.open(other.path)
        _ = try await again.sync()
        #expect(try count("commits", team) == 0)
        await again.close()
        await other.close()
        try team.database.execute("REVOKE ALL ON FUNCTION \(home).prune() FROM \(aiko)")
        let without = try await SharedDesk.open(other.path)
        _ = try await without.sync()
        await without.close()
        try await team[1].set(.int(2), 1, 1)
        try await team.sync()
        #expect(team[0].texts.map { $0[1] } == ["1", "2", "0", "0"])
        await team.close()
        try team.dismiss(aiko)
    }
}
