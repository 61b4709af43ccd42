import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// What was done before a copy joined, as it is read from the server when somebody looks.
@Suite("The history before a copy joined")
@MainActor
struct EarlierHistoryTests {
    /// A copy that joins after some edits of the first record's number.
    private func joined(_ edits: ClosedRange<Int> = 1...3) async throws -> (team: Team, second: Member) {
        let team = try await Team(numbers(), count: 1)
        for number in edits { try await team[0].set(.int(number), 0, 1) }
        _ = try await team[0].sync()
        return (team, try await join(team, "second"))
    }

    private func join(_ team: Team, _ name: String) async throws -> Member {
        let path = team.folder.path(name + ".kiroku")
        try await SharedDocuments.join(try team.database.address(table: "Places"), at: path)
        return try await Member(path)
    }

    private func close(_ team: Team, _ others: Member...) async {
        for member in others { await member.close() }
        await team.close()
    }

    private static let three = ["Number: 2 → 3", "Number: 1 → 2", "Number: 0 → 1"]

    // MARK: What is where

    @Test("Nothing of it is copied to the file, and what is read comes right before the file's own")
    func border() async throws {
        let (team, second) = try await joined()
        let file = try SQLiteConnection(file: second.path, path: second.path, access: .reading, lockWait: 5_000)
        #expect(try file.number("SELECT count(*) FROM journal WHERE change <> '[]'") == 0)
        try await second.set(.int(4), 0, 1)
        _ = try await second.sync()
        try await team[0].sync()
        try await team[0].set(.int(5), 0, 1)
        _ = try await team[0].sync()
        _ = try await second.sync()
        #expect(try await second.pastTexts() == ["Number: 4 → 5", "Number: 3 → 4"] + Self.three)
        let steps = try await second.entries().map(\.step)
        #expect(steps == steps.sorted(by: >) && Set(steps).count == 5 && steps[2] == 0)
        // The copy that has shared it has all of it in its file.
        #expect(try await team[0].sharing()?.earlier == nil)
        #expect(try await team[0].pastTexts() == second.pastTexts())
        await close(team, second)
    }

    @Test("What was being done while a copy was made is news to it, and not told twice")
    func underWay() async throws {
        let (team, _) = try await joined()
        let line = try team.database.line()
        try line.execute(#"BEGIN; UPDATE "Places" SET "Number" = 9 WHERE "Name" = 'Record 2'"#)
        try await team[0].set(.int(4), 0, 1)
        _ = try await team[0].sync()
        let third = try await join(team, "third")
        try line.execute("COMMIT")
        _ = try await third.sync()
        #expect(third.table[2, 1] == .int(9))
        #expect(try await third.pastTexts() == ["Number: 0 → 9", "Number: 3 → 4"] + Self.three)
        line.close()
        await close(team, third)
    }

    @Test("It comes in pages, each step once, also of one record and one field")
    func pages() async throws {
        let (team, second) = try await joined()
        await second.close()
        let long = String(repeating: "x", count: 300_000)
        for number in 0..<9 { try await team[0].set(.string("\(number)" + long), 1, 0) }
        _ = try await team[0].sync()
        let third = try await join(team, "third")
        let (ids, fields) = (third.table.ids, third.table.schema.fields)
        var (position, counts): (HistoryPosition?, [Int]) = (nil, [])
        repeat {
            let page = try await third.document.history(of: .document, before: position)
            counts.append(page.entries.count)
            #expect((page.begin == nil) == (page.next != nil))
            position = page.next
        } while position != nil
        // None are in the file; a page ends with the step that exceeds it.
        #expect(counts.count > 3 && counts[0] == 0 && counts.reduce(0, +) == 12 && counts.allSatisfy { $0 < 6 })
        #expect(try await third.pastTexts().suffix(3) == Self.three[...])
        #expect(try await third.pastTexts(.record(ids[0])) == Self.three)
        #expect(try await third.entries(.record(ids[1])).count == 9)
        #expect(try await third.pastTexts(.record(ids[2])).isEmpty)
        #expect(try await third.pastTexts(.field(fields[1].id)) == Self.three)
        #expect(try await third.history(.record(ids[2])).begin == third.history().begin)
        let oldest = try #require(try await third.entries().last)
        let past = try await third.document.table(beforeStep: oldest.step)
        #expect(past.obstacle == nil && past.table[0, 1] == .int(0) && past.table[1, 0] == .string("Record 1"))
        // A step of a page that was not read.
        third.lookAnew()
        #expect(try await third.document.change(ofStep: oldest.step) != nil)
        await close(team, third)
    }

    @Test("Where rows of the file's own have been dropped, it does not go on at the server with a hole in between")
    func dropped() async throws {
        let (team, second) = try await joined()
        try await second.set(.int(4), 0, 1)
        #expect(try await second.pastTexts() == ["Number: 3 → 4"] + Self.three)
        let file = try SQLiteConnection(file: second.path, path: second.path, access: .writing, lockWait: 5_000)
        try file.execute("DELETE FROM journal WHERE number = 1")
        #expect(try await second.pastTexts().filter { $0.hasPrefix("Number") } == ["Number: 3 → 4"])
        await close(team, second)
    }

    // MARK: The server

    @Test("While the server is away, the file's own is shown, and the rest as soon as it is back")
    func away() async throws {
        let (team, second) = try await joined()
        try await second.set(.int(4), 0, 1)
        try await second.reroute(to: team.folder.path("nowhere"))
        let own = try await second.document.history(of: .document, before: nil)
        #expect(own.entries.count == 1 && own.begin == nil)
        let next = try #require(own.next)
        await #expect(throws: StorageError.historyOnServer) {
            try await second.document.history(of: .document, before: next)
        }
        await #expect(throws: StorageError.historyOnServer) { try await second.document.change(ofStep: 0) }
        await #expect(throws: StorageError.historyOnServer) { try await second.document.table(beforeStep: -1) }
        // What is in the file needs no server.
        #expect(try await second.document.table(beforeStep: own.entries[0].step).obstacle == nil)
        try await second.reroute(to: team.database.server.socket)
        #expect(try await second.pastTexts() == ["Number: 3 → 4"] + Self.three)
        await close(team, second)
    }

