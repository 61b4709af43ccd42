import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuServer

/// Who else has a shared document open.
@Suite("Who is here")
@MainActor
struct PresenceTests {
    private func team() async throws -> Team {
        let table = try RecordTable(fieldNames: ["Place", "Visits"], fieldTypes: [.string, .int])
        var records = table
        try records.addRecord([.string("Himeji"), .int(3)])
        return try await Team(records)
    }

    @Test("Each sees the other, and the cell that they are in, until they go")
    func together() async throws {
        let team = try await team()
        let place = PresentPlace(record: team[0].table.ids[0], field: team[0].table.schema[1].id)
        let first = try await KeptCopy(team[0].path, team.folder)
        #expect(await first.status { $0.connection == .online }?.people == [])
        let second = try await KeptCopy(team[1].path, team.folder)
        let seen = await first.status { !$0.people.isEmpty }?.people
        #expect(seen?.map(\.name) == [CommitAuthor.current.person])
        await second.desk.setPosition(place)
        #expect(await first.status { $0.people.first?.place != nil }?.people.map(\.place) == [place])
        #expect(await second.status { !$0.people.isEmpty }?.people.map(\.place) == [nil])
        await second.close()
        #expect(await first.status { $0.people.isEmpty } != nil)
        await first.close()
        await team.close()
    }

    @Test("Who moves is seen before it is looked again")
    func movesAreNews() async throws {
        let team = try await team()
        let first = try await KeptCopy(team[0].path, team.folder)
        let second = try await KeptCopy(team[1].path, team.folder)
        #expect(await first.status { !$0.people.isEmpty } != nil)
        var times: [Duration] = []
        for step in 0..<6 {
            let place = PresentPlace(record: team[0].table.ids[0], field: team[0].table.schema[step % 2].id)
            let start = ContinuousClock.now
            await second.desk.setPosition(place)
            #expect(await first.status { $0.people.first?.place == place } != nil)
            times.append(.now - start)
        }
        // It has just been looked, so the next look would be after two seconds each time.
        #expect(times.min().map { $0 < .seconds(1) } == true, "\(times)")
        await second.close()
        await first.close()
        await team.close()
    }

    @Test("Who leaves says so, and is gone while the connection is still there")
    func leaving() async throws {
        let team = try await team()
        let home = try team.home
        let first = try await KeptCopy(team[0].path, team.folder)
        let second = try await KeptCopy(team[1].path, team.folder)
        #expect(await first.status { !$0.people.isEmpty } != nil)
        #expect(await second.status { !$0.people.isEmpty } != nil)
        await second.close()
        #expect(try team.database.value("SELECT string_agg(field::text, ',') FROM \(home).present") == "0")
        #expect(await first.status { $0.people.isEmpty } != nil)
        let line = try team.database.line()
        let desk = "00000000-0000-4000-8000-000000000001"
        _ = try line.rows("SELECT \(home).be_here($1, 'Ken', 1, 1)", [desk])
        try line.execute("NOTIFY \(home), 'here'")
        #expect(await first.status { !$0.people.isEmpty }?.people.map(\.name) == ["Ken (as kiroku)"])
        _ = try line.rows("SELECT \(home).be_here($1, 'Ken', NULL, 0)", [desk])
        try line.execute("NOTIFY \(home), 'here'")
        #expect(await first.status { $0.people.isEmpty } != nil)
        await first.close()
        line.close()
        await team.close()
    }

    @Test("A name is data: a single short line, whatever it is")
    func hostileNames() async throws {
        let team = try await team()
        let line = try team.database.line()
        let name = "<b>Ken</b>\u{202e}\n" + String(repeating: "ら", count: 150)
        _ = try line.rows(
            "SELECT \(try team.home).be_here('00000000-0000-4000-8000-000000000001', $1, -7, 99)", [name])
        let window = try await KeptCopy(team[0].path, team.folder)
        let people = await window.status { !$0.people.isEmpty }?.people
        #expect(people?.map(\.name) == ["<b>Ken</b> " + String(repeating: "ら", count: 49) + " (as kiroku)"])
        #expect(people?.map(\.place) == [nil])
        await window.close()
        await team.close()
    }

    @Test("Without room for it, as in documents that were shared before, all else goes on")
    func earlierDocuments() async throws {
        let team = try await team()
        let home = try team.home
        try team.database.execute("DROP FUNCTION \(home).be_here; DROP TABLE \(home).present")
        let window = try await KeptCopy(team[0].path, team.folder)
        #expect(await window.status { $0.connection == .online }?.people == [])
        try await team[1].set(.int(30), 0, 1)
        try await team[1].sync()
        try team.database.execute("NOTIFY \(home)")
        try await team[0].catchUp()
        await window.close()
        #expect(try await team[0].sync().sent == 0)
        await team.close()
    }

    @Test("Nobody can speak for others who are here")
    func othersRows() async throws {
        let team = try await team()
        let home = try team.home
        let role = try team.admit("SELECT")
        let line = try team.database.line()
        let desk = "00000000-0000-4000-8000-000000000001"
        _ = try line.rows("SELECT \(home).be_here($1, 'Ken', 1, 1)", [desk])
        let other = ServerLine(
            try ConnectionPlan(try team.database.address(user: role)), .standard, Waker())
        try other.connect()
        _ = try other.rows("SELECT \(home).be_here($1, 'Somebody', 2, 2)", [desk])
        #expect(try team.database.value("SELECT person || record FROM \(home).present") == "Ken1")
        #expect(throws: ServerError.self) { try other.rows("UPDATE \(home).present SET person = 'x'") }
        // Once Ken has gone, the row is anybody's whose copy has this name.
        line.close()
        while try team.database.value("SELECT person FROM \(home).present") == "Ken" {
            _ = try other.rows("SELECT \(home).be_here($1, 'Somebody', 2, 2)", [desk])
        }
        await team.close()
    }
}
