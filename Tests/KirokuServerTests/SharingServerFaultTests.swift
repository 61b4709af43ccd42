import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// What happens to servers: each test has one of its own, and ends it without warning.
@Suite("Sharing a document, with faults of the server", .serialized)
@MainActor
struct SharingServerFaultTests {
    /// Brings a copy in step; a connection that has ended meanwhile is noticed at the first attempt, and a server that recovers
    /// from its end says so until it accepts connections.
    @discardableResult
    private func sync(_ member: Member) async throws -> SyncReport {
        let end = ContinuousClock.now + .seconds(300)
        var failures = 0
        while true {
            do {
                return try await member.sync()
            } catch SyncError.server(.notReady) where .now < end {
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                failures += 1
                guard failures < 2 else { throw error }
            }
        }
    }

    @Test(
        "A server that ends abruptly loses what it had accepted; it is sent again, and nobody misses it",
        arguments: [PrivateServer.Fate.kill, .stop])
    func crash(fate: PrivateServer.Fate) async throws {
        let server = try PrivateServer()
        defer { server.end() }
        let team = try await Team(try numbers(), count: 3, on: server)
        try await team.sync()
        // However busy the machine is, the server has not written down everything when it ends.
        try team.database.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try team.database.execute("SELECT pg_reload_conf()")
        var sentAgain = 0
        for round in 1...5 {
            // The last edit replaces one of another copy. If the server lost both, they would be sent again in any order.
            if round == 5 { try team.database.execute("CHECKPOINT") }
            // What is rolled back, and the pings, have numbers as well, which the server forgets more easily.
            let line = try team.database.line()
            try line.execute("BEGIN; SELECT pg_current_xact_id(); ROLLBACK")
            try await team[round % 3].set(.int(round), round % 4, 1)
            _ = try await sync(team[round % 3])
            try await sync(team[(round + 1) % 3])
            try server.crash(fate)
            for number in 0..<3 { sentAgain += try await sync(team[(round + number) % 3]).sentAgain }
            for member in team.members { try await sync(member) }
            let there = try team.column("Number")
            for member in team.members {
                #expect(member.texts.map { $0[1] ?? "" }.joined(separator: ",") == there, "round \(round)")
            }
        }
        #expect(try team.column("Number") == "4,5,2,3")
        #expect(sentAgain > 0)
        await team.close()
    }

    @Test("Numbers of transactions that a server gives out again hide nothing")
    func numbersAgain() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let team = try await Team(try numbers(), on: server)
        try await team.sync()
        let line = try team.database.line()
        try line.execute("CREATE TABLE other (id int)")
        // It takes its time to write down what nobody waits for.
        try line.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try line.execute("SELECT pg_reload_conf()")
        try await team[0].set(.int(1), 0, 1)
        _ = try await team[0].sync()
        // The last numbers that the other one sees are of work that was rolled back, and are not written down.
        for _ in 0..<20 { try line.execute("BEGIN; SELECT pg_current_xact_id(); ROLLBACK") }
        #expect(try await team[1].sync().received == 1)
        try server.crash()
        try team.database.execute(#"UPDATE "Places" SET "Number" = 7 WHERE "Name" = 'Record 1'"#)
        // Others use the numbers meanwhile, so that they are as high as before.
        for _ in 0..<40 { try team.database.execute("INSERT INTO other VALUES (1)") }
        try await sync(team[1])
        #expect(team[1].table[1, 1] == .int(7))
        await team.close()
    }

    @Test("A standby that takes over without the last edits gets them again, and all are told the same")
    func failover() async throws {
        let server = try PrivateServer()
        defer { server.end() }
        let team = try await Team(try numbers(), count: 3, on: server)
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        let standby = try server.happen(.standby)
        // A standby is refused as long as it is one.
        await team[2].desk.close()
        try await team[2].reroute(to: standby.socket)
        try await team[2].set(.int(3), 2, 1)
        await #expect(throws: SyncError.server(.readOnly(standby.socket, .standby))) { try await team[2].desk.sync() }
        try server.happen(.detach)
        try await team[0].set(.int(2), 1, 1)
        try team[0].document.deleteRecords(at: RecordIndexes(3))
        #expect(try await sync(team[0]).sent == 2)
        // Somebody has already seen them.
        #expect(try await sync(team[1]).received == 2)
        try server.happen(.promote)
        for number in 0..<2 { try await team[number].reroute(to: standby.socket) }
        #expect(try await team[1].sync().received == 2)
        #expect(team[1].table.count == 4)
        let report = try await team[0].sync()
        #expect((report.sentAgain, report.unresolved, report.waiting) == (2, 0, 0))
        #expect(try await team[2].sync().sent == 1)
        try await team.sync()
        for member in team.members { #expect(member.texts.map { $0[1] } == ["1", "2", "3"]) }
        #expect(try Database.line(to: team.database.name, standby).rows(#"SELECT count(*) FROM "Places""#)[0][0] == "3")
        await team.close()
    }

    @Test("After yesterday's backup was put back, what was sent since is sent again")
    func backup() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let team = try await Team(try numbers(), count: 3, on: server)
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        try server.happen(.stop)
        try server.happen(.copy)
        try server.happen(.start)
        try await team[0].set(.int(2), 1, 1)
        try await sync(team[0])
        try await sync(team[1])
        try server.happen(.stop)
        try server.happen(.restore)
        try server.happen(.start)
        // It is the same server in every respect, and by now it has had as many transactions as before.
        try team.database.execute(
            #"CREATE TABLE other (id int); UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 2'"#)
        for _ in 0..<60 { try team.database.execute("INSERT INTO other VALUES (1)") }
        try await team[1].set(.int(3), 3, 1)
        try await sync(team[1])
        #expect(team[1].texts.map { $0[1] } == ["1", "0", "9", "3"])
        #expect(try await sync(team[0]).sentAgain == 1)
        for _ in 0..<2 { for member in team.members { try await sync(member) } }
        #expect(try team.column("Number") == "1,2,9,3")
        for member in team.members { #expect(member.texts.map { $0[1] } == ["1", "2", "9", "3"]) }
        await team.close()
    }

    @Test("A full disk of the server leaves all edits waiting, until there is room again")
    func fullDisk() async throws {
        let server = try PrivateServer("--small")
        defer { server.end() }
        let team = try await Team(try numbers(), on: server)
        try await team.sync()
        try server.happen(.fill)
        let edits = 40
        for number in 1...edits {
            // As long as many pages, and not to be made shorter.
            let text = (0..<2_000).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
            try await team[0].set(.string("\(number) " + text), number % 4, 0)
        }
        var message: String?
        do throws(SyncError) {
            _ = try await team[0].desk.sync()
        } catch {
            message = error.message
        }
        #expect(message != nil)
        let (waiting, conflicts) = try await team[0].status()
        #expect(waiting > 0 && conflicts == 0, "\(message ?? "")")
        try server.happen(.free)
        try await sync(team[0])
        #expect(try await team[0].status() == (0, 0))
        try await sync(team[1])
        #expect(team[1].texts == team[0].texts && team[1].texts[0][0]?.hasPrefix("40 ") == true)
        await team.close()
    }
}