    @Test("What has been read is not asked for again, and without anybody who asks, there is more")
    func kept() async throws {
        let (team, second) = try await joined()
        #expect(try await second.pastTexts() == Self.three)
        try await second.reroute(to: team.folder.path("nowhere"))
        #expect(try await second.pastTexts() == Self.three)
        #expect(try await second.pastTexts(.record(second.table.ids[0])) == Self.three)
        second.document.earlierHistory = nil
        await #expect(throws: StorageError.historyOnServer) { try await second.history() }
        await close(team, second)
    }

    @Test("What the server has removed since then is not there, and it says how far back it goes")
    func pruned() async throws {
        let (team, second) = try await joined()
        let last = try team.database.value("SELECT max(number) FROM \(team.home).history") ?? ""
        try team.database.execute("DELETE FROM \(team.home).history WHERE number < \(last)")
        let (entries, begin) = try await second.history()
        #expect(entries.count == 1 && begin == entries[0].time)
        #expect(try await second.document.change(ofStep: -1) == nil)
        #expect(try await second.document.table(beforeStep: -1).obstacle == .forgotten)
        try team.database.execute("DELETE FROM \(team.home).history")
        second.lookAnew()
        #expect(try await second.entries().isEmpty)
        await close(team, second)
    }

    @Test("Whoever may not read all of the table any more sees nothing of it")
    func rights() async throws {
        let (team, second) = try await joined()
        let role = try team.admit()
        let guest = try await team.join(as: role)
        #expect(try await guest.pastTexts() == Self.three)
        guest.lookAnew()
        try team.database.execute(
            #"ALTER TABLE "Places" ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON "Places" USING ("Number" < 3)"#)
        await #expect(throws: StorageError.historyOnServer) { try await guest.history() }
        #expect(try await second.pastTexts() == Self.three)
        await close(team, second, guest)
        try team.dismiss(role)
    }

    @Test("Rows that make no sense say nothing, and do not hide the others")
    func hostile() async throws {
        let (team, second) = try await joined()
        let last = try team.database.value("SELECT max(number) FROM \(team.home).history") ?? ""
        try team.database.execute(
            """
            UPDATE \(team.home).history SET parts = 'nonsense' WHERE number = \(last);
            INSERT INTO \(team.home).history (number, at, person, program, size, parts, records) OVERRIDING SYSTEM VALUE
            VALUES (-1, 0, '', '', 0, '[]', NULL), (0, 'NaN', '', '', -9223372036854775808, NULL, '{}'),
              (-9223372036854775808, 'infinity', repeat('x', 100000), E'a\\nb', 9223372036854775000, NULL, NULL),
              (-2, 0, '', '', 0, '[{"what":"set","count":-5,"change":"[[["}]', '[[1,2]]')
            """)
        #expect(try await second.pastTexts() == Array(Self.three.dropFirst()))
        #expect(try await second.pastTexts(.record(second.table.ids[0])) == Array(Self.three.dropFirst()))
        // What the file says of it is not believed either.
        for earlier in [EarlierSteps(last: .min, moment: "1:1:"), EarlierSteps(last: .max, moment: "'")] {
            try await second.note { $0.earlier = earlier }
            second.lookAnew()
            _ = try? await second.history()
        }
        await close(team, second)
    }
}
