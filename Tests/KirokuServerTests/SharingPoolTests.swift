import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Servers that do less than others: all is right, only slower.
@Suite("Sharing a document, behind a pool or without notifications", .serialized)
@MainActor
struct SharingPoolTests {
    @Test("Behind pgbouncer, which hands out a connection for each transaction")
    func pool() async throws {
        let server = try PrivateServer("--durable")
        defer { server.end() }
        let pool = try server.happen(.pool)
        let team = try await Team(try numbers(), on: server)
        for member in team.members { try await member.reroute(to: pool.socket) }
        let address = try ServerAddress(try #require(try await team[0].sharing()).address)
        let connection = try await SharedConnection(address)
        #expect(connection.isPooled && connection.backend == nil)
        await connection.close()
        // The settings are those of a transaction, and change nobody else's.
        let other = try Database.line(to: team.database.name, pool)
        try other.execute("SET DateStyle = 'German'; SET TimeZone = 'Asia/Tokyo'")
        try await team[0].set(.int(1), 0, 1)
        try await team[1].set(.string("two"), 1, 0)
        try team[1].document.addField("When", type: .dateAndTime, at: 2)
        try await team.sync()
        try await team[0].set(CellValue(plain: "2026-05-01 09:30:15", of: .dateAndTime), 0, 2)
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        #expect(team[1].texts[0] == ["Record 0", "1", "2026-05-01 09:30:15"])
        // A server behind it that has ended abruptly: the pool's clients need not notice.
        try server.crash()
        try await team[0].set(.int(2), 0, 1)
        for _ in 0..<2 {
            for member in team.members where (try? await member.sync()) == nil { try await member.sync() }
        }
        #expect(team[1].table[0, 1] == .int(2))
        await team.close()
        for seed in UInt64(1)...3 {
            #expect(try await SharingPlay(seed, .pool(server, pool)).run().isEmpty, "seed \(seed)")
        }
    }

    @Test("A server that knows neither LISTEN nor NOTIFY is asked from time to time")
    func silence() async throws {
        let team = try await Team(try numbers())
        let folder = try TemporaryFolder()
        let server = team.database.server
        let proxy = CuttingProxy(folder.path, to: server.socket, port: server.port, spoiling: ["LISTEN", "NOTIFY"])
        defer { proxy.end() }
        for member in team.members { try await member.reroute(to: folder.path) }
        try await team[0].set(.int(1), 0, 1)
        try await team.sync()
        #expect(team[1].table[0, 1] == .int(1))
        // By itself, too.
        let leases = team.folder.path("leases")
        let keepers = team.members.map { member in Task { await member.desk.run(leaseFolder: leases) { _ in } } }
        try await team[1].set(.int(2), 1, 1)
        while team[0].table[1, 1] != .int(2) { try await Task.sleep(for: .milliseconds(10)) }
        for keeper in keepers {
            keeper.cancel()
            await keeper.value
        }
        await team.close()
    }
}
