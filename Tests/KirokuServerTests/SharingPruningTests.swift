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

    @Test("However often records are changed, there is a row for each, with the last who did it")
    func rows() async throws {
        let team = try await self.team()
        for round in 1...20 {
            try await team[0].set(.int(round), 0, 1)
            _ = try await team[0].sync()
            try team.database.execute(#"UPDATE "Places" SET "Name" = "Name" || '.' WHERE "Name" LIKE 'Record 1%'"#)
        }
        #expect(try count("changes", team) == 2)
        try team.database.execute(#"DELETE FROM "Places" WHERE "Name" = 'Record 2'"#)
        try team.database.execute(#"BEGIN; UPDATE "Places" SET "Number" = 5; UPDATE "Places" SET "Number" = 6; COMMIT"#)
        #expect(try team.database.value("SELECT string_agg(op, '' ORDER BY key) FROM \(team.home).changes") == "UUDU")
        #expect(try await team[1].sync().received == 4)
        #expect(team[1].texts.map { $0[1] } == ["6", "6", "6"])
        try team.database.execute(#"TRUNCATE "Places""#)
        #expect(try await team[1].sync().received == 3)
        #expect(team[1].table.count == 0)
        await team.close()
    }

    @Test("A copy that was away for longer compares the table as a whole, with its edits waiting")
    func away() async throws {
        let team = try await changed()
        try team.keep("0")
        try team.prune()
        #expect(try team.database.value("SELECT count(*) FROM \(team.home).changes WHERE op = 'D'") == "0")
        let report = try await team[1].sync()
        #expect((report.sent, report.unresolved, report.waiting) == (1, 1, 0))
        #expect(team[1].texts == [["Record 0", "7"], ["mine", "5"], ["Record 2", "9"]])
        let conflict = try #require(team[1].document.conflicts.first)
        #expect((conflict.own, conflict.theirs, conflict.base) == (.int(11), .int(7), .int(0)))
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        await team.close()
    }

    @Test("Without the sign that deleted records were removed, they would be missed")
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

    @Test("Who has been there since reads news only")
    func recent() async throws {
        let team = try await self.team()
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        try await team.sync()
        try team.keep("0")
        try team.prune()
        #expect(try count("changes", team) == 0)
        // The cursor of the one that has not looked since is from before; after that, nothing is compared again.
        try await team.sync()
        try await team[0].set(.int(2), 1, 1)
        try await team.sync()
        // What differs by itself is only seen where all is compared.
        try team.database.execute(
            #"SET kiroku.quiet = 'on'; UPDATE "Places" SET "Number" = 99 WHERE "Name" = 'Record 2'"#)
        #expect(try await team[1].sync().received == 0)
        #expect(team[1].texts.map { $0[1] } == ["0", "2", "0"])
        await team.close()
    }

    @Test("A deletion that took long is not missed, whenever it was looked for old ones", arguments: [true, false])
    func longTransaction(isPrunedBefore: Bool) async throws {
        let team = try await self.team()
        try await team.sync()
        try team.keep("0")
        let slow = try team.database.line()
        try slow.execute(#"BEGIN; DELETE FROM "Places" WHERE "Name" = 'Record 0'"#)
        // The copy has read while it was under way, and later ones were removed.
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        try await team.sync()
        if isPrunedBefore { try team.prune() }
        try slow.execute("COMMIT")
        try team.prune()
        _ = try await team[1].sync()
        #expect(team[1].texts.map { $0[0] } == ["Record 1", "Record 2"])
        await team.close()
    }

    @Test("Two copies that remove while both edit, and other programs as well, stay in step")
    func load() async throws {
        let team = try await self.team(20)
        try await team.sync()
        try team.keep("0")
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
            for member in team.members { try await member.catchUp() }
        }
        try team.prune()
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[0].texts[7][0] == "Record 7............")
        #expect(team[0].texts.allSatisfy { $0[1] == "12" })
        #expect(team.members.allSatisfy { $0.document.conflicts.isEmpty })
        #expect(try count("changes", team) == 20)
        await team.close()
    }

    // MARK: Edits from long ago

    /// A copy with an edit that the server has, of which it does not know that; by now the cell is what it was before.
    ///
    /// - Parameter later: how many edits the same copy has made since, or a later state of it.
    private func doubtful(later: Int) async throws -> Team {
        let team = try await self.team()
        try await team.sync()
        try await team[0].set(.int(1), 0, 1)
        let file = try await CardFile.openForSync(team[0].path)
        let waiting = try #require(try await file.waiting().first)
        _ = try await team[0].sync()
        await team[0].desk.close()
        try await file.updateSyncState(lost: [waiting.id])
        await file.close()
        try team.database.execute(#"UPDATE "Places" SET "Number" = 0"#)
        let desk = try #require(try await team[0].sharing()).desk
        for number in stride(from: waiting.number + 99, through: waiting.number + Int64(later), by: 100) {
            try team.database.execute(
                """
                SELECT \(team.home).enter(gen_random_uuid(), '\(desk)', \((number + 1) / 100 * 100), 1, NULL, false, 'x', 'y', now())
                """)
        }
        return team
    }

    @Test("An edit of which it is not known whether it was sent is known after months")
    func knownForLong() async throws {
        let team = try await doubtful(later: 900)
        #expect(try count("commits", team) == 10)
        let desk = try await SyncEngine.open(team[0].path)
        let report = try await desk.sync()
        #expect((report.sent, report.unresolved, report.waiting) == (1, 0, 0))
        #expect(try team.column("Number") == "0,0,0,0")
        await desk.close()
        await team.close()
    }

    @Test("One that may have been made, and is not known any more, is to be decided, and is not made twice")
    func notKnown() async throws {
        let team = try await doubtful(later: 1_200)
        // The latest stay, and that is all there ever are.
        #expect(try count("commits", team).map { $0 <= 11 } == true)
        let desk = try await SyncEngine.open(team[0].path)
        let report = try await desk.sync()
        #expect((report.sent, report.refused, report.unresolved, report.waiting) == (0, 1, 1, 0))
        #expect(try team.column("Number") == "0,0,0,0")
        try await team[0].catchUp()
        #expect(team[0].document.conflicts.first?.own == .int(1))
        // What is entered from now on is sent as ever, by another name.
        try await team[0].set(.int(3), 2, 1)
        #expect(try await desk.sync().sent == 1)
        #expect(try team.column("Number") == "0,0,3,0")
        await desk.close()
        await team.close()
    }

    @Test("An edit with a number from long before is not begun, unless another role says what has come since")
    func numbersOfOthers() async throws {
        let team = try await self.team()
        try await team.sync()
        let desk = try #require(try await team[0].sharing()).desk
        let role = try team.admit()
        let line = ServerLine(try ConnectionPlan(try team.database.address(user: role)), .standard, Waker())
        try line.connect()
        try line.execute(
            "SELECT \(team.home).enter(gen_random_uuid(), '\(desk)', 5000, 1, NULL, false, 'x', 'y', now())")
        try await team[0].set(.int(3), 2, 1)
        #expect(try await team[0].sync().sent == 1)
        #expect(try #require(try await team[0].sharing()).desk == desk)
        line.close()
        await team.close()
        try team.dismiss(role)
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

    @Test("What a copy has from before it got a name of its own is judged by the name from then")
    func outcomeOfCopy() {
        let queued = (1...6).map { QueuedName(number: Int64($0), id: "\($0)", isAccepted: $0 < 4) }
        let former: [QueueOutcome.Former] = [(2, 1), (5, 4)]
        let outcome = QueueOutcome(queued, known: [], removed: 0, former)
        #expect(outcome.forgotten == ["1", "3"] && outcome.lost == ["2"])
        #expect(outcome.doubtful == ["4"] && !outcome.isOvertaken)
    }

    @Test("A copy remembers earlier names as long as it has edits from then")
    func formerNames() {
        var state = SyncState(
            address: "", document: "", system: "", timeline: "", cursor: nil, fields: 1, desk: "first")
        let queued = (3...6).map { QueuedName(number: Int64($0), id: "\($0)", isAccepted: true) }
        state.takeNewDesk(queued)
        let second = state.desk
        #expect(second != "first" && state.formerDesks == [FormerDesk(desk: "first", last: 6)])
        state.takeNewDesk(queued + [QueuedName(number: 7, id: "7", isAccepted: false)])
        #expect(state.formerDesks?.map(\.last) == [6, 7] && state.formerDesks?.last?.desk == second)
        state.takeNewDesk([QueuedName(number: 7, id: "7", isAccepted: true)])
        #expect(state.formerDesks?.map(\.last) == [7, 7])
        state.takeNewDesk([])
        #expect(state.formerDesks == nil)
    }

    // MARK: Who does it

    @Test("An ordinary role removes as well; one without the right is no obstacle")
    func roles() async throws {
        let team = try await self.team()
        let aiko = try team.admit("SELECT, UPDATE")
        let other = try await team.join(as: aiko)
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        _ = try await team[0].sync()
        try team.keep("0")
        _ = try await other.sync()
        #expect(try count("changes", team) == 0)
        try team.database.execute("REVOKE ALL ON FUNCTION \(team.home).prune() FROM \(aiko)")
        try await other.reconnect()
        try await other.set(.int(2), 1, 1)
        #expect(try await other.sync().sent == 1)
        await other.close()
        await team.close()
        try team.dismiss(aiko)
    }
}
